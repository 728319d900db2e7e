// Scanned paper, put together with the search for patients of another room.

import { PatientSearch } from '../desk/board/send/PatientSearch.tsx';
import { ScanPage } from '../records/papers/ScanPage.tsx';

export const ScanScreen = () => <ScanPage PatientSearch={PatientSearch} />;
