// Fee agreements, composed with the patient search of another area.

import { PatientSearch } from '../../desk/board/send/PatientSearch.tsx';
import { FeePage } from '../../records/papers/FeePage.tsx';

export const FeeScreen = () => <FeePage PatientSearch={PatientSearch} />;
