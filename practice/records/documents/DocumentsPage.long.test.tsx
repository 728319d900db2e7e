// Tests of the document list: filters in the address, the actions of each row, and files that are
// added one by one, each with its own result.

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BrowserRouter } from 'react-router';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { acceptSession } from '../../session.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { DocumentsPage } from './DocumentsPage.tsx';
import texts from './texts.de.json';

const AT = Date.UTC(2026, 10, 20, 8, 41);
const row = (part: Partial<DocumentRow>): DocumentRow => ({
  fileId: 'f1',
  taskId: 't1',
  patid: '1001',
  patientName: 'Groß, Anna',
  geburtsdatum: '1941-03-04',
  title: 'Einwilligung: Fotos',
  at: AT,
  kind: 'document',
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
const letter = row({
  fileId: 'f2',
  taskId: null,
  title: 'Brief',
  kind: 'upload',
  uploadKind: 'letter',
  uploadedBy: 'Fatma Kaya',
  level: 'none',
});
beforeEach(() =>
  acceptSession({
    authToken: 't',
    expiresAt: 0,
    r4chost: 'http://localhost',
    r4cUuid: 'r',
    praxis: { name: 'P' },
    account: { factorNeed: 'no', lockMinutes: 10 },
    user: {
      id: 'u',
      cid: 'c',
      email: 'e',
      firstName: 'A',
      lastname: 'B',
      role: 'staff',
      behandler: false,
    },
  }),
);
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

/** Renders the page at an address; `wide` as on a large screen. */
async function show(
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
              },
            ],
          }
        : answer(one),
  );
  await stage(
    <BrowserRouter>
      <DocumentsPage />
    </BrowserRouter>,
    { documents: texts },
  );
  return sent;
}
const lists = (sent: Sent[]): string[] =>
  sent
    .filter((one) => one.path.startsWith('/documents/list'))
    .map((one) => decodeURIComponent(one.path.replace('/documents/list?', '')));
const pdf = (name: string, bytes = '%PDF-1.7'): File =>
  new File([bytes], name, { type: 'application/pdf' });

test('rows show their kind, who added them and their validity', async () => {
  await show('', () => ({
    body: {
      items: [
        row({}),
        letter,
        row({
          fileId: 'f3',
          kind: 'receipt',
          taskId: null,
          level: 'sealed',
          title: 'Bestätigung des Widerrufs',
        }),
        row({
          fileId: 'f4',
          kind: 'notice',
          title: 'Information zum Datenschutz',
          level: 'none',
          voidedAt: AT,
        }),
      ],
      cursor: null,
    },
  }));
  const rows = (await screen.findAllByRole('row')).slice(1).map((one) => one.textContent);
  expect(rows[0]).toContain('Siegel mit Zeitstempel');
  expect(rows[1]).toMatch(/Brief.*hinzugefügt von Fatma Kaya.*ohne Siegel.*In der Akte/);
  expect(rows[2]).toMatch(/Bestätigung des Widerrufs.*Siegel der Praxis/);
  expect(rows[3]).toMatch(/nur gezeigt.*Aufgehoben am 20\.11\.2026/);
});

test('filters are kept in the address; invalid ones are not requested', async () => {
  const sent = await show('?kind=upload&sealed=vielleicht&from=2026-11-01&x=1', () => ({
    body: { items: [], cursor: null },
  }));
  await screen.findByText('Zu diesen Angaben liegt kein Dokument vor.');
  expect(lists(sent)).toEqual(['kind=upload&from=2026-11-01']);
  fireEvent.change(screen.getByLabelText('Zustand'), { target: { value: 'voided' } });
  await waitFor(() => expect(lists(sent).at(-1)).toBe('kind=upload&state=voided&from=2026-11-01'));
  const until = within(screen.getByRole('group', { name: 'Abgelegt bis' }));
  for (const [field, value] of [
    ['Tag', '31'],
    ['Monat', '10'],
    ['Jahr', '2026'],
  ] as const)
    fireEvent.change(until.getByLabelText(field), { target: { value } });
  expect(await screen.findByText(/Der zweite Tag liegt vor dem ersten/)).toBeTruthy();
  await waitFor(() => expect(lists(sent).at(-1)).toBe('kind=upload&state=voided'));
  fireEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
  await waitFor(() => expect(lists(sent).at(-1)).toBe(''));
  expect(await screen.findByText('Noch liegt kein Dokument vor.')).toBeTruthy();
});

