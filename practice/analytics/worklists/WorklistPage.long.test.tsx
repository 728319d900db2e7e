// Tests of the work lists: bulk actions with undo, one line next to the list, letters with the
// people left out.

import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import auswertung from '../../report-kit/texts.de.json';
import words from '../../../shared/analytics/reports/worklist-words.de.json';
import own from './texts.de.json';
import { detail, LABEL, line, perio, report } from './worklist.fixture.ts';
import { WorklistPage } from './WorklistPage.tsx';

let readAt: number | null,
  rows: object[],
  isReading = false,
  mostAtOnce: number,
  onPiece: (from: number) => void;

async function open(kind: WorklistKind = 'hkp'): Promise<Sent[]> {
  mostAtOnce = 20;
  onPiece = () => undefined;
  const sent = fakeServer(({ method, path }) => {
    if (path === '/api/hkpvorlagen')
      return {
        body: {
          items: [
            {
              id: 'v1',
              kind: 'hkp',
              name: 'Zweite Bitte',
              betreff: 'Noch einmal',
              text: 'Bitte rufen Sie an.',
            },
            { id: 'v2', kind: 'recall', name: 'Andere Liste', betreff: 'x', text: 'y' },
          ],
        },
      };
    if (path.startsWith('/api/hkpvorlagen/')) return { status: 204 };
    if (path.startsWith('/api/hkplabels') && method === 'GET')
      return {
        body: {
          items: [
            { id: LABEL, name: 'Anrufen', color: 'teal', kind: 'hkp', position: 0, anzahl: 0 },
          ],
        },
      };
    if (path === '/auth/usersinfo')
      return { body: [{ id: 'u1', firstName: 'Eva', lastName: 'Beck' }] };
    if (path === '/api/hkp/schreiben')
      return { body: { geschrieben: 1, ausgelassen: [{ target: 'h2', warum: 'keine_adresse' }] } };
    if (path === '/api/par/p1') return { body: perio };
    if (/^\/api\/hkp\/h[12]$/.test(path)) return { body: detail };
    if (isReading && path.startsWith(`/api/${kind}`)) return errorAnswer(503, 'reports_loading');
    if (method !== 'GET') return { status: 204 };
    const from = Number(/[?&]ab=(\d+)/.exec(path)?.[1] ?? 0),
      body = report(readAt, rows.slice(from, from + mostAtOnce)),
      hits = {
        key: 'treffer',
        wert: rows.length,
        vergleich: null,
        delta: null,
        ziel: null,
        zaehler: null,
        nenner: null,
      };
    if (path.includes('n=2000')) onPiece(from);
    return { body: { ...body, kpis: [...body.kpis, hits] } };
  });
  await stage(
    <MemoryRouter initialEntries={[`/${kind}`]}>
      <Routes>
        <Route path={`/${kind}`} element={<WorklistPage kind={kind} />} />
      </Routes>
    </MemoryRouter>,
    { arbeitsliste: { ...own, ...words }, auswertung },
  );
  return sent;
}
const posted = (sent: Sent[], path: string): unknown[] =>
  sent.filter((one) => one.method === 'POST' && one.path === path).map((one) => one.body);
