// Retention and deletion, put together with the search for patients of another room.

import { AufbewahrungPage } from '../aufbewahrung/AufbewahrungPage.tsx';
import { PatientSearch } from '../empfang/PatientSearch.tsx';

export const AufbewahrungScreen = () => <AufbewahrungPage PatientSearch={PatientSearch} />;
