// The morning status line over HTTP: counts of this practice alone, the effect of a silent tablet
// and an open paper, and no names.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Situation } from '../../../shared/analytics/reports/today.schema.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { sendMappe } from '../../../tests/support/mappe.ts';
import { addPractice, person, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { addAppointments } from '../../desk/patient/add-records.ts';
import { readSituation, type SituationDeps } from './morning-line.ts';

let t: TestApp, p: Practice, other: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite', { renderer: quickRenderer() });
  p = await addPractice(t, 'nord', [person('1001', 'Anna', 'Groß', '1941-03-04')]);
  other = await addPractice(t, 'sued', [person('1001', 'Fremd', 'Fremd', '1990-01-01')]);
  await t.deps.workshop.write(p.cid, p.system, (w) =>
    addAppointments(w, [
      {
        terminId: 'a',
        patid: '1001',
        day: berlinDay(t.clock.now),
        time: '09:00',
        minutes: 30,
        zimmer: 'Zimmer 1',
        behandler: 'Dr. Weber',
        art: 'Kontrolle',
      },
    ]),
  );
});
afterAll(() => t.drop());
const situation = async (of: Practice = p): Promise<Situation> => {
  const answer = await t.call('/api/heute/lage', { as: of.users.reception });
  expect([answer.status, answer.text.includes('Groß')]).toEqual([200, false]);
  return answer.json as Situation;
};

it('counts papers missing today with the sum at risk, and none of another practice', async () => {
  expect((await situation()).missing).toEqual({
    people: 0,
    papers: 0,
    riskCents: 0,
    unknownRisk: 0,
  });
  await sendMappe(p, { templates: ['mehrkosten@1', 'foto@1'], patid: '1001', name: 'Groß' });
  expect((await situation()).missing).toEqual({
    people: 1,
    papers: 2,
    riskCents: 8580,
    unknownRisk: 0,
  });
  expect(await situation(other)).toMatchObject({
    missing: { papers: 0 },
    tray: { count: 0 },
    pvs: { stand: null },
  });
  expect((await t.call('/api/heute/lage', {})).status).toBe(401);
});

it('returns the newest valid delivery, ignoring open and withdrawn ones', async () => {
  const batch = (n: number, state: 'open' | 'closed' | 'withdrawn', closedAt: number | null) => ({
    batch: n,
    run: `r${n}`,
    state,
    source: 'test',
    way: 'api' as const,
    sha256: null,
    rows: 0,
    counts: {},
    refused: 0,
    openedAt: 1,
    closedAt,
    withdrawnAt: null,
    by: 'x',
    withdrawnBy: null,
  });
  await t.deps.workshop.write(p.cid, p.system, async (w) => {
    await w.tx.insert(w.t.pvsBatch, [
      batch(1, 'closed', 1_000),
      batch(2, 'closed', 3_000),
      batch(3, 'withdrawn', 5_000),
      batch(4, 'open', null),
    ]);
  });
  expect((await situation()).pvs.stand).toBe(3_000);
});

it('a silent tablet is not connected, a phone not counted, papers of a revoked one missing', async () => {
  const look = t.deps.workshop.look(p.cid, p.system),
    tablet = {
      lastSeenAt: look.now - 1_000,
      unsent: 0,
      battery: 80,
      charging: false,
      isGuest: false,
      isRevoked: false,
    };
  const deps: SituationDeps = {
    tablets: () =>
      Promise.resolve([
        tablet,
        { ...tablet, lastSeenAt: look.now - 61_000, battery: 20 },
        { ...tablet, battery: 5, charging: true },
        { ...tablet, isGuest: true, battery: 3 },
        { ...tablet, isRevoked: true, unsent: 2 },
        { ...tablet, lastSeenAt: null, battery: null },
      ]),
    backup: () =>
      Promise.resolve({ level: 'warn', lastGood: { at: 7, patients: 1, documents: 1 } }),
    tray: () => Promise.resolve({ count: 2, oldestAt: 5 }),
    formsToday: () => Promise.resolve({ people: 1, forms: 2 }),
    missingToday: () => Promise.resolve({ visits: [], riskCents: 0, unknownRisk: 0 }),
  };
  expect(await readSituation(look, deps)).toMatchObject({
    tablets: { known: 4, connected: 2, unsent: 2, batteryLow: 1 },
    backup: { level: 'warn', lastGoodAt: 7 },
    tray: { count: 2, oldestAt: 5 },
  });
});
