// Shares, composed with the patient search of another area.

import { PatientSearch } from '../desk/board/send/PatientSearch.tsx';
import { FreigabenPage } from '../desk/share/SharesPage.tsx';
import { PartsProvider } from '../desk/share/parts.ts';

const PARTS = { PatientSearch };
export const FreigabenScreen = () => (
  <PartsProvider value={PARTS}>
    <FreigabenPage />
  </PartsProvider>
);
