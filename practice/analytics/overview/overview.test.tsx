// Tests of the overview: tiles with their change and their state against the target, an order saved
// at once and reverted on failure, and a practice without data.

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OverviewSettings } from '../../../shared/analytics/reports/overview.schema.ts';
import { byPractitioner, kpi, overTime } from '../../report-kit/report.fixture.ts';
import auswertung from '../../report-kit/texts.de.json';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import texts from './texts.de.json';
import { OverviewPage } from './OverviewPage.tsx';
import { targetOn, typedNumber } from './TargetsPage.tsx';

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
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});
const CHANGED = [
  {
    art: 'WOCHENTAG',
    id: 'DI',
    name: 'DI',
    jetzt: 7_000,
    vorher: 9_000,
    differenz: -2_000,
    delta: -2 / 9,
    auffaellig: true,
  },
  {
    art: 'BEHANDLER',
    id: 'b1',
    name: 'Dr. Weber',
    jetzt: 5_000,
    vorher: 4_000,
    differenz: 1_000,
    delta: 0.25,
    auffaellig: false,
  },
];
/** Preloads the lazy part that arranges tiles. */
const PART = { timeout: 20_000 };
const plain = (text: string | null): string => (text ?? '').replaceAll('\u00A0', ' ');

const PRACTICE = {
  name: 'P',
  anschrift: '',
  region: 'be',
  regionName: 'KZV Berlin',
  behandler: 2,
  zimmer: 2,
  groesse: '2-3',
};
async function show(
  settings: OverviewSettings | null,
  put: () => { status?: number; body?: unknown } = () => ({ body: { settings: null } }),
  readAt: number | null = Date.now(),
  refused?: string,
): Promise<Sent[]> {
  const meta = { ...overTime().meta, stand: readAt };
  const sent = fakeServer((one) => {
    if (refused !== undefined && one.path.startsWith(refused)) return errorAnswer(403, 'forbidden');
    if (one.path.startsWith('/api/staticdata/')) return { body: { stand: null, items: [] } };
    if (one.path.startsWith('/api/settings/pattermapi')) return { body: { stichworte: [] } };
    if (one.path === '/api/profile') return { body: PRACTICE };
    if (one.path === '/api/heute/lage')
      return {
        body: {
          at: 0,
          tablets: { known: 0, connected: 0, unsent: 0, batteryLow: 0 },
          backup: { level: 'ok', lastGoodAt: null },
          pvs: { stand: null },
          tray: { count: 0, oldestAt: null },
          missing: { people: 1, papers: 2, riskCents: 31_200, unknownRisk: 0 },
          forms: { people: 0, forms: 0 },
        },
      };
    if (one.path.startsWith('/api/dashboard/aenderungen'))
      return { body: overTime({ meta, kpis: [], serien: [], zeilen: CHANGED }) };
    if (one.path.startsWith('/api/dashboard/aufgaben'))
      return {
        body: overTime({
          meta,
          kpis: [],
          serien: [],
          zeilen: [
            { was: 'GENEHMIGT_OHNE_TERMIN', anzahl: 7, wert: 11_420 },
            { was: 'LAEUFT_AB', anzahl: 0, wert: 0 },
          ],
        }),
      };
    if (one.path.startsWith('/api/hvm/be'))
      return {
        body: overTime({
          meta,
          kpis: [kpi('hvmVerbrauch', 9_400)],
          serien: [],
          zeilen: [
            { art: 'TOPF', prognose: 19_000, ueberhang: 0, reserve: 1_000 },
            { art: 'BEHANDLER', prognose: null },
          ],
        }),
      };
    if (one.path.startsWith('/api/zeilen/'))
      return { body: overTime({ meta, kpis: [kpi('umsatz', 1)], zeilen: [], serien: [] }) };
    if (one.path === '/api/dashboard/settings')
      return one.method === 'PUT' ? put() : { body: { settings } };
    if (one.path.startsWith('/api/abrechnung/kpis'))
      return {
        body: {
          offen: { anzahl: 12, cents: 48_600 },
          vorgemerkt: { anzahl: 1, cents: 2304 },
          umgesetzt: { anzahl: 9, cents: 31_000 },
        },
      };
    if (one.path.startsWith('/api/umsatz/zeitreihe'))
      return {
        body: overTime({
          meta,
          kpis: [
            kpi('umsatz', 61_240, 58_900, { ziel: 66_000 }),
            kpi('honorarumsatz', 40_000, 45_000, { ziel: 39_000 }),
          ],
        }),
      };
    if (one.path.startsWith('/api/umsatz/behandler'))
      return {
        body: {
          ...byPractitioner(),
          meta,
          kpis: [kpi('stundensatz', null), kpi('umsatzJeBehandler', 100, 100, { ziel: 200 })],
        },
      };
    return { body: overTime({ meta, kpis: [], zeilen: [], serien: [] }) };
  });
  await stage(
    <BrowserRouter>
      <OverviewPage />
    </BrowserRouter>,
    { auswertung, ueberblick: texts },
  );
  await screen.findByText(/^61\.240/);
  return sent;
}
const headings = (): Record<string, string | null> =>
  Object.fromEntries(
    screen.getAllByRole('heading', { level: 2 }).flatMap((one) => {
      const link = one.querySelector('a');
      return link && !link.getAttribute('href')?.startsWith('/abrechnung')
        ? [[one.textContent, link.getAttribute('href')]]
        : [];
    }),
  );
