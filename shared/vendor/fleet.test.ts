// The verdict on a practice's installation: each reason at its limit, and its light.

import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../base/day-math.ts';
import { fleetLight, fleetReasons, type FleetFacts, type FleetReason } from './fleet.ts';

const NOW = Date.UTC(2026, 10, 20, 9),
  WELL: FleetFacts = {
    signAt: NOW,
    people: 3,
    tablets: { count: 2, connected: 2, silent: 0, behind: 0, unsent: 0, unsentSince: null },
    versions: [],
    jobs: { due: 0, since: null },
    errors: [],
    mailsFailed: 0,
    parked: { count: 0, since: null },
    deliveryAt: null,
  };
const of = (change: Partial<FleetFacts>) => fleetReasons({ ...WELL, ...change }, NOW);

test('nothing wrong is green, and a practice without tablets or deliveries is not wrong', () => {
  expect([of({}), fleetLight([])]).toEqual([[], 'ok']);
  expect(of({ signAt: null, tablets: { ...WELL.tablets, count: 0 } })).toEqual([]);
});

test.each<[Partial<FleetFacts>, Partial<FleetFacts>, FleetReason, string]>([
  [{ signAt: NOW - 7 * DAY_MS }, { signAt: NOW - 7 * DAY_MS + 1 }, 'silent', 'warn'],
  [{ signAt: NOW - 21 * DAY_MS }, {}, 'silentLong', 'bad'],
  [
    { jobs: { due: 1, since: NOW - HOUR_MS / 4 } },
    { jobs: { due: 1, since: NOW - HOUR_MS / 4 + 1 } },
    'jobsSlow',
    'warn',
  ],
  [{ jobs: { due: 1, since: NOW - 2 * HOUR_MS } }, {}, 'jobsLate', 'bad'],
  [{ errors: [{ kind: 'seal', code: 'internal', count: 1, at: NOW }] }, {}, 'jobsFailed', 'bad'],
  [
    { tablets: { ...WELL.tablets, unsent: 1, unsentSince: NOW - 2 * HOUR_MS } },
    { tablets: { ...WELL.tablets, unsent: 1, unsentSince: NOW - HOUR_MS } },
    'unsent',
    'bad',
  ],
  [
    { parked: { count: 1, since: NOW - DAY_MS } },
    { parked: { count: 1, since: NOW - HOUR_MS } },
    'parked',
    'warn',
  ],
  [{ mailsFailed: 1 }, {}, 'mailsFailed', 'warn'],
  [{ tablets: { ...WELL.tablets, silent: 1 } }, {}, 'tabletSilent', 'warn'],
  [{ tablets: { ...WELL.tablets, behind: 1 } }, {}, 'tabletBehind', 'warn'],
  [{ deliveryAt: NOW - 3 * DAY_MS }, { deliveryAt: NOW - 2 * DAY_MS }, 'deliveryOld', 'warn'],
])('%o', (wrong, right, reason, light) => {
  expect(of(wrong)).toEqual([reason]);
  expect(fleetLight([reason])).toBe(light);
  expect(of(right)).toEqual([]);
});

test('grave reasons come first and decide the light', () => {
  const found = of({ mailsFailed: 1, jobs: { due: 2, since: NOW - DAY_MS } });
  expect([found, fleetLight(found)]).toEqual([['jobsLate', 'mailsFailed'], 'bad']);
});
