// Fee agreements, put together with the search for patients of another room.

import { PatientSearch } from '../desk/board/send/PatientSearch.tsx';
import { FeePage } from '../records/papers/FeePage.tsx';

export const FeeScreen = () => <FeePage PatientSearch={PatientSearch} />;
