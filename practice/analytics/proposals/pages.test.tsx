// Tests of the other proposal pages: entries to be made, refused proposals, figures, and the
// quarter closing.

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorAnswer, type Sent } from '../../ui/stage.fixture.tsx';
import { RejectedPage } from './RejectedPage.tsx';
import { FiguresPage } from './BillingFiguresPage.tsx';
import { ToEnterPage } from './ToEnterPage.tsx';
import { openQuery } from './spans.ts';
import { ProtocolPage } from './ProtocolPage.tsx';
import { quartersBack, quarterSpan } from './quarter/quarters.ts';
import { QuarterPage } from './QuarterPage.tsx';
import texts from './texts.de.json';
import { plain, show, signIn, writes } from './pages.fixture.tsx';
import { kpis, proposalList, quarterData, READ_AT, proposalOf } from './proposal.fixture.ts';

vi.mock('../../charts/echarts.ts', () => ({
  openChart: () => ({
    setOption: () => undefined,
    on: () => undefined,
    off: () => undefined,
    resize: () => undefined,
    dispose: () => undefined,
  }),
}));
beforeEach(() => signIn());
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});
test('entries are listed by day and person; only the data ticks them off; undo works', async () => {
  const waiting = proposalOf(1, {
      state: 'VORGEMERKT',
      rev: 3,
      zahn: '36',
      menge: 2,
      entscheid: { von: 'Fatma Kaya', am: READ_AT, grund: null, comment: '' },
    }),
    arrived = proposalOf(2, {
      state: 'UMGESETZT',
      rev: 4,
      entscheid: { von: '', am: READ_AT, grund: null, comment: '' },
    });
  const sent = await show(<ToEnterPage />, ({ method, path }) =>
    method === 'POST'
      ? { body: { state: 'NEU', rev: 4, von: 'A', am: 1 } }
      : { body: proposalList(path.includes('UMGESETZT') ? [arrived] : [waiting]) },
  );
  const table = await screen.findByRole('table', { name: 'Vorgemerkt, noch einzutragen' });
  expect(plain(table.textContent)).toMatch(
    /Groß, Anna 1 \*01\.02\.1960.*BEMA 04 · 2 × · Zahn 36.*Code je Sextant.*15,36 €.*Noch nicht eingetragen.*Fatma Kaya/,
  );
  expect(within(table).queryByRole('checkbox')).toBeNull();
  expect(
    within(
      await screen.findByRole('table', { name: 'In den letzten 14 Tagen angekommen' }),
    ).getByText('Eingetragen'),
  ).toBeTruthy();
  await userEvent.click(within(table).getByRole('button', { name: /Groß, Anna 1 zurücknehmen$/ }));
  await waitFor(() =>
    expect(writes(sent)).toEqual([
      'POST /api/vorschlagzuruecknehmen {"patid":"P1","tag":"2026-11-19","regel":"D01","zahn":"36","rev":3}',
    ]),
  );
});

