// The tray and its links, put together with what they show of other rooms: answers and the search for patients.

import { AnswersOf } from '../anamnese/AnswersOf.tsx';
import { PatientSearch } from '../empfang/PatientSearch.tsx';
import { LinksPage } from '../zuordnen/LinksPage.tsx';
import { PartsProvider } from '../zuordnen/parts.ts';
import { TrayPage } from '../zuordnen/TrayPage.tsx';

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
