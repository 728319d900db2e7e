// Scanned paper, composed with the patient search of another area.

import { PatientSearch } from '../../desk/board/send/PatientSearch.tsx';
import { ScanPage } from '../../records/papers/ScanPage.tsx';

export const ScanScreen = () => <ScanPage PatientSearch={PatientSearch} />;