test('estimated euros are marked in the printed list and in every sum, and an unknown value is not 0 €', async () => {
  const items = [
    proposalOf(1, { state: 'VORGEMERKT', wertArt: 'GESCHAETZT' }),
    proposalOf(2, { state: 'VORGEMERKT', cents: 0, wertArt: 'UNBEKANNT' }),
    proposalOf(3, { state: 'VORGEMERKT' }),
  ];
  const sum = { anzahl: 3, cents: 3072, geschaetzt: 1536, ohneWert: 1 };
  await show(<ToEnterPage />, () => ({
    body: proposalList(items, { vorgemerkt: sum, gefunden: sum }),
  }));
  await screen.findByRole('table', { name: 'Vorgemerkt, noch einzutragen' });
  const text = plain(document.body.textContent);
  for (const words of [
    'rund 15 € geschätzt',
    'Wert unbekannt',
    'rund 31 € (davon rund 15 € geschätzt, 1 ohne bekannten Wert)',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('0,00 €');
});
test('a refused proposal shows reason, comment and author, and returns only by hand', async () => {
  const sent = await show(
    <RejectedPage />,
    ({ method }) =>
      method === 'POST'
        ? { body: { state: 'NEU', rev: 3, von: 'A', am: 1 } }
        : {
            body: {
              gefunden: { anzahl: 1, cents: 1536, geschaetzt: 0, ohneWert: 0 },
              items: [
                proposalOf(1, {
                  state: 'ABGELEHNT',
                  rev: 2,
                  entscheid: {
                    von: 'Fatma Kaya',
                    am: READ_AT,
                    grund: 'nicht_erbracht',
                    comment: 'Patientin wollte nicht',
                  },
                }),
              ],
              weiter: null,
            },
          },
    '/',
    '/?von=2026-01-01&bis=2026-11-20',
  );
  const row = within(await screen.findByRole('table')).getAllByRole('row')[1];
  expect(plain(row?.textContent)).toMatch(
    /19\.11\.2026.*Groß, Anna 1.*D01 PSI nicht erhoben.*nicht erbracht.*Patientin wollte nicht.*Fatma Kaya/,
  );
  expect(sent[0]?.path).toBe('/api/abgelehntevorschlaege/2026-01-01/2026-11-20');
  await userEvent.click(screen.getByRole('button', { name: /zurückholen$/ }));
  await waitFor(() =>
    expect(writes(sent)).toEqual([
      'POST /api/vorschlagzuruecknehmen {"patid":"P1","tag":"2026-11-19","regel":"D01","zahn":"","rev":2}',
    ]),
  );
});
test('figures and waiting entries follow the period and the practitioner of the address', async () => {
  const at = '/?zeit=frei&von=2026-01-01&bis=2026-01-31&behandler=b1',
    asked = (sent: Sent[], path: string): string[] =>
      sent.filter((one) => one.path.startsWith(path)).map((one) => one.path);
  const figures = await show(<FiguresPage />, () => ({ body: kpis() }), '/', at);
  await waitFor(() =>
    expect(asked(figures, '/api/abrechnung/kpis')).toEqual([
      '/api/abrechnung/kpis?von=2026-01-01&bis=2026-01-31&behandler=b1',
    ]),
  );
  const waits = await show(
    <ToEnterPage />,
    ({ path }) =>
      path.startsWith('/api/staticdata') ? { body: { items: [] } } : { body: proposalList([]) },
    '/',
    at,
  );
  await waitFor(() =>
    expect(asked(waits, '/api/abrechnungsvorschlaege')).toContain(
      '/api/abrechnungsvorschlaege?von=2026-01-01&bis=2026-01-31&behandler=b1&state=VORGEMERKT&n=500',
    ),
  );
  expect(openQuery({}, '2026-11-20')).toEqual({ von: '2023-11-21', bis: '', behandler: '' });
});
test('a period that ends before it begins is reported and not requested', async () => {
  const sent = await show(
    <RejectedPage />,
    () => ({
      body: {
        gefunden: { anzahl: 0, cents: 0, geschaetzt: 0, ohneWert: 0 },
        items: [],
        weiter: null,
      },
    }),
    '/',
    '/?von=2026-11-01&bis=2026-01-01',
  );
  expect(await screen.findByText('Das Ende liegt vor dem Anfang.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('figures and their tables mark estimated parts, and only where there are any', async () => {
  const answer = kpis();
  await show(<FiguresPage />, () => ({
    body: {
      ...answer,
      offen: { ...answer.offen, geschaetzt: 1200, ohneWert: 1 },
      regeln: answer.regeln.map((one) => ({
        ...one,
        offen: { ...one.offen, geschaetzt: 1200, ohneWert: 1 },
      })),
    },
  }));
  await screen.findByLabelText(texts['kennzahlen.titel'], { selector: 'dl' });
  const shown = (): string => plain(document.body.textContent);
  await waitFor(() =>
    expect(shown()).toContain('davon rund 12 € geschätzt, 1 ohne bekannten Wert'),
  );
  for (const words of ['Davon geschätzt', 'Ohne bekannten Wert']) expect(shown()).toContain(words);
});
test('figures show their denominator; practitioners appear only where the server sends them', async () => {
  await show(<FiguresPage />, () => ({ body: kpis() }));
  const list = await screen.findByText('Angenommen', { selector: 'dt' });
  expect(plain(list.parentElement?.textContent)).toMatch(/^Angenommen90\s?%90 von 100$/);
  expect(
    plain(screen.getByText('Umgesetzter Wert', { selector: 'dt' }).parentElement?.textContent),
  ).toMatch(/^Umgesetzter Wert62\s?%1\.240,00 € von 2\.000,00 €$/);
  expect(screen.getByRole('heading', { name: 'Je Behandler' })).toBeTruthy();
});
test('without decisions no share is shown, and staff see no practitioners', async () => {
  await show(<FiguresPage />, () => ({
    body: kpis({ annahme: { wert: null, zaehler: 0, nenner: 0 }, behandler: null }),
  }));
  expect(
    plain((await screen.findByText('Angenommen', { selector: 'dt' })).parentElement?.textContent),
  ).toBe('Angenommen–noch nichts entschieden');
  expect(screen.queryByRole('heading', { name: 'Je Behandler' })).toBeNull();
});

test('the quarter counts down, names missing data, and hands in after a confirmation', async () => {
  const sent = await show(<QuarterPage />, ({ method }) =>
    method === 'GET' ? { body: quarterData() } : { status: 204 },
  );
  expect(await screen.findByRole('heading', { name: 'Noch 41 Tage bis 31.12.2026' })).toBeTruthy();
  const checks = screen.getAllByRole('listitem').map((one) => plain(one.textContent));
  expect(checks).toContainEqual(
    'Nicht bekanntGesundheitskarte nicht eingelesenDie Praxissoftware liefert das nicht.',
  );
  expect(checks).toContainEqual('12 offenOffene Vorschläge486,00 €');
  expect(checks).toContainEqual('ErledigtVorgemerkt und noch einzutragen');
  expect(plain(screen.getByText(/ausgeschöpft/).textContent)).toMatch(/^92\s?% ausgeschöpft$/);
  await userEvent.click(screen.getByRole('button', { name: 'KCH Q4 2026 ist abgegeben' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ja, abgegeben' }));
  await waitFor(() =>
    expect(writes(sent)[0]).toMatch(
      /^POST \/api\/abrechnung\/abgaben \{"id":"[0-9a-f-]{36}","kzv":"","bereich":"KCH","zeitraum":"2026-Q4","mitFrueheren":false\}$/,
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Abgabe ZE 10/2026 zurücknehmen' }));
  await waitFor(() => expect(writes(sent)[1]).toBe('DELETE /api/abrechnung/abgaben/A1 undefined'));
});
test('the quarters step back over the turn of the year', () => {
  expect(quartersBack('2026-02-01', 3)).toEqual(['2026-Q1', '2025-Q4', '2025-Q3']);
});
test('a page that fails can be retried', async () => {
  let fails = true;
  await show(<QuarterPage />, () =>
    fails ? errorAnswer(500, 'internal') : { body: quarterData() },
  );
  const again = await screen.findByRole('button', { name: /noch einmal|erneut/i });
  fails = false;
  await userEvent.click(again);
  expect(await screen.findByRole('heading', { name: /^Noch 41 Tage/ })).toBeTruthy();
});

test('the protocol names errors and forgotten positions with reason, source and the way to each', async () => {
  const sent = await show(
    <ProtocolPage />,
    () => ({
      body: proposalList([
        proposalOf(1, { konfidenz: 0.6 }),
        proposalOf(2, { art: 'PRUEFUNG', konfidenz: 0.9 }),
      ]),
    }),
    '/',
    '/?quartal=2026-Q4',
  );
  const table = await screen.findByRole('table', { name: texts['protokoll.titel'] });
  expect(plain(table.textContent)).toContain(texts['protokoll.fehler']);
  expect(plain(table.textContent)).toContain(proposalOf(1).quelle);
  expect(within(table).getAllByRole('link')[0]?.getAttribute('href')).toMatch(
    /^\/abrechnung(?:\/hinweise)?\?patid=/,
  );
  const asked = sent.find(({ path }) => path.includes('/abrechnungsvorschlaege'))!.path;
  expect(asked).toContain('von=2026-10-01');
  expect(asked).toContain('bis=2026-12-31');
  expect(quarterSpan('2024-Q1').bis).toBe('2024-03-31');
});
test('the protocol of a quarter is narrowed to an area and a class, whose counts follow', async () => {
  await show(
    <ProtocolPage />,
    () => ({
      body: proposalList([
        proposalOf(1, { art: 'PRUEFUNG', konfidenz: 0.9, bereich: 'ZE' }),
        proposalOf(2, { art: 'PRUEFUNG', konfidenz: 0.7 }),
        proposalOf(3),
      ]),
    }),
    '/',
    '/?bereich=KCH',
  );
  expect(
    await screen.findByText(/^0 Fehler, 1 Warnungen, 0 Hinweise, 1 vergessene .* Fälle: 2$/),
  ).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText(texts['protokoll.art']), 'warnung');
  expect(
    await screen.findByText(/^0 Fehler, 1 Warnungen, 0 Hinweise, 0 vergessene .* Fälle: 1$/),
  ).toBeTruthy();
});

test('a protocol reads page after page; with more than it shows it states so next to its counts', async () => {
  let pages = 0;
  await show(<ProtocolPage />, () => {
    pages += 1;
    return { body: proposalList([proposalOf(pages)], { weiter: 'mehr' }) };
  });
  const line = (
    await screen.findByText(/^0 Fehler, 0 Warnungen, 0 Hinweise, 10 vergessene/)
  ).closest('p');
  expect(line?.textContent).toContain('Gezeigt und gezählt sind die ersten 10, es gibt mehr.');
  expect(pages).toBe(10);
  cleanup();
  await show(<ProtocolPage />, () => ({ body: proposalList([]) }), '/', '/?patid=90001');
  expect(await screen.findByText(texts['protokoll.leer'])).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(texts['protokoll.titel']);
});

test('a position of a submitted billing says with which billing it can still be billed', async () => {
  const gone = proposalOf(3, {
    tag: '2026-08-03',
    state: 'VERFALLEN',
    verfaelltMit: { bereich: 'KCH', zeitraum: '2026-Q3' },
  });
  await show(<ToEnterPage />, ({ path }) => ({
    body: proposalList(path.includes('VERFALLEN') ? [gone] : []),
  }));
  const late = await screen.findByRole('table', { name: 'Erst nach der Abgabe gefunden' });
  expect(plain(late.textContent)).toMatch(
    /KCH Q3 2026 ist abgegeben\. Als Nachberechnung noch möglich ab der Abrechnung Q4 2026/,
  );
});
