// Tests of backup settings stamped by a clock that was ahead, on both databases.

import { expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import {
  insertRun,
  insertSheet,
  lastRun,
  listSheets,
  readConfig,
  saveConfig,
  setRight,
  type RunRow,
  type SheetRow,
} from './store.ts';

const NOW = 1_000_000,
  AHEAD = NOW + 5000;
const sheet = (id: string, at: number): SheetRow => ({
  id,
  publicJwk: {},
  fingerprint: 'f',
  macWrapped: Buffer.of(1),
  confirmHash: null,
  practices: [],
  createdBy: 'user:x',
  createdAt: at,
  confirmedAt: at,
});
const run = (id: string, startedAt: number, ok = true): RunRow => ({
  id,
  kind: 'backup',
  startedAt,
  endedAt: startedAt,
  ok,
  code: ok ? null : 'internal',
  facts: {},
});

it.each(STORES)(
  '[sec F09] future-dated targets and sheets count as set now, future-dated runs are ignored, on %s',
  async (kind) => {
    const { store, drop } = await openTestStore(kind);
    try {
      await saveConfig(store, { path: '/x', targetSince: AHEAD });
      for (const one of [sheet('late', AHEAD), sheet('early', NOW - 5000)])
        await insertSheet(store, one);
      for (const one of [run('a', NOW - 10), run('b', NOW - 5, false), run('c', AHEAD)])
        await insertRun(store, one);
      for (const at of [NOW, NOW + 1]) await setRight(store, at);
      expect(await readConfig(store)).toMatchObject({ path: '/x', targetSince: NOW });
      expect(
        (await listSheets(store)).map(({ id, createdAt, confirmedAt }) => ({
          id,
          createdAt,
          confirmedAt,
        })),
      ).toEqual([
        { id: 'late', createdAt: NOW, confirmedAt: NOW },
        { id: 'early', createdAt: NOW - 5000, confirmedAt: NOW - 5000 },
      ]);
      expect([
        await lastRun(store, 'backup', NOW),
        await lastRun(store, 'backup', NOW, true),
        await lastRun(store, 'drill', NOW),
        await lastRun(store, 'backup', AHEAD),
      ]).toMatchObject([{ id: 'b' }, { id: 'a' }, undefined, { id: 'c' }]);
    } finally {
      await drop();
    }
  },
);
