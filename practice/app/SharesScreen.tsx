// Shares, composed with the patient search of another area.

import { PatientSearch } from '../desk/board/send/PatientSearch.tsx';
import { SharesPage } from '../desk/share/SharesPage.tsx';
import { PartsProvider } from '../desk/share/parts.ts';

const PARTS = { PatientSearch };
export const SharesScreen = () => (
  <PartsProvider value={PARTS}>
    <SharesPage />
  </PartsProvider>
);
