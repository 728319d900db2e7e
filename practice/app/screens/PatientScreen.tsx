// The patient page, composed with the lists of other areas; each is loaded when its tab is opened.

import { PatientPage } from '../../desk/patient/PatientPage.tsx';
import { RecordsPartsProvider, type RecordsParts } from '../../desk/patient/records-parts.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const PARTS: RecordsParts = {
  dokumente: lazyPart(
    async () => (await import('../../records/documents/list/DocumentsOf.tsx')).DocumentsOf,
  ),
  einwilligungen: lazyPart(
    async () => (await import('../../records/consent/ConsentsOf.tsx')).ConsentsOf,
  ),
  freigaben: lazyPart(async () => (await import('./SharesScreen.tsx')).SharesOfPatient),
};
export const PatientScreen = () => (
  <RecordsPartsProvider value={PARTS}>
    <PatientPage />
  </RecordsPartsProvider>
);
