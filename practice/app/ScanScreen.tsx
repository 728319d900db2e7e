// Scanned paper, put together with the search for patients of another room.

import { PatientSearch } from '../empfang/PatientSearch.tsx';
import { ScanPage } from '../papier/ScanPage.tsx';

export const ScanScreen = () => <ScanPage PatientSearch={PatientSearch} />;
