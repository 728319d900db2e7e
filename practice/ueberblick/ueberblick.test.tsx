// Tests of the overview: tiles with their change and how they stand to their target, an order that is kept at once and taken back where it could not be, and a practice without data.

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UeberblickSettings } from '../../shared/ueberblick.schema.ts';
import { byPractitioner, kpi, overTime } from '../auswertung/bericht.fixture.ts';
import auswertung from '../auswertung/texts.de.json';
import { acceptSession } from '../session.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../ui/stage.fixture.tsx';
import texts from './texts.de.json';
import { UeberblickPage } from './UeberblickPage.tsx';

vi.mock('../charts/echarts.ts', () => ({ openChart: () => ({ setOption: () => undefined, on: () => undefined, off: () => undefined, resize: () => undefined, dispose: () => undefined }) }));
beforeEach(() => acceptSession({ authToken: 't', expiresAt: 0, r4chost: 'http://localhost', r4cUuid: 'r', praxis: { name: 'P' }, account: { factorNeed: 'no', lockMinutes: 10 }, user: { id: 'u', cid: 'c', email: 'e', firstName: 'A', lastname: 'B', role: 'owner', behandler: true } }));
afterEach(() => { vi.unstubAllGlobals(); window.history.replaceState(null, '', '/'); });
/** The part that puts tiles in order is fetched first. */
const PART = { timeout: 20_000 };
const plain = (text: string | null): string => (text ?? '').replaceAll('\u00A0', ' ');

async function show(settings: UeberblickSettings | null, put: () => { status?: number; body?: unknown } = () => ({ body: { settings: null } }), stand: number | null = Date.now()): Promise<Sent[]> {
  const meta = { ...overTime().meta, stand };
  const sent = fakeServer((one) => {
    if (one.path === '/api/dashboard/settings') return one.method === 'PUT' ? put() : { body: { settings } };
    if (one.path.startsWith('/api/abrechnung/kpis')) return { body: { offen: { anzahl: 12, cents: 48_600 }, vorgemerkt: { anzahl: 1, cents: 2304 }, umgesetzt: { anzahl: 9, cents: 31_000 } } };
    if (one.path.startsWith('/api/umsatz/zeitreihe')) return { body: overTime({ meta, kpis: [kpi('umsatz', 61_240, 58_900, { ziel: 66_000 }), kpi('honorarumsatz', 40_000, 45_000, { ziel: 39_000 })] }) };
    if (one.path.startsWith('/api/umsatz/behandler')) return { body: { ...byPractitioner(), meta, kpis: [kpi('stundensatz', null), kpi('umsatzJeBehandler', 100, 100, { ziel: 200 })] } };
    return { body: overTime({ meta, kpis: [], zeilen: [], serien: [] }) };
  });
  await stage(<BrowserRouter><UeberblickPage /></BrowserRouter>, { auswertung, ueberblick: texts });
  await screen.findByText(/^61\.240/);
  return sent;
}
const tiles = (): string[] => within(document.querySelector<HTMLElement>('.u-tiles') ?? document.body).getAllByRole('link').map((one) => plain(one.textContent));

test('tiles say value, change and by a word how they stand to their target; each leads to its report with the same filter', async () => {
  window.history.replaceState(null, '', '/ueberblick?zeit=vormonat');
  await show(null);
  await screen.findByRole('table');
  expect(tiles().slice(0, 3)).toEqual([expect.stringMatching(/^Umsatz61\.240 €\+4 % gestiegenvorher 58\.900 €Knapp darunterZiel 66\.000 €$/), expect.stringMatching(/^Honorarumsatz40\.000 €−11 % gefallen.*Ziel erreichtZiel 39\.000 €$/), 'Honorarstundensatz–']);
  expect(tiles()).toContainEqual(expect.stringMatching(/^Umsatz je Behandler100,00 €0 % unverändert.*Ziel verfehlt/));
  expect(document.querySelector('.u-tile')?.getAttribute('href')).toBe('/berichte/umsatz/zeitreihe?zeit=vormonat');
  expect(within(screen.getByRole('table')).getAllByRole('row').length).toBe(4);
});
test('an order is kept at once, for the person; what is put away is gone', async () => {
  const sent = await show({ order: ['stundensatz'], hidden: ['anteilPkv'] });
  await waitFor(() => expect(tiles()[0]).toMatch(/^Honorarstundensatz/));
  expect(tiles().some((one) => one.startsWith('Anteil'))).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Anordnen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Honorarstundensatz nach unten' }, PART));
  await waitFor(() => expect((sent.findLast(({ method }) => method === 'PUT')?.body as UeberblickSettings | undefined)?.order.slice(0, 2)).toEqual(['umsatz', 'stundensatz']));
  fireEvent.click(screen.getByRole('switch', { name: 'Umsatz anzeigen' }));
  await waitFor(() => expect((sent.findLast(({ method }) => method === 'PUT')?.body as UeberblickSettings | undefined)?.hidden).toEqual(['anteilPkv', 'umsatz']));
  fireEvent.click(screen.getByRole('button', { name: 'Fertig' }));
  expect(tiles()[0]).toMatch(/^Honorarstundensatz/);
});
test('an order that could not be kept is taken back and said', async () => {
  await show(null, () => errorAnswer(503, 'unavailable'));
  fireEvent.click(screen.getByRole('button', { name: 'Anordnen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Umsatz nach unten' }, PART));
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Umsatz nach oben' }).hasAttribute('disabled')).toBe(true));
});
test('billing proposals say what is open, noted and implemented, each with its list', async () => {
  await show(null);
  const links = await screen.findAllByRole('link', { name: /^(Offen|Noch einzutragen|Umgesetzt)/ });
  await waitFor(() => expect(links.map((one) => `${plain(one.textContent)} ${one.getAttribute('href')}`)).toEqual(['Offen486,00 €12 Vorschläge /abrechnung', 'Noch einzutragen23,04 €1 Vorschlag /abrechnung/nachtragen', 'Umgesetzt310,00 €9 Vorschläge /abrechnung/kennzahlen']));
});
test('a practice without data is told so', async () => {
  await show(null, undefined, null);
  expect((await screen.findAllByText('Es liegen noch keine Daten der Praxissoftware vor.')).length).toBeGreaterThan(0);
});
