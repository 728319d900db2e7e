// Tests of the day's page: every fact of the morning shows its state by word and sign and links to
// the fix; a failed call can be retried.

import { fireEvent, screen, within } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Situation } from '../../../shared/analytics/reports/today.schema.ts';
import { overTime } from '../../report-kit/report.fixture.ts';
import auswertung from '../../report-kit/texts.de.json';
import { acceptSession } from '../../session.ts';
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
afterEach(() => vi.unstubAllGlobals());
const show = async (body: Situation): Promise<string[]> => {
  fakeServer(({ path }) => ({ body: path === '/api/heute/lage' ? body : nothing }));
  await stage(
    <BrowserRouter>
      <TodayPage />
    </BrowserRouter>,
    { auswertung, heute: texts },
  );
  return within(await screen.findByRole('list', { name: 'Vor dem ersten Patienten' }))
    .getAllByRole('link')
    .map((link) => `${link.dataset.tone}: ${link.textContent} → ${link.getAttribute('href')}`);
};

test('all facts are well in the morning', async () => {
  expect(await show(good)).toEqual([
    'ok: Tablets3 von 3 verbunden → /empfang',
    'ok: SicherungIn Ordnungzuletzt 20.11.2026, 06:40 → /einstellungen/sicherung',
    'ok: Daten der PraxissoftwareAktuellStand 20.11.2026, 06:40 → /praxissoftware',
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
    'warn: Daten der PraxissoftwareÄlter als 24 StundenStand 19.11.2026, 06:40 → /praxissoftware',
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
    'off: Daten der PraxissoftwareNoch keine Lieferung → /praxissoftware',
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
    zeilen: Array.from({ length: 10 }, (_, at) => ({
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
  const rows = (await screen.findAllByRole('row')).map((row) => row.textContent);
  expect([rows.length, rows[0], rows[1], rows[2]]).toEqual([
    9,
    'ZeitNameNeu',
    '00:00Groß, Anna 0ja',
    '01:00Groß, Anna 1',
  ]);
  expect(screen.getByRole('link', { name: 'Groß, Anna 0' }).getAttribute('href')).toBe(
    '/dokumente?patid=1000',
  );
  expect(await screen.findByText('Alles ist eingetragen.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '2 weitere' }));
  expect(screen.getAllByRole('row').length).toBe(11);
});
