// Retention and deletion, put together with the search for patients of another room.

import { AufbewahrungPage } from '../records/retention/RetentionPage.tsx';
import { PatientSearch } from '../desk/board/send/PatientSearch.tsx';

export const AufbewahrungScreen = () => <AufbewahrungPage PatientSearch={PatientSearch} />;
