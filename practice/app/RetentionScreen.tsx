// Retention and deletion, composed with the patient search of another area.

import { AufbewahrungPage } from '../records/retention/RetentionPage.tsx';
import { PatientSearch } from '../desk/board/send/PatientSearch.tsx';

export const AufbewahrungScreen = () => <AufbewahrungPage PatientSearch={PatientSearch} />;