test('more are loaded on demand, and a failed list can be retried', async () => {
  let fails = true;
  const sent = await show('', ({ path }) =>
    fails
      ? errorAnswer(503, 'unavailable')
      : {
          body: path.includes('cursor')
            ? { items: [letter], cursor: null }
            : { items: [row({})], cursor: '1.f1' },
        },
  );
  const retry = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
  fails = false;
  fireEvent.click(retry);
  fireEvent.click(await screen.findByRole('button', { name: 'Weitere laden' }));
  expect(await screen.findByText('Brief')).toBeTruthy();
  expect(lists(sent).at(-1)).toBe('cursor=1.f1');
  expect(screen.queryByRole('button', { name: 'Weitere laden' })).toBeNull();
});

test('with room for it a document is shown next to the list, and the address keeps which', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  const sent = await show(
    '',
    ({ path }) =>
      path.startsWith('/documents/file')
        ? { body: {} }
        : { body: { items: [row({}), letter], cursor: null } },
    true,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Brief von Groß, Anna ansehen' }));
  const preview = within(
    await screen.findByRole('region', { name: 'Vorschau: Brief von Groß, Anna' }),
  );
  for (const name of ['Öffnen', 'Herunterladen', 'Drucken', 'Siegel prüfen'])
    expect(preview.getByRole('button', { name })).toBeTruthy();
  expect((await preview.findByTitle('Brief')).getAttribute('src')).toBe(
    'blob:x#toolbar=0&navpanes=0&view=FitH',
  );
  // Fetched once: a shown document is not requested again.
  expect(sent.filter((one) => one.path === '/documents/file/f2')).toHaveLength(1);
  fireEvent.click(preview.getByRole('button', { name: 'Schließen' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /Vorschau/ })).toBeNull());
});

async function openDialog(): Promise<ReturnType<typeof within>> {
  fireEvent.click(await screen.findByRole('button', { name: 'Dokument hinzufügen' }));
  return within(await screen.findByRole('dialog'));
}
const choose = (dialog: ReturnType<typeof within>, ...files: File[]): void => {
  fireEvent.change(dialog.getByLabelText('Dateien auswählen', { selector: 'input' }), {
    target: { files },
  });
};

test('nothing is sent without a person, a kind and a file', async () => {
  const sent = await show('', () => ({ body: { items: [], cursor: null } })),
    dialog = await openDialog();
  fireEvent.submit(
    dialog.getByRole('button', { name: 'Hinzufügen' }).closest('form') ?? document.body,
  );
  for (const text of [
    'Bitte wählen Sie eine Person.',
    'Bitte wählen Sie, was es ist.',
    'Bitte wählen Sie mindestens eine Datei.',
  ])
    expect(await dialog.findByText(text)).toBeTruthy();
  expect(sent.filter((one) => one.method === 'POST')).toEqual([]);
});

