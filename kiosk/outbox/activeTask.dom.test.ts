// Tests of the saved run on a real IndexedDB implementation with real cryptography.

import { describe, expect, it, vi } from 'vitest';
import { ACTIVE_TASK, createActiveTask } from './activeTask.ts';
import { testTablet } from './testing.ts';

describe('activeTask [E1]', () => {
  // Long names: a short one would stand in base64 by chance.
  const entry = {
    id: 'mappe-of-erika',
    task: { taskId: 'task-of-erika', task: { page: 4, geheim: 'Mustermann' } },
  };
  it('[T4] is an envelope that only this browser decrypts; anything else counts as empty', async () => {
    const t = await testTablet();
    localStorage.clear();
    const store = createActiveTask(t.db, localStorage, t.clock.now, () => undefined);
    await store.store(entry);
    expect(localStorage.getItem(ACTIVE_TASK)).not.toMatch(/Mustermann|erika/);
    expect(await store.load()).toEqual(entry);
    // Writes lost by the killed browser are restored from the database.
    localStorage.clear();
    expect(await store.load()).toEqual(entry);
    await t.db.meta.delete(ACTIVE_TASK);
    for (const bad of [
      '',
      '{',
      '{"v":1}',
      JSON.stringify(entry),
      JSON.stringify({ v: 1, at: 9, iv: 'AAAA', data: 'AAAA' }),
    ]) {
      localStorage.setItem(ACTIVE_TASK, bad);
      expect(await store.load()).toBeNull();
    }
    await store.store(entry);
    await store.clear();
    expect([
      localStorage.length,
      await t.db.keys.get('active'),
      await t.db.meta.get(ACTIVE_TASK),
      await store.load(),
    ]).toEqual([0, undefined, undefined, null]);
  });

  it('[X11] a storage failure is only logged', async () => {
    const t = await testTablet();
    const log = vi.fn();
    const store = createActiveTask(
      t.db,
      {
        getItem: () => null,
        removeItem: () => undefined,
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      },
      t.clock.now,
      log,
    );
    await store.store(entry);
    expect(log).toHaveBeenCalledOnce();
  });
});
