// Retention and deletion, composed with the patient search of another area.

import { RetentionPage } from '../../records/retention/RetentionPage.tsx';
import { PatientSearch } from '../../desk/board/send/PatientSearch.tsx';

export const RetentionScreen = () => <RetentionPage PatientSearch={PatientSearch} />;
