// Tests of the watch of the machine's clock: a clock set back ends every session, at the start and
// while running.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../platform/db/store.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { ensureInstallation } from './ensure-installation.ts';
import { findInstallation } from './store.ts';
import { watchClock } from './watch-clock.ts';

const DAY = 86_400_000;

describe.each(STORES)('the watch of the clock on %s', (kind) => {
  let store: Store, drop: () => Promise<void>;
  const clock = { wall: Date.parse('2026-11-20T09:00:00Z'), mono: 0 },
    notes: string[] = [];
  const watch = () =>
    watchClock({
      store,
      now: () => clock.wall,
      mono: () => clock.mono,
      installation,
      tell: (code, { seconds }) => notes.push(`${code} ${seconds}`),
    });
  const run = (): (() => Promise<void>) => watch().look;
  const pass = (ms: number, drift = 0): void => {
    clock.mono += ms;
    clock.wall += ms + drift;
  };
  let installation: { securityEpoch: number };
  const epoch = async (): Promise<number> => (await findInstallation(store))!.securityEpoch;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
    installation = {
      ...(await ensureInstallation(store, { now: () => clock.wall, newEpoch: () => 'e' })),
    };
  });
  beforeEach(() => {
    notes.length = 0;
  });
  afterAll(() => drop());

  it('a clock that runs normally, or is corrected by seconds, changes nothing', async () => {
    const check = run(),
      before = await epoch();
    await check();
    pass(60_000);
    await check();
    pass(60_000, -5_000);
    await check();
    await run()();
    expect([await epoch(), notes]).toEqual([before, []]);
  });

  it('a clock set back while nothing can be stored raises the epoch at the next look that can', async () => {
    for (const isFirst of [false, true]) {
      await run()();
      let isFull = false;
      const { look } = watchClock({
        store: {
          ...store,
          write: (work, cid) =>
            isFull ? Promise.reject(new Error('SQLITE_FULL')) : store.write(work, cid),
        },
        now: () => clock.wall,
        mono: () => clock.mono,
        installation,
        tell: () => undefined,
      });
      if (!isFirst) await look();
      const before = await epoch();
      isFull = true;
      pass(60_000, -3 * DAY);
      await expect(look()).rejects.toThrow('SQLITE_FULL');
      isFull = false;
      pass(60_000);
      await look();
      expect([isFirst, await epoch()]).toEqual([isFirst, before + 1]);
    }
  });

  it('a changed clock is shown for an hour', async () => {
    const { look, isSteady } = watch();
    await look();
    expect(isSteady()).toBe(true);
    pass(60_000, 3 * DAY);
    await look();
    expect(isSteady()).toBe(false);
    pass(59 * 60_000);
    expect(isSteady()).toBe(false);
    pass(60_000);
    expect(isSteady()).toBe(true);
  });

  it('a clock set back while the server runs raises the security epoch once', async () => {
    const check = run();
    await check();
    const before = await epoch();
    pass(60_000, -3 * DAY);
    await check();
    pass(60_000);
    await check();
    expect([await epoch(), installation.securityEpoch]).toEqual([before + 1, before + 1]);
    expect(notes).toEqual(['clock.set_back 259200']);
  });

  it('a clock set back between two runs raises the security epoch at the start', async () => {
    await run()();
    const before = await epoch();
    pass(0, -3_600_000);
    await run()();
    expect([await epoch(), notes]).toEqual([before + 1, ['clock.set_back 3600']]);
  });

  it('a clock set ahead is noted and ends nothing', async () => {
    const check = run();
    await check();
    const before = await epoch();
    pass(60_000, 3_600_000);
    await check();
    expect([await epoch(), notes]).toEqual([before, ['clock.set_ahead 3600']]);
  });
});
