// Tests of page reloads for updates (U4), and of lazy-loaded effects.

import { describe, expect, it } from 'vitest';
import type { SessionEffects } from '../session/session.actors.ts';
import { deferEffects } from './effects/defer.ts';
import { createUpdater } from './update.ts';

describe('updates', () => {
  it('[U4] a new build waits until no task is open, and is applied once', () => {
    let reloads = 0;
    const u = createUpdater(
      () => {
        reloads++;
      },
      () => undefined,
    );
    u.wantReload();
    expect([reloads, u.hasUpdate()]).toEqual([0, true]);
    u.setRest(false);
    expect(reloads).toBe(0);
    u.setRest(true);
    u.setRest(true);
    expect(reloads).toBe(1);
  });
});

describe('effects', () => {
  it('load at first use, retry after a failure, and never start once stopped', async () => {
    let loads = 0,
      starts = 0;
    const real = {
      checkPerson: async () => true,
      register: () => {
        starts++;
        return () => undefined;
      },
    } as unknown as SessionEffects;
    const e = deferEffects(async () => {
      if (++loads === 1) throw new Error('no network');
      return real;
    });
    const task = {} as Parameters<SessionEffects['checkPerson']>[0];
    await expect(e.checkPerson(task, '', 0)).rejects.toThrow();
    const stop = e.register('CODE', () => undefined);
    stop();
    expect(await e.checkPerson(task, '', 0)).toBe(true);
    await Promise.resolve();
    expect([loads, starts]).toEqual([2, 0]);
  });
});
