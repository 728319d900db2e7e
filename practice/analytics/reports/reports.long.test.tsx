// Tests of the report page: its question, figures with their change, the filter in address and
// call, waiting for data, and messages without any.

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type {
  ReportNote,
  Profile,
} from '../../../shared/analytics/reports/saved-reports.schema.ts';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { FIGURE_WORDS_DE } from './glossary/figure-words-de.ts';
import { FIGURE_BY_KEY } from '../../../shared/analytics/reports/figures.ts';
import { byPractitioner, overTime } from '../../report-kit/report.fixture.ts';
import worte from '../../../shared/analytics/reports/report-words.de.json';
import auswertung from '../../report-kit/texts.de.json';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { findFigures, GlossaryPage } from './glossary/GlossaryPage.tsx';
import { HvmForm } from './HvmForm.tsx';
import { amountTyped } from './hvm-typed.ts';
import { readLetter } from './Letter.tsx';
import { OneReportPage, ReportsPage } from './ReportsPage.tsx';
import { REPORTS } from './report-list.ts';
import { fileName } from './TakeAway.tsx';
import texts from './texts.de.json';

vi.mock('../../charts/echarts.ts', () => ({
  openChart: () => ({
    setOption: () => undefined,
    on: () => undefined,
    off: () => undefined,
    resize: () => undefined,
    dispose: () => undefined,
  }),
}));
beforeEach(() => signInAs('owner', { behandler: true }));
afterEach(() => {
  saved = [];
  notes = [];
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});
const plain = (text: string | null): string => (text ?? '').replaceAll('\u00A0', ' ');

/** Profiles and notes that users save for the report. */
let saved: readonly Profile[] = [],
  notes: readonly ReportNote[] = [];
const kept = (path: string): readonly unknown[] => (path.includes('profiles') ? saved : notes);
async function show(
  address: string,
  answer: (sent: Sent) => { status?: number; body?: unknown },
): Promise<Sent[]> {
  window.history.replaceState(null, '', address);
  const sent = fakeServer((one) =>
    one.path.startsWith('/api/staticdata/')
      ? { body: { stand: null, items: [{ id: 't1', name: 'Team Nord' }] } }
      : one.path === '/api/berichtvorschau'
        ? { body: { items: [], zeit: null, istGrosserTarif: true } }
        : /^\/api\/(profiles|notizen)\?/.test(one.path)
          ? { body: { items: kept(one.path) } }
          : one.path.startsWith('/api/umsatz/behandler') &&
              !address.startsWith('/berichte/umsatz/behandler')
            ? { body: byPractitioner() }
            : one.path.startsWith('/api/umsatz/zimmer')
              ? {
                  body: overTime({
                    spalten: [{ key: 'zimmer', titel: 'Zimmer', typ: 'text' }],
                    zeilen: [],
                    serien: [],
                  }),
                }
              : answer(one),
  );
  await stage(
    <BrowserRouter>
      <Routes>
        <Route path="/berichte/kennzahlen" element={<GlossaryPage />} />
        <Route path="/berichte" element={<ReportsPage />} />
        <Route path="/berichte/*" element={<OneReportPage />} />
      </Routes>
    </BrowserRouter>,
    { auswertung, berichte: texts },
  );
  return sent;
}
const asked = (sent: Sent[]): string[] =>
  sent
    .filter((one) => one.path.startsWith('/api/umsatz/zeitreihe'))
    .map((one) => decodeURIComponent(one.path.split('?')[1] ?? ''));
const answered = (body: PracticeReport) => () => ({ body });

