// Tests of the day's page: every fact of the morning shows its state by word and sign and links to
// the fix; a failed call can be retried.

import { fireEvent, screen, within } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Situation } from '../../../shared/analytics/reports/today.schema.ts';
import { overTime } from '../../report-kit/report.fixture.ts';
import auswertung from '../../report-kit/texts.de.json';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { TodayPage } from './TodayPage.tsx';
import texts from './texts.de.json';

const nothing = overTime({ kpis: [], zeilen: [], serien: [] });
const AT = Date.UTC(2026, 10, 20, 6, 40);
const good: Situation = {
  at: AT,
  tablets: { known: 3, connected: 3, unsent: 0, batteryLow: 0 },
  backup: { level: 'ok', lastGoodAt: AT - 3_600_000 },
  pvs: { stand: AT - 3_600_000 },
  tray: { count: 0, oldestAt: null },
  missing: { people: 0, papers: 0, riskCents: 0, unknownRisk: 0 },
  forms: { people: 0, forms: 0 },
};
beforeEach(() => signIn('owner'));
afterEach(() => vi.unstubAllGlobals());
const signIn = (role: 'staff' | 'owner' | 'reception'): void => signInAs(role);
const show = async (body: Situation): Promise<string[]> => {
  fakeServer(({ path }) => ({ body: path === '/api/heute/lage' ? body : nothing }));
  await stage(
    <BrowserRouter>
      <TodayPage />
    </BrowserRouter>,
    { auswertung, heute: texts },
  );
  await screen.findByText(/in Ordnung|[Uu]nterlagen? fehl/);
  return ['Vor dem ersten Patienten', 'In Ordnung'].flatMap((name) =>
    [
      ...(document
        .querySelector(`ul[aria-label="${name}"]`)
        ?.querySelectorAll<HTMLElement>('.h-fact') ?? []),
    ].map((fact) => `${fact.dataset.tone}: ${fact.textContent} → ${fact.getAttribute('href')}`),
  );
};