test('files are sent one by one with their own ids; each rejection is explained, the others are filed', async () => {
  const answers: Record<string, { status?: number; body?: unknown }> = {
    'skript.pdf': errorAnswer(422, 'active_content', { fields: { file: 'javascript' } }),
    'geheim.pdf': errorAnswer(422, 'unreadable_file', { fields: { file: 'encrypted' } }),
    'bild.gif': errorAnswer(415, 'unsupported_media'),
  };
  const sent = await show('?patid=1001', ({ path, body }) =>
    path.startsWith('/documents/upload')
      ? (answers[(body as File).name] ?? {
          body: { fileId: 'x', mime: 'application/pdf', size: 8 },
        })
      : { body: { items: [row({})], cursor: null } },
  );
  await screen.findByText('Dokumente von Groß, Anna');
  const dialog = await openDialog();
  choose(
    dialog,
    pdf('eins.pdf'),
    pdf('skript.pdf'),
    pdf('geheim.pdf'),
    new File(['GIF89a'], 'bild.gif', { type: 'image/gif' }),
    pdf('leer.pdf', ''),
  );
  expect(await dialog.findByText('Die Datei ist leer.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Was ist es?'), { target: { value: 'bill' } });
  fireEvent.click(dialog.getByRole('button', { name: '4 Dateien hinzufügen' }));
  expect(await dialog.findByText(/etwas, das beim Öffnen von selbst handeln kann/)).toBeTruthy();
  expect(await dialog.findByText(/mit einem Passwort geschützt/)).toBeTruthy();
  expect(
    await dialog.findByText(
      'Dieses Format wird nicht angenommen. Möglich sind PDF, PNG, JPEG und WebP.',
    ),
  ).toBeTruthy();
  expect(dialog.getByRole('status').textContent).toContain('1 von 5 in der Akte');
  const posts = sent
    .filter((one) => one.method === 'POST')
    .map((one) => new URLSearchParams(one.path.split('?')[1]));
  expect(posts.map((one) => [one.get('patid'), one.get('kind')])).toEqual(
    Array.from({ length: 4 }, () => ['1001', 'bill']),
  );
  expect(new Set(posts.map((one) => one.get('fileId'))).size).toBe(4);
  // A rejection is final: no action is offered that would only fail again.
  expect(dialog.queryByRole('button', { name: 'Noch einmal versuchen' })).toBeNull();
});

test('an interrupted upload is retried with the same id, to the same person', async () => {
  let isCut = true;
  const sent = await show('', ({ path }) => {
    if (path.startsWith('/documents/file')) return { status: 204 };
    if (!path.startsWith('/documents/upload')) return { body: { items: [], cursor: null } };
    if (isCut) throw new TypeError('no network');
    return { body: { fileId: 'x', mime: 'application/pdf', size: 8 } };
  });
  const dialog = await openDialog();
  fireEvent.change(dialog.getByRole('searchbox', { name: 'Zu wem gehört es?' }), {
    target: { value: 'Özk' },
  });
  fireEvent.click(await screen.findByRole('option', { name: /Özkan, Emil/ }));
  choose(dialog, pdf('eins.pdf'), pdf('zwei.pdf'));
  fireEvent.change(dialog.getByLabelText('Was ist es?'), { target: { value: 'letter' } });
  fireEvent.click(dialog.getByRole('button', { name: '2 Dateien hinzufügen' }));
  const again = await dialog.findByRole('button', { name: 'Noch einmal versuchen' });
  expect(await dialog.findByText(/Keine Verbindung zum Server/)).toBeTruthy();
  // A lost answer must not file the sheet with another patient.
  expect([
    (dialog.getByLabelText('Was ist es?') as HTMLSelectElement).disabled,
    dialog.queryByRole('button', { name: 'Andere Person' }),
  ]).toEqual([true, null]);
  isCut = false;
  fireEvent.click(again);
  expect(
    await screen.findByText('2 Dokumente liegen jetzt in der Akte von Özkan, Emil.'),
  ).toBeTruthy();
  const ids = sent
    .filter((one) => one.method === 'POST')
    .map((one) => new URLSearchParams(one.path.split('?')[1]).get('fileId'));
  expect([ids.length, new Set(ids).size, ids[0] === ids[1]]).toEqual([3, 2, true]);
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Rückgängig/ }));
  await waitFor(() =>
    expect(sent.filter((one) => one.method === 'DELETE').map((one) => one.path)).toEqual(
      [...new Set(ids)].map((id) => `/documents/file/${id}`),
    ),
  );
});