test('a report shows its question, figures, changes and table; the chart has a description', async () => {
  await show('/berichte/umsatz/zeitreihe', answered(overTime()));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Wie entwickelt sich der Umsatz?' }),
  ).toBeTruthy();
  const figures = (await screen.findAllByRole('listitem')).map((one) => plain(one.textContent));
  expect(figures[0]).toMatch(/^Umsatz61\.240 €\+4 % gestiegenvorher 58\.900 €/);
  expect(figures[1]).toMatch(/^Honorarumsatz44\.100 €−2 % gefallen/);
  expect(plain(screen.getByRole('img').getAttribute('aria-label'))).toMatch(
    /2 Reihen, Dez 2025 bis Nov 2026 \(Teil\)\. Höchster Wert 57\.500,50 €\./,
  );
  expect(screen.getByText(/^Stand /).textContent).toMatch(/Daten bis 19\.11\.2026$/);
});
test('filters are kept in the address and the call; a chip removes its own', async () => {
  const sent = await show(
    '/berichte/umsatz/zeitreihe?von=2026-01-01&bis=2026-06-30&behandler=b1,b9&basis=rechnung',
    answered(overTime()),
  );
  await waitFor(() =>
    expect(asked(sent).at(-1)).toBe(
      'von=2026-01-01&bis=2026-06-30&behandler=b1,b9&vergleich=VORJAHR&basis=rechnung&gruppierung=MONAT&kennzahl=umsatz',
    ),
  );
  fireEvent.click(
    await screen.findByRole('button', { name: 'Behandler: Dr. Änne Weber entfernen' }),
  );
  await waitFor(() => expect(asked(sent).at(-1)).toContain('behandler=b9&'));
  fireEvent.change(screen.getByLabelText('Vergleich'), { target: { value: 'KEIN' } });
  await waitFor(() => expect(window.location.search).toContain('vergleich=KEIN'));
  fireEvent.click(screen.getByRole('button', { name: 'Zurücksetzen' }));
  await waitFor(() => expect(window.location.search).toBe(''));
});
test('the address of the practice at a glance opens the overview', async () => {
  await show('/berichte/dashboard/executive', answered(overTime()));
  await waitFor(() => expect(window.location.pathname).toBe('/ueberblick'));
});
test('a report links to the checks of its own subject, for the days that it shows', async () => {
  await show('/berichte/umsatz/zeitreihe', answered(overTime()));
  const link = await screen.findByRole('link', { name: texts.quality });
  expect(link.getAttribute('href')).toBe(
    '/berichte/datenqualitaet?bericht=umsatz%2Fzeitreihe&von=2025-12-01&bis=2026-11-20',
  );
});
test.each([
  ['bericht=umsatz/zimmer', 'Was bringt jedes Zimmer?', '&bericht=umsatz/zimmer'],
  ['messwert=umsatz', 'Umsatz', '&messwert=umsatz'],
])(
  'the page of checks with %s names its subject and leads to all checks',
  async (query, name, asks) => {
    const sent = await show(`/berichte/datenqualitaet?${query}`, () => ({
      body: overTime({
        kpis: [],
        serien: [],
        zeilen: [],
        meta: { ...overTime().meta, hinweise: ['datenInOrdnung'] },
      }),
    }));
    const last = (): string =>
      decodeURIComponent(
        sent.filter((one) => one.path.startsWith('/api/datenqualitaet?')).at(-1)?.path ?? '',
      );
    await screen.findByText(`Nur die Prüfungen zu: ${name}`);
    await screen.findByText(worte['hinweis.datenInOrdnung']);
    expect(last()).toContain(asks);
    fireEvent.click(screen.getByRole('button', { name: 'Alle Prüfungen zeigen' }));
    await waitFor(() => expect(last()).not.toMatch(/messwert|bericht/));
    expect(sent.some(({ path }) => path.startsWith('/api/datenqualitaet/kennzahlen?'))).toBe(true);
  },
);
test('during an import the page shows a message and polls automatically', async () => {
  let isReading = true;
  await show('/berichte/umsatz/zeitreihe', () =>
    isReading ? errorAnswer(503, 'reports_loading') : { body: overTime() },
  );
  expect(await screen.findByText(/werden gerade eingelesen/)).toBeTruthy();
  isReading = false;
  expect(await screen.findByRole('table', {}, { timeout: 4_000 })).toBeTruthy();
});
test('without rows it shows why and how to reset the filter; old data is marked as old', async () => {
  await show(
    '/berichte/umsatz/zeitreihe?versicherung=PKV',
    answered(
      overTime({
        zeilen: [],
        serien: [],
        meta: { ...overTime().meta, stand: Date.now() - 30 * 3_600_000 },
      }),
    ),
  );
  expect(
    await screen.findByText('Zu diesen Filtern gibt es in diesem Zeitraum keine Daten.'),
  ).toBeTruthy();
  expect(screen.getByText('älter als 24 Stunden')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
  await waitFor(() => expect(window.location.search).toBe(''));
});
test('without data of this week, it shows until when there is data and the last days', async () => {
  const days = { ...overTime().meta.filter, von: '2026-11-23', bis: '2026-11-23' };
  await show(
    '/berichte/umsatz/zeitreihe?von=2026-11-23&bis=2026-11-23',
    answered(
      overTime({
        zeilen: [],
        serien: [],
        meta: { ...overTime().meta, filter: days, datenBis: '2026-11-20' },
      }),
    ),
  );
  expect(
    await screen.findByText('Die Daten der Praxissoftware reichen bis 20.11.2026.'),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '14.11.2026 – 20.11.2026 zeigen' }));
  await waitFor(() => expect(window.location.search).toBe('?von=2026-11-14&bis=2026-11-20'));
});
test('a failed report can be retried; a forbidden one names who can grant it', async () => {
  await show('/berichte/umsatz/zeitreihe', () => errorAnswer(500, 'internal'));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('button', { name: /noch einmal|erneut/i })).toBeTruthy();
  cleanup();
  await show('/berichte/umsatz/zeitreihe', () => errorAnswer(403, 'forbidden'));
  expect((await screen.findByRole('alert')).textContent).toContain('Inhaber');
  expect(screen.queryByRole('button', { name: /noch einmal|erneut/i })).toBeNull();
});
test('every report has a question and a place in the list', async () => {
  await show('/berichte', answered(overTime()));
  const words = worte as Record<string, string>;
  await screen.findByRole('heading', { level: 1, name: texts.title });
  const places = new Map(
    [...document.querySelectorAll('.be-entry a')].map((link) => [
      link.getAttribute('href'),
      link.textContent,
    ]),
  );
  for (const { path } of REPORTS)
    expect(places.get(`/berichte/${path}`)).toContain(words[`frage.${path}`] ?? 'no question');
});
test('the glossary explains every key figure once and finds one by any of its words', async () => {
  await show('/berichte/kennzahlen', answered(overTime()));
  expect((await screen.findAllByRole('heading', { level: 2 })).length).toBe(FIGURE_BY_KEY.length);
  expect(Object.values(FIGURE_WORDS_DE).filter(({ formula }) => formula.trim() === '')).toEqual([]);
  expect(findFigures(FIGURE_BY_KEY, 'BEHANDLUNGSSTUNDEN geteilt').map(({ key }) => key)).toContain(
    'stundensatz',
  );
});
test('file names consist of plain letters and their days; a PDF without all rows states this', () => {
  expect(fileName('leistungen', overTime().meta.filter, 'pdf', 8_026)).toBe(
    'leistungen_2025-12-01_2026-11-20_Zeilen-1-bis-2000-von-8026.pdf',
  );
  expect(fileName('umsatz/soll-ist', overTime().meta.filter, 'csv', 9_000)).toBe(
    'umsatz-soll-ist_2025-12-01_2026-11-20.csv',
  );
});
test('a report opens with its default view, and never overrides the address', async () => {
  saved = [
    {
      id: 'p1',
      name: 'PZR im Monat',
      report: 'umsatz/zeitreihe',
      filter: { zeit: 'monat', bereich: 'PZR' },
      istGeteilt: true,
      istVorgabe: true,
      istMein: false,
      von: 'A',
    },
    {
      id: 'p2',
      name: 'Quartal',
      report: 'umsatz/zeitreihe',
      filter: { zeit: 'quartal' },
      istGeteilt: false,
      istVorgabe: true,
      istMein: true,
      von: 'A',
    },
  ];
  const first = await show('/berichte/umsatz/zeitreihe', answered(overTime()));
  await waitFor(() => expect(window.location.search).toBe('?zeit=quartal'));
  expect(first.length).toBeGreaterThan(0);
  cleanup();
  await show('/berichte/umsatz/zeitreihe?zeit=woche', answered(overTime()));
  fireEvent.click(await screen.findByRole('button', { name: 'Ansichten' }));
  const [shared] = await screen.findAllByRole('button', { name: /^PZR im Monat/ });
  expect([
    window.location.search,
    shared?.textContent,
    screen.queryByRole('button', { name: '„PZR im Monat“ entfernen' }),
  ]).toEqual(['?zeit=woche', 'PZR im Monatöffnet sich zuerst · Praxis', null]);
  fireEvent.click(shared!);
  await waitFor(() =>
    expect(new URLSearchParams(window.location.search).toString()).toBe('zeit=monat&bereich=PZR'),
  );
});
test('notes appear on their report if they concern its days; a new one is sent with its period', async () => {
  notes = [
    { id: 'n1', zeit: '2026-03', text: 'Umbau', von: 'Dr. A', am: 0, istMein: true },
    { id: 'n2', zeit: '2019', text: 'alt', von: 'Dr. A', am: 0, istMein: false },
  ];
  const sent = await show(
    '/berichte/umsatz/zeitreihe?von=2026-01-01&bis=2026-06-30',
    answered(
      overTime({
        meta: {
          ...overTime().meta,
          filter: { ...overTime().meta.filter, von: '2026-01-01', bis: '2026-06-30' },
        },
      }),
    ),
  );
  expect(await screen.findByText('Umbau', {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.queryByText('alt')).toBeNull();
  expect(screen.queryByLabelText('Notiz')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Notiz hinzufügen' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Notiz'));
  fireEvent.change(screen.getByLabelText('Notiz'), { target: { value: ' Grippewelle ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Notiz speichern' }));
  await waitFor(() =>
    expect(sent.find((one) => one.method === 'POST')?.body).toMatchObject({
      report: 'umsatz/zeitreihe',
      zeit: '2026-06',
      text: 'Grippewelle',
    }),
  );
});
test('tiers are typed in any order, each number once, and sent sorted by number', async () => {
  const sent = fakeServer(({ method }) =>
    method === 'PUT' ? { status: 204 } : { body: { items: [] } },
  );
  await stage(<HvmForm region="be" />, { auswertung, berichte: texts });
  const add = await screen.findByRole('button', { name: 'Stufe hinzufügen' }),
    type = (label: string, at: number, value: string): void => {
      fireEvent.change(screen.getAllByLabelText(label)[at]!, { target: { value } });
    },
    save = screen.getByRole('button', { name: texts['hvm.save'] });
  fireEvent.click(add);
  fireEvent.click(add);
  expect(save.hasAttribute('disabled')).toBe(true);
  type('Bis Fälle', 0, '600');
  type('Faktor', 0, '0,9');
  type('Bis Fälle', 1, '600');
  type('Faktor', 1, '1');
  expect([
    screen.getByText('Diese Grenze gibt es schon') !== null,
    save.hasAttribute('disabled'),
  ]).toEqual([true, true]);
  type('Bis Fälle', 1, '400');
  fireEvent.click(save);
  await waitFor(() =>
    expect(sent.find((one) => one.method === 'PUT')?.body).toMatchObject({
      config: {
        staffel: [
          { bisFaelle: 400, faktor: 1 },
          { bisFaelle: 600, faktor: 0.9 },
        ],
      },
    }),
  );
});
test('lines of a letter are parsed as pasted; an invalid line is named', () => {
  expect(readLetter('01 98,5\n13b; 31.2\n\nÄ925a\t12\nUPT a 3')).toEqual({
    zeilen: [
      { nr: '01', je100: 98.5 },
      { nr: '13b', je100: 31.2 },
      { nr: 'Ä925a', je100: 12 },
      { nr: 'UPT a', je100: 3 },
    ],
    wrong: [],
  });
  expect(readLetter('Summe\n01').wrong).toEqual(['Summe', '01']);
  expect(['1.234,5', '88', '', 'x'].map(amountTyped)).toEqual([1_234.5, 88, undefined, undefined]);
});