test('all facts are well in the morning', async () => {
  expect(await show(good)).toEqual([
    'ok: Tablets3 von 3 verbunden → /empfang',
    'ok: SicherungIn Ordnungzuletzt 20.11.2026, 06:40 → /einstellungen/sicherung',
    'ok: Daten der PraxissoftwareAktuellStand 20.11.2026, 06:40 → /daten',
    'ok: Fragebögen von zu HauseAlle zugeordnet → /zuordnen',
    'ok: Fragebögen heuteKeiner fehlt → /empfang',
    'ok: Unterschriften heuteEs fehlt keine → /fehlend?tage=0',
  ]);
});
test('a problem shows what, how much and since when', async () => {
  const lines = await show({
    ...good,
    tablets: { known: 3, connected: 1, unsent: 2, batteryLow: 1 },
    backup: { level: 'alarm', lastGoodAt: null },
    pvs: { stand: AT - 90_000_000 },
    tray: { count: 2, oldestAt: AT - 7_200_000 },
    missing: { people: 1, papers: 2, riskCents: 8580, unknownRisk: 0 },
    forms: { people: 2, forms: 3 },
  });
  expect(lines).toEqual([
    'bad: Tablets1 von 3 verbundenhalten noch 2 fertige Unterlagen, 1 fast leer → /empfang',
    'bad: SicherungJetzt handelnnoch keine → /einstellungen/sicherung',
    'warn: Daten der PraxissoftwareÄlter als 24 StundenStand 19.11.2026, 06:40 → /daten',
    'warn: Fragebögen von zu Hause2 ohne Akteältester vom 20.11.2026, 05:40 → /zuordnen',
    'warn: Fragebögen heute3 Fragebögen fehlenbei 2 Personen → /empfang',
    expect.stringMatching(
      /^warn: Unterschriften heute2 Unterlagen fehlenbei 1 Person · 85,80.€ in Gefahr → \/fehlend\?tage=0$/,
    ),
  ]);
});
test('a practice without tablets and deliveries shows no alarm', async () => {
  expect(
    (
      await show({
        ...good,
        tablets: { known: 0, connected: 0, unsent: 0, batteryLow: 0 },
        pvs: { stand: null },
      })
    ).filter((line) => line.startsWith('off')),
  ).toEqual([
    'off: TabletsNoch keines angemeldet → /empfang',
    'off: Daten der PraxissoftwareNoch keine Lieferung → /daten',
  ]);
});
test('a failed call can be retried', async () => {
  let fails = true;
  fakeServer(({ path }) =>
    fails ? errorAnswer(503, 'unavailable') : { body: path === '/api/heute/lage' ? good : nothing },
  );
  await stage(
    <BrowserRouter>
      <TodayPage />
    </BrowserRouter>,
    { auswertung, heute: texts },
  );
  const again = await screen.findByRole('button', { name: /noch einmal|erneut/i });
  fails = false;
  fireEvent.click(again);
  expect(await screen.findByText('3 von 3 verbunden')).toBeTruthy();
});
test('the parts name each person once and list missing items; without delivered data there are none', async () => {
  const columns = [
    { key: 'zeit', titel: 'Zeit', typ: 'uhrzeit' },
    { key: 'patid', titel: 'Patient', typ: 'patient' },
    { key: 'name', titel: 'Name', typ: 'text' },
    { key: 'neu', titel: 'Neu', typ: 'janein' },
  ] as const;
  const day = overTime({
    kpis: [],
    serien: [],
    spalten: columns,
    zeilen: Array.from({ length: 12 }, (_, at) => ({
      zeit: `0${at}:00`,
      patid: `100${at}`,
      name: `Groß, Anna ${at}`,
      neu: at === 0,
    })),
  });
  fakeServer(({ path }) => ({
    body: path === '/api/heute/lage' ? good : path.startsWith('/api/heute?') ? day : nothing,
  }));
  await stage(
    <BrowserRouter>
      <TodayPage />
    </BrowserRouter>,
    { auswertung, heute: texts },
  );
  const list = await screen.findByRole('list', { name: 'Termine' }),
    rows = within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  expect([rows.length, rows[0], rows[1]]).toEqual([
    10,
    '00:00Groß, Anna 0Neu',
    '01:00Groß, Anna 1',
  ]);
  expect(screen.getByRole('link', { name: 'Groß, Anna 0' }).getAttribute('href')).toBe(
    '/patient/1000',
  );
  // Empty parts share one line.
  expect((await screen.findByText(/^Nichts offen: /)).textContent).toContain('Lücken · Pläne');
  fireEvent.click(screen.getByRole('button', { name: '2 weitere' }));
  expect((await screen.findAllByRole('row')).length).toBe(13);
});
test('reception has no billing among its parts and no link to the deliveries', async () => {
  signIn('reception');
  const asked = fakeServer(({ path }) => ({
    body: path === '/api/heute/lage' ? { ...good, pvs: { stand: AT - 90_000_000 } } : nothing,
  }));
  await stage(
    <BrowserRouter>
      <TodayPage />
    </BrowserRouter>,
    { auswertung, heute: texts },
  );
  await screen.findByText(/^Nichts offen: /);
  expect(asked.some(({ path }) => path.includes('vorschlaege'))).toBe(false);
  expect(screen.getByText('Älter als 24 Stunden').closest('a')).toBeNull();
});

test('a gap is one row with up to three people who fit, each with a telephone and a reason', async () => {
  const gap = { tag: '2026-11-20', von: '13:30', bis: '14:15', minuten: 45, behandler: 'Dr. A' },
    fits = (patid: string, name: string, telefon: string | null, grund: string) => ({
      ...gap,
      zimmer: 'Zimmer 1',
      patid,
      name,
      telefon,
      grund,
    });
  fakeServer(({ path }) => ({
    body:
      path === '/api/heute/lage'
        ? good
        : path.startsWith('/api/heute/luecken')
          ? {
              ...nothing,
              zeilen: [
                fits('1', 'Şahin, Gül', '0171 39', 'WARTELISTE'),
                fits('2', 'Klein, Kai', null, 'RECALL'),
                { ...gap, zimmer: 'Zimmer 2', patid: null, name: '', telefon: null, grund: null },
              ],
            }
          : nothing,
  }));
  await stage(
    <BrowserRouter>
      <TodayPage />
    </BrowserRouter>,
    { auswertung, heute: texts },
  );
  await screen.findAllByRole('list', { name: texts['gap.fitting'] });
  const part = within(screen.getByRole('region', { name: texts['part.luecken'] }));
  expect(part.getByRole('heading').textContent).toBe(`${texts['part.luecken']}2`);
  const [first] = part.getAllByRole('list', { name: texts['gap.fitting'] });
  expect([...(first?.children ?? [])].map((one) => one.textContent)).toEqual([
    'Şahin, Gül0171 39Warteliste',
    expect.stringMatching(/^Klein, Kai.+Recall$/),
  ]);
  expect(part.getByText(texts['gap.none'])).toBeTruthy();
});
