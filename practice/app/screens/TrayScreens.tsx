// The tray and its links, composed with parts of other areas: answers and the patient search.

import { AnswersOf } from '../../desk/forms/answers/AnswersOf.tsx';
import { PatientSearch } from '../../desk/board/send/PatientSearch.tsx';
import { LinksPage } from '../../desk/forms/tray/LinksPage.tsx';
import { PartsProvider } from '../../desk/forms/tray/parts.ts';
import { TrayPage } from '../../desk/forms/tray/TrayPage.tsx';

const PARTS = { AnswersOf, PatientSearch };
export const TrayScreen = () => (
  <PartsProvider value={PARTS}>
    <TrayPage />
  </PartsProvider>
);
export const LinksScreen = () => (
  <PartsProvider value={PARTS}>
    <LinksPage />
  </PartsProvider>
);