// The session of an earlier file may be left.
beforeEach(clearSession);
afterEach(() => {
  isReading = false;
  clearSession();
  notifications.clean();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

test('without any delivered data the page shows a message with the next step', async () => {
  readAt = null;
  rows = [];
  await open();
  expect(await screen.findByText(/noch keine Daten da/)).toBeTruthy();
  expect(screen.queryByText('Kein Plan wartet auf Sie.')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Wie sie hereinkommen' })).toBeNull();
  act(() => signInAs('owner', { id: 'u1' }, { expiresAt: Date.now() + 86_400_000 }));
  expect(
    (await screen.findByRole('link', { name: 'Wie sie hereinkommen' })).getAttribute('href'),
  ).toBe('/daten');
});

test.each(['par', 'recall'] as const)(
  'during the import the list of /%s shows a message and then appears automatically',
  async (kind) => {
    readAt = 1;
    rows = [
      line('x', 'Groß, Anna', {
        hkpid: null,
        [kind === 'par' ? 'parId' : 'recallId']: 'x',
        grund: kind === 'par' ? 'ait_offen' : 'ueberfaellig',
      }),
    ];
    isReading = true;
    await open(kind);
    expect(await screen.findByText(own.reading)).toBeTruthy();
    expect(screen.queryByText(kind === 'par' ? own['empty.par'] : own['empty.recall'])).toBeNull();
    isReading = false;
    expect(await screen.findByText('Groß, Anna', {}, { timeout: 4_000 })).toBeTruthy();
    expect(screen.queryByText(own.reading)).toBeNull();
  },
);

test('selected lines get a label together, which can be undone', async () => {
  readAt = 1;
  rows = [line('h1', 'Groß, Anna'), line('h2', 'Öz, Emil', { labels: LABEL })];
  const sent = await open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Alle Zeilen wählen' }));
  const bar = screen.getByRole('region', { name: 'Gewählte Zeilen' });
  expect(within(bar).getByText('2 Zeilen gewählt')).toBeTruthy();
  await userEvent.click(within(bar).getByRole('button', { name: 'Label' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Anrufen/ }));
  // Only lines that lack the label get it.
  await waitFor(() =>
    expect(posted(sent, '/api/hkplabels/assign')).toEqual([
      { kind: 'hkp', targets: ['h1'], add: [LABEL], remove: [] },
    ]),
  );
  await userEvent.click(await screen.findByRole('button', { name: /Zurücknehmen|Rückgängig/ }));
  await waitFor(() => expect(posted(sent, '/api/hkplabels/assign')).toHaveLength(2));
  expect(posted(sent, '/api/hkplabels/assign')[1]).toEqual({
    kind: 'hkp',
    targets: ['h1'],
    add: [],
    remove: [LABEL],
  });
});

test('the whole list is exported as a file: all lines, names for ids and words for states', async () => {
  readAt = 1;
  rows = [line('h1', 'Groß, Anna', { wer: 'u1', labels: LABEL, auch: 'ohne_termin' })];
  const sent = await open(),
    files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:1';
  });
  await screen.findByText('Groß, Anna');
  await userEvent.click(screen.getByRole('button', { name: 'Exportieren' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Als CSV-Datei' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect((await files[0]!.text()).replace('\uFEFF', '')).toBe(
    'Patient;Was ansteht;Summe;Wer;Labels\r\nGroß, Anna;läuft ab, ohne Termin;1840,50;Eva Beck;Anrufen\r\n',
  );
  expect(sent.some((one) => one.path === '/api/hkp?n=2000')).toBe(true);
  vi.restoreAllMocks();
});

test('the export has every line, restarts on a changed list, and fails on one that keeps changing', async () => {
  readAt = 1;
  rows = [line('h1', 'Groß, Anna'), line('h2', 'Öz, Emil'), line('h3', 'Klein, Ida')];
  const sent = await open(),
    files: Blob[] = [],
    asked = (): string[] =>
      sent
        .filter((one) => one.path.startsWith('/api/hkp?n=2000'))
        .map((one) => one.path.replace('/api/hkp?n=2000', ''));
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:1';
  });
  await screen.findByText('Klein, Ida');
  const take = async (): Promise<void> => {
    await userEvent.click(screen.getByRole('button', { name: 'Exportieren' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Als CSV-Datei' }));
  };
  mostAtOnce = 2;
  await take();
  await waitFor(() => expect(files).toHaveLength(1));
  expect([
    (await files[0]!.text())
      .split('\r\n')
      .slice(1, 4)
      .map((row) => row.split(';')[0]),
    asked(),
  ]).toEqual([
    ['Groß, Anna', 'Öz, Emil', 'Klein, Ida'],
    ['', '&ab=2'],
  ]);
  // A line moved to the front after the first page was read: the second would contain a line twice.
  onPiece = (from) => {
    if (from === 0 && rows.length === 3)
      queueMicrotask(() => {
        rows = [line('h0', 'Neu, Nora'), ...rows];
      });
  };
  await take();
  await waitFor(() => expect(files).toHaveLength(2));
  expect([
    (await files[1]!.text())
      .split('\r\n')
      .slice(1, 5)
      .map((row) => row.split(';')[0]),
    asked().slice(2),
  ]).toEqual([
    ['Neu, Nora', 'Groß, Anna', 'Öz, Emil', 'Klein, Ida'],
    ['', '&ab=2', '', '&ab=2'],
  ]);
  onPiece = () => {
    readAt = (readAt ?? 0) + 1;
  };
  await take();
  expect(await screen.findByText(/inzwischen geändert/)).toBeTruthy();
  expect(files).toHaveLength(2);
  vi.restoreAllMocks();
});

test('lines beyond the limit of one PDF go into further ones', async () => {
  readAt = 1;
  rows = Array.from({ length: 4001 }, (_, at) => line(`h${at}`, `Groß, Anna ${at}`));
  const sent = await open();
  await screen.findByText('Groß, Anna 0');
  await userEvent.click(screen.getByRole('button', { name: 'Exportieren' }));
  expect(
    (await screen.findAllByRole('menuitem', { name: /^Als PDF/ })).map((one) => one.textContent),
  ).toEqual(['Als PDF', 'Als PDF: Zeilen 2001 bis 4000', 'Als PDF: Zeilen 4001 bis 4001']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Als PDF: Zeilen 2001 bis 4000' }));
  await waitFor(() =>
    expect(sent.map((one) => one.path)).toContain('/api/arbeitsliste/hkp/pdf?ab=2000'),
  );
});

test('a perio case shows stage and due step; a figure filters the list; the panel has steps and notes', async () => {
  readAt = 1;
  rows = [
    line('p1', 'Groß, Anna', {
      hkpid: null,
      parId: 'p1',
      grund: 'upt_faellig',
      tag: '2026-10-05',
      art: null,
      status: 'IN_ARBEIT',
      grad: 'C',
      upt: 2,
      uptMost: 6,
      station: 'letzteUpt',
    }),
  ];
  const sent = await open('par');
  await screen.findByText('Groß, Anna');
  for (const words_ of ['seit 05.10.2026', 'Grad C · UPT 2 von 6', 'letzte UPT'])
    expect(screen.getByText(words_)).toBeTruthy();
  await userEvent.click(
    screen.getByRole('button', { name: 'UPT-Zeitraum endet oder ist vorbei: 0, Zeilen zeigen' }),
  );
  await waitFor(() =>
    expect(sent.some((one) => one.path === '/api/par?grund=upt_endet%2Cupt_vorbei')).toBe(true),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Groß, Anna öffnen' }));
  const panel = await screen.findByRole('dialog', { name: 'Groß, Anna' });
  for (const words_ of [
    '2 von höchstens 6',
    '10 einwurzelig, 8 mehrwurzelig',
    '01.03.2028',
    'Ruft zurück',
  ])
    expect(await within(panel).findByText(words_)).toBeTruthy();
  await userEvent.click(within(panel).getByRole('button', { name: 'UPT-Verlängerung beantragen' }));
  await waitFor(() =>
    expect(posted(sent, '/api/hkp/schritt')).toEqual([
      {
        kind: 'par',
        targets: ['p1'],
        text: 'UPT-Verlängerung beantragen',
        bis: null,
        wer: null,
        istErledigt: false,
      },
    ]),
  );
});

test('a line opens next to the list; its next step is edited there', async () => {
  readAt = 1;
  rows = [line('h1', 'Groß, Anna')];
  const sent = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Groß, Anna öffnen' }));
  const panel = await screen.findByRole('dialog', { name: 'Groß, Anna' });
  expect(await within(panel).findByText('1.840,50 €')).toBeTruthy();
  await userEvent.click(within(panel).getByRole('button', { name: 'Termin anbieten' }));
  await waitFor(() =>
    expect(posted(sent, '/api/hkp/schritt')).toEqual([
      {
        kind: 'hkp',
        targets: ['h1'],
        text: 'Termin anbieten',
        bis: null,
        wer: null,
        istErledigt: false,
      },
    ]),
  );
});

test('before printing, the recipients and the people left out are shown', async () => {
  readAt = 1;
  rows = [line('h1', 'Groß, Anna'), line('h2', 'Öz, Emil')];
  const sent = await open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Alle Zeilen wählen' }));
  await userEvent.click(screen.getByRole('button', { name: 'Anschreiben' }));
  const dialog = await screen.findByRole('dialog', { name: 'Anschreiben' });
  expect(await within(dialog).findByText('Das erreicht 1 Person.')).toBeTruthy();
  expect(within(dialog).getByText('Öz, Emil: keine vollständige Anschrift')).toBeTruthy();
  // Own texts are selected, changed and saved.
  const words = (): string =>
    within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Betreff' }).value;
  expect(words()).toBe('Ihre geplante Behandlung');
  const choice = await within(dialog).findByRole('combobox', { name: 'Vorlage' });
  await waitFor(() =>
    expect(
      within(choice)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Text von Molar', 'Zweite Bitte']),
  );
  await userEvent.selectOptions(choice, 'v1');
  expect(words()).toBe('Noch einmal');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Betreff' }), '!');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Vorlage ändern' }));
  await waitFor(() =>
    expect(
      sent.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]),
    ).toEqual([
      [
        '/api/hkpvorlagen/v1',
        { kind: 'hkp', name: 'Zweite Bitte', betreff: 'Noch einmal!', text: 'Bitte rufen Sie an.' },
      ],
    ]),
  );
});

test('keys walk the lines, a telephone number is called, a head sorts, and the panel next to the list follows', async () => {
  readAt = 1;
  rows = [
    line('h1', 'Groß, Anna', { telefon: '0171 39-20' }),
    line('h2', 'Öz, Emil', { telefon: null }),
  ];
  const sent = await open();
  await screen.findByText('Groß, Anna');
  expect(screen.getByRole('link', { name: '0171 39-20' }).getAttribute('href')).toBe(
    'tel:01713920',
  );
  expect(screen.getByText('keine Nummer')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Öz, Emil' }).getAttribute('href')).toBe('/patient/h2');
  await userEvent.keyboard('j');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Groß, Anna'));
  await userEvent.keyboard('x');
  expect(screen.getByText('1 Zeile gewählt')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Groß, Anna' });
  document.activeElement?.closest<HTMLElement>('[data-row]')?.focus();
  await userEvent.keyboard('j');
  await screen.findByRole('dialog', { name: 'Öz, Emil' });
  await userEvent.click(screen.getByRole('button', { name: 'Summe' }));
  await waitFor(() => expect(sent.some(({ path }) => path.includes('sort=wert'))).toBe(true));
  expect(screen.getByRole('columnheader', { name: 'Summe' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
});
