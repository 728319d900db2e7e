// Shares, composed with the patient search of another area.

import { PatientSearch } from '../../desk/board/send/PatientSearch.tsx';
import { SharesOf, SharesPage } from '../../desk/share/SharesPage.tsx';
import { PartsProvider } from '../../desk/share/parts.ts';

const PARTS = { PatientSearch };
export const SharesScreen = () => (
  <PartsProvider value={PARTS}>
    <SharesPage />
  </PartsProvider>
);
export const SharesOfPatient = ({ patid }: { patid: string }) => (
  <PartsProvider value={PARTS}>
    <SharesOf patid={patid} />
  </PartsProvider>
);
