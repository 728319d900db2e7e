// Fee agreements, put together with the search for patients of another room.

import { PatientSearch } from '../empfang/PatientSearch.tsx';
import { FeePage } from '../papier/FeePage.tsx';

export const FeeScreen = () => <FeePage PatientSearch={PatientSearch} />;
