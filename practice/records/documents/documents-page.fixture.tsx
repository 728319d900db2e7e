// The page of documents before a fake server, for its tests.

import { BrowserRouter } from 'react-router';
import { vi } from 'vitest';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { DocumentsPage } from './DocumentsPage.tsx';
import texts from './texts.de.json';
import keys from '../../ui/lists/keys/texts.de.json';

export const AT = Date.UTC(2026, 10, 20, 8, 41);
export const row = (part: Partial<DocumentRow>): DocumentRow => ({
  fileId: 'f1',
  taskId: 't1',
  patid: '1001',
  patientName: 'Groß, Anna',
  geburtsdatum: '1941-03-04',
  title: 'Einwilligung: Fotos',
  at: AT,
  kind: 'document',
  isAnswers: false,
  isNotice: false,
  uploadKind: null,
  uploadedBy: null,
  undoUntil: null,
  mime: 'application/pdf',
  level: 'B-T',
  voidedAt: null,
  sha256: 'a'.repeat(64),
  voided: null,
  isHeld: false,
  ...part,
});
export const letter = row({
  fileId: 'f2',
  taskId: null,
  title: 'Brief',
  kind: 'upload',
  uploadKind: 'letter',
  uploadedBy: 'Fatma Kaya',
  level: 'none',
});

/** Signs a member of the practice in. */
export const signIn = (): void => signInAs('staff');

/** Takes back what `show` replaced. */
export const leavePage = (): void => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
};

/** Renders the page at an address; `wide` as on a large screen. */
export async function show(
  search: string,
  answer: (sent: Sent) => { status?: number; body?: unknown },
  wide = false,
): Promise<Sent[]> {
  window.history.replaceState(null, '', `/dokumente${search}`);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wide && query.includes('1200'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const sent = fakeServer((one) =>
    one.path.startsWith('/documents/list') || one.path.endsWith('/void')
      ? answer(one)
      : one.path.startsWith('/patient/search')
        ? {
            body: [
              {
                patid: '1002',
                name: 'Özkan, Emil',
                firstName: 'Emil',
                lastName: 'Özkan',
                geburtsdatum: '1990-07-11',
                city: 'Berlin',
                herkunft: 'pvs',
                sameName: false,
                telefon: null,
              },
            ],
          }
        : answer(one),
  );
  await stage(
    <BrowserRouter>
      <DocumentsPage />
    </BrowserRouter>,
    { documents: texts, tasten: keys },
  );
  return sent;
}
export const pdf = (name: string, bytes = '%PDF-1.7'): File =>
  new File([bytes], name, { type: 'application/pdf' });