test('a fresh upload can be undone, by its own sender and for a while only', async () => {
  const fresh = { ...letter, undoUntil: Date.now() + 60_000 },
    late = row({
      fileId: 'f9',
      kind: 'upload',
      uploadKind: 'bill',
      title: 'Rechnung',
      undoUntil: Date.now() - 1,
    });
  const sent = await show('', ({ method }) =>
    method === 'DELETE'
      ? { status: 204 }
      : { body: { items: [fresh, late, row({})], cursor: null } },
  );
  for (const [name, may] of [
    ['Mehr zu Rechnung oder Kostenplan von Groß, Anna', false],
    ['Mehr zu Einwilligung: Fotos von Groß, Anna', false],
    ['Mehr zu Brief von Groß, Anna', true],
  ] as const) {
    fireEvent.click(await screen.findByRole('button', { name }));
    await screen.findByRole('menuitem', { name: 'Herunterladen' });
    expect([name, screen.queryByRole('menuitem', { name: 'Zurücknehmen' }) !== null]).toEqual([
      name,
      may,
    ]);
    if (!may) fireEvent.click(screen.getByRole('button', { name }));
  }
  fireEvent.click(screen.getByRole('menuitem', { name: 'Zurücknehmen' }));
  expect(sent.filter((one) => one.method === 'DELETE')).toEqual([]);
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Zurücknehmen' }),
  );
  expect(await screen.findByText('Zurückgenommen.')).toBeTruthy();
  expect(sent.filter((one) => one.method === 'DELETE').map((one) => one.path)).toEqual([
    '/documents/file/f2',
  ]);
});

test('files dropped on the page open the dialog with them', async () => {
  await show('?patid=1001', () => ({ body: { items: [row({})], cursor: null } }));
  await screen.findByText('Dokumente von Groß, Anna');
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(drop, { dataTransfer: { types: ['Files'], files: [pdf('eins.pdf')] } });
  window.dispatchEvent(drop);
  const dialog = within(await screen.findByRole('dialog'));
  expect([
    dialog.getByText('eins.pdf').textContent,
    dialog.getByText('Groß, Anna').textContent,
  ]).toEqual(['eins.pdf', 'Groß, Anna']);
});

test('a misfiled document is removed with a reason and moved; a removed one does not open', async () => {
  const sent = await show('', ({ method }) =>
    method === 'POST'
      ? { body: { wasGivenHome: true } }
      : {
          body: {
            items: [
              letter,
              row({
                fileId: 'f5',
                kind: 'upload',
                uploadKind: 'photo',
                uploadedBy: 'X',
                voidedAt: AT,
                isHeld: true,
                voided: {
                  note: 'falsche Person',
                  byName: 'Fatma Kaya',
                  movedTo: { fileId: 'f6', patid: '1002', patientName: 'Özkan, Emil' },
                },
              }),
            ],
            cursor: null,
          },
        },
  );
  const rows = (await screen.findAllByRole('row')).slice(1);
  expect(rows[1]?.textContent).toMatch(
    /herausgenommen von Fatma Kaya: falsche Person Jetzt bei Özkan, Emil\..*Löschsperre/,
  );
  expect(within(rows[1]!).queryAllByRole('button')).toEqual([]);
  fireEvent.click(within(rows[0]!).getByRole('button', { name: /Mehr/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Gehört nicht hierher …' }));
  const dialog = within(await screen.findByRole('dialog'));
  const out = dialog.getByRole('button', { name: 'Herausnehmen' });
  out.focus();
  fireEvent.click(out);
  expect([
    dialog.getByText('Bitte nennen Sie den Grund.').tagName,
    sent.some((one) => one.method === 'POST'),
  ]).toEqual(['P', false]);
  expect(document.activeElement).toBe(dialog.getByLabelText('Grund'));
  fireEvent.change(dialog.getByLabelText('Grund'), { target: { value: 'gehört zu Emil' } });
  fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'özk' } });
  fireEvent.click(
    await dialog.findByRole('option', { hidden: true }).catch(() => screen.findByRole('option')),
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Herausnehmen und Özkan, Emil zuordnen' }));
  await waitFor(() =>
    expect(sent.find((one) => one.method === 'POST')).toMatchObject({
      path: '/documents/file/f2/void',
      body: { note: 'gehört zu Emil', to: { patid: '1002' } },
    }),
  );
});