const tiles = (): string[] =>
  [...document.querySelectorAll('.u-tile-report')].map((one) => plain(one.textContent));

test('without the right to some of the tiles the others stay', async () => {
  await show(null, undefined, undefined, '/api/umsatz/behandler');
  expect((await screen.findByRole('alert')).textContent).toContain('Berechtigung');
  expect(screen.getByText(/^61\.240/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Kacheln wählen' })).toBeTruthy();
});
test('tiles show value, change and target state in words; each links to its report with the filter', async () => {
  window.history.replaceState(null, '', '/ueberblick?zeit=vormonat');
  await show(null);
  await screen.findByRole('table', {}, PART);
  expect(tiles().slice(0, 3)).toEqual([
    expect.stringMatching(
      /^Umsatz61\.240 €\+4 % gestiegenvorher 58\.900 €Knapp darunterZiel 66\.000 €$/,
    ),
    expect.stringMatching(/^Honorarumsatz40\.000 €−11 % gefallen.*Ziel erreichtZiel 39\.000 €$/),
    'Honorarstundensatz–',
  ]);
  expect(tiles()).toContainEqual(
    expect.stringMatching(/^Umsatz je Behandler100,00 €unverändert.*Ziel verfehlt/),
  );
  expect(document.querySelector('.u-tile-report')?.getAttribute('href')).toBe(
    '/berichte/umsatz/zeitreihe?zeit=vormonat',
  );
  await waitFor(() => expect(Object.keys(headings())).toHaveLength(4));
  expect(headings()).toEqual({
    'Was hat sich geändert?': '/berichte/dashboard/aenderungen?zeit=vormonat',
    'Umsatz der letzten 12 Monate': '/berichte/umsatz/zeitreihe?zeit=zwoelf',
    Behandler: '/berichte/umsatz/behandler?zeit=vormonat',
    'Honorargrenze der KZV in diesem Quartal': '/berichte/hvm/be?zeit=quartal&vergleich=KEIN',
  });
  expect(within(screen.getByRole('table')).getAllByRole('row').length).toBe(4);
});
test('the default period is part of the link as well: each report has another default', async () => {
  await show(null);
  expect(
    [...document.querySelectorAll('.u-tile-report')].map(
      (one) => one.getAttribute('href')?.split('?')[1],
    ),
  ).toEqual(Array.from({ length: 8 }, () => 'zeit=monat'));
});
test('an order is saved at once, per user; a hidden tile disappears', async () => {
  const sent = await show({ order: ['stundensatz'], hidden: ['anteilPkv'] });
  await waitFor(() => expect(tiles()[0]).toMatch(/^Honorarstundensatz/));
  expect(tiles().some((one) => one.startsWith('Anteil'))).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Kacheln wählen' }));
  fireEvent.click(
    await screen.findByRole('button', { name: 'Honorarstundensatz nach unten' }, PART),
  );
  await waitFor(() =>
    expect(
      (
        sent.findLast(({ method }) => method === 'PUT')?.body as OverviewSettings | undefined
      )?.order.slice(0, 2),
    ).toEqual(['umsatz', 'stundensatz']),
  );
  fireEvent.click(screen.getByRole('switch', { name: 'Umsatz anzeigen' }));
  await waitFor(() =>
    expect(
      (sent.findLast(({ method }) => method === 'PUT')?.body as OverviewSettings | undefined)
        ?.hidden,
    ).toEqual(['anteilPkv', 'umsatz']),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Fertig' }));
  expect(tiles()[0]).toMatch(/^Honorarstundensatz/);
});
test('the rows of a tile are one press away, with its days; a tile without a value has none', async () => {
  await show(null);
  expect(screen.getByRole('link', { name: 'Umsatz: Zeilen' }).getAttribute('href')).toBe(
    '/berichte/umsatz/zeitreihe?zeit=monat&zeilen=umsatz',
  );
  expect(screen.queryByRole('link', { name: 'Honorarstundensatz: Zeilen' })).toBeNull();
});
test('a further figure is found by its name and becomes the last tile; switched off it leaves the list', async () => {
  const sent = await show({ order: ['umsatz'], hidden: [] }),
    saved = (): OverviewSettings | undefined =>
      sent.findLast(({ method }) => method === 'PUT')?.body as OverviewSettings | undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Kacheln wählen' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Kennzahl suchen' }, PART), {
    target: { value: 'recallq' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Recallquote hinzufügen' }));
  await waitFor(() => expect(saved()?.order.at(-1)).toBe('recallquote'));
  expect(screen.queryByRole('button', { name: 'Recallquote hinzufügen' })).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'Recallquote anzeigen' }));
  await waitFor(() => expect(saved()?.order).not.toContain('recallquote'));
  expect(saved()?.hidden).toEqual([]);
});
test('twelve tiles are the most', async () => {
  await show({ order: ['recallquote', 'pzrQuote', 'dso', 'abwanderung'], hidden: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Kacheln wählen' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Kennzahl suchen' }, PART), {
    target: { value: 'mehrkosten' },
  });
  expect(
    screen.getByRole('button', { name: /^Mehrkosten.* hinzufügen$/ }).hasAttribute('disabled'),
  ).toBe(true);
  expect(screen.getByText(/Höchstens 12 Kacheln/)).toBeTruthy();
});
test('an order that could not be saved is reverted and reported', async () => {
  await show(null, () => errorAnswer(503, 'unavailable'));
  fireEvent.click(screen.getByRole('button', { name: 'Kacheln wählen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Umsatz nach unten' }, PART));
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Umsatz nach oben' }).hasAttribute('disabled')).toBe(
      true,
    ),
  );
});
test('billing proposals show open, noted and implemented, linked with the same days and practitioner', async () => {
  window.history.replaceState(null, '', '/ueberblick?von=2026-01-01&bis=2026-01-31&behandler=b1');
  await show(null);
  const links = await screen.findAllByRole('link', { name: /^(Offen|Noch einzutragen|Umgesetzt)/ });
  await waitFor(() =>
    expect(links.map((one) => `${plain(one.textContent)} ${one.getAttribute('href')}`)).toEqual([
      'Offen486,00 €12 Vorschläge /abrechnung?zeit=frei&von=2026-01-01&bis=2026-01-31&behandler=b1',
      'Noch einzutragen23,04 €1 Vorschlag /abrechnung/nachtragen?zeit=frei&von=2026-01-01&bis=2026-01-31&behandler=b1',
      'Umgesetzt310,00 €9 Vorschläge /abrechnung/kennzahlen?zeit=frei&von=2026-01-01&bis=2026-01-31&behandler=b1',
    ]),
  );
});
test('a practice without data gets a message', async () => {
  await show(null, undefined, null);
  expect(
    (await screen.findAllByText('Es liegen noch keine Daten der Praxissoftware vor.')).length,
  ).toBeGreaterThan(0);
});
test('below the tiles are changes as plain sentences with links, and waiting tasks with links', async () => {
  const sent = await show(null);
  expect(
    plain(
      (await screen.findByRole('button', { name: /^Dienstag: 2\.000\s€ weniger/ }, PART)).closest(
        'li',
      )?.textContent ?? '',
    ),
  ).toBe('WochentagDienstag: 2.000 € weniger (7.000 € statt 9.000 €)−22 % · ungewöhnlich viel');
  fireEvent.click(screen.getByRole('button', { name: /^Dienstag:/ }));
  await waitFor(() =>
    expect(
      sent.some(
        ({ path }) =>
          path.startsWith('/api/zeilen/umsatz?') && path.endsWith('&seite=1&wochentag=DI'),
      ),
    ).toBe(true),
  );
  const ways = screen
    .getAllByRole('link', { hidden: true })
    .map((one) => `${plain(one.textContent)} → ${one.getAttribute('href')}`);
  expect(ways).toContain('7Pläne genehmigt, ohne Termin11.420 € → /hkp?grund=ohne_termin');
  expect(ways).toContain('2Unterschriften fehlen heute312 € → /fehlend?tage=0');
  expect(ways.some((one) => one.includes('laufen in 45 Tagen ab'))).toBe(false);
  expect(plain(screen.getByText(/^9\.400/).textContent)).toBe(
    '9.400 € verbraucht, 19.000 € bis zum Ende des Quartals erwartet, Grenze dann 20.000 € (95,0 % ausgeschöpft)',
  );
});
test('typed targets are parsed leniently; of several targets the last before a day counts', () => {
  expect(
    ['66.000', '66.000,50 €', '12,5 %', '66000.5', '1,234.5', '', 'viel', '-3'].map(typedNumber),
  ).toEqual([66_000, 66_000.5, 12.5, 66_000.5, 1_234.5, undefined, undefined, undefined]);
  const one = (validFrom: string, given: number | null) => ({
    kennzahl: 'umsatz',
    behandler: '',
    gueltigAb: validFrom,
    wert: given,
    wer: '',
    am: 0,
  });
  expect(
    ['2025-12-31', '2026-01-31', '2026-03-01'].map(
      (day) => targetOn([one('2026-01-01', 1), one('2026-02-01', null)], 'umsatz', '', day)?.wert,
    ),
  ).toEqual([undefined, 1, null]);
});
