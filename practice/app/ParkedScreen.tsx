// Submissions put aside, with the patient search of the board.

import { PatientSearch } from '../desk/board/send/PatientSearch.tsx';
import { ParkedPage } from '../desk/parked/ParkedPage.tsx';

export const ParkedScreen = () => <ParkedPage PatientSearch={PatientSearch} />;
