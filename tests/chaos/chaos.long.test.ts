/**
 * A few kills and a full disk under the built server in every test run; `npm run chaos` makes
 * thousands.
 */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/server.ts';
import { EARLY, NORMAL, planted } from './build.ts';
import { fileLimit } from './full.ts';
import { killLane } from './kill.ts';
import { isClean, newTally, openLab, type Lab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  const ports = await Promise.all(Array.from({ length: 4 }, freePort));
  lab = await openLab({
    say: () => undefined,
    tablets: 2,
    tasks: 1,
    ports: (lane) => ports[lane * 2] ?? 0,
  });
}, 120_000);
afterAll(() => lab.close());

describe('chaos', () => {
  it(
    '[F4] [sync S1] [sync S3] killed at any moment, the server holds every acknowledged op once',
    { timeout: 120_000 },
    async () => {
      const tally = newTally();
      await killLane(lab, 3, 20, 0, tally, { isTraced: false });
      expect(tally.notes).toEqual([]);
      expect([isClean(tally), tally.runs, tally.acked > 0]).toEqual([true, 3, true]);
    },
  );

  it.each([
    ['EARLY', EARLY],
    ['NORMAL', NORMAL],
  ])('each planted bug still applies to the source: %s', (_, plant) => {
    for (const [, to] of plant.change) expect(planted(plant)).toContain(to);
  });

  it(
    '[F6] [sync S1] with a full WAL disk it answers „later“ and loses nothing it acknowledged',
    { timeout: 120_000 },
    async () => {
      const tally = newTally();
      await fileLimit(lab, 21, 1, tally);
      expect(tally.notes).toEqual([]);
      expect([isClean(tally), tally.acked > 0]).toEqual([true, true]);
    },
  );
});
