// Tests of the check page: plain words for each verdict, active content named, files that cannot be read.

import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryRouter } from 'react-router';
import type { VerifyReport } from '../../shared/verify.ts';
import { acceptSession } from '../session.ts';
import { errorAnswer, fakeServer, stage } from '../ui/stage.fixture.tsx';
import { CheckPage } from './CheckPage.tsx';
import texts from './texts.de.json';

const AT = Date.UTC(2026, 10, 20, 8, 41);
type Readable = Extract<VerifyReport, { isReadable: true }>;
const report = (part: Partial<Readable>): Readable => ({
  isReadable: true, verdict: 'unchanged', pages: 2, sha256: 'a'.repeat(64), seal: { isOurs: true, isIntact: true, coversAll: true, level: 'B-B', sealedAt: AT, certificate: null },
  shown: { isSame: true, presentedPdfSha256: 'b'.repeat(64), isDataSame: true }, timestamp: null, later: null, facts: null, active: [], ...part,
});
beforeEach(() => acceptSession({ authToken: 't', expiresAt: 0, r4chost: 'http://localhost', r4cUuid: 'r', praxis: { name: 'P' }, account: { factorNeed: 'no', lockMinutes: 10 }, user: { id: 'u', cid: 'c', email: 'e', firstName: 'A', lastname: 'B', role: 'staff', behandler: false } }));
afterEach(() => void vi.unstubAllGlobals());

async function drop(answer: { status?: number; body?: unknown }, bytes = '%PDF-1.7'): Promise<string[]> {
  const sent = fakeServer(() => answer);
  await stage(<MemoryRouter><CheckPage /></MemoryRouter>, { documents: texts });
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [new File([bytes], 'brief.pdf', { type: 'application/pdf' })] } });
  await screen.findByText('Geprüfte Datei: brief.pdf', { exact: false });
  return sent.map((one) => `${one.method} ${one.path}`);
}

test.each([
  [report({}), 'Unverändert seit 20.11.2026, 09:41', 'Was gezeigt wurde, ist was unterschrieben wurde.'],
  [report({ verdict: 'extended', later: { bytes: 900, pagesAdded: 1, objectsChanged: 3 } }), 'Später ergänzt', '900 Byte, 1 Seiten, 3 geänderte Teile'],
  [report({ verdict: 'changed', shown: { isSame: false, presentedPdfSha256: '', isDataSame: true } }), 'Verändert', 'Gezeigter und unterschriebener Text stimmen nicht überein.'],
  [report({ verdict: 'unsigned', seal: null, shown: null }), 'Nicht von uns gesiegelt', /trägt kein Siegel/],
])('verdict %#', async (body, word, detail) => {
  expect(await drop({ body })).toEqual(['POST /documents/check']);
  expect(screen.getByRole('heading', { name: word })).toBeTruthy();
  expect(screen.getByText(detail)).toBeTruthy();
});

test('[sec B50] active content is named, with the name of what is attached', async () => {
  await drop({ body: report({ active: [{ kind: 'javascript', detail: '' }, { kind: 'embedded_file', detail: 'rechnung.exe' }] }) });
  expect(screen.getByText('JavaScript')).toBeTruthy();
  expect(screen.getByText('angehängte Datei: rechnung.exe')).toBeTruthy();
});

test('a file that cannot be read says why, and that it once had a seal', async () => {
  await drop(errorAnswer(422, 'unreadable_file', { fields: { file: 'broken' }, extra: { hadSeal: true } }));
  expect(screen.getByText(/beschädigt oder unvollständig.*Reste eines Siegels/)).toBeTruthy();
});

test('an empty file is not sent at all', async () => {
  expect(await drop({ body: {} }, '')).toEqual([]);
  expect(screen.getByText(/Die Datei ist leer/)).toBeTruthy();
});
