// Shares, put together with the search for patients of another room.

import { PatientSearch } from '../empfang/PatientSearch.tsx';
import { FreigabenPage } from '../freigaben/FreigabenPage.tsx';
import { PartsProvider } from '../freigaben/parts.ts';

const PARTS = { PatientSearch };
export const FreigabenScreen = () => (
  <PartsProvider value={PARTS}>
    <FreigabenPage />
  </PartsProvider>
);
