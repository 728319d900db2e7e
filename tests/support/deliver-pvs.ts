/** Writes rows of the practice software as one delivery, in any of its states. */
import type { PvsEntity, PvsRecord } from '../../shared/analytics/deliveries/pvs.ts';
import { pvsTable } from '../../server/platform/db/pvs-rows.ts';
import type { TestApp } from './in-process.ts';

/** Rows by entity; without a version they are the first one. */
export type PvsRows = {
  [E in PvsEntity]?: ({ id: string; version?: number; deleted?: boolean } & Partial<
    PvsRecord<E>
  >)[];
};

/** Writes a delivery under this number. */
export async function deliverPvs(
  t: TestApp,
  cid: string,
  number: number,
  rows: PvsRows,
  state: 'open' | 'closed' | 'withdrawn' = 'closed',
): Promise<void> {
  const { store } = t.deps;
  await store.write(async (tx) => {
    await tx.insert(store.t.pvsBatch).values({
      cid,
      batch: number,
      run: `test ${number}`,
      state,
      source: 'Test',
      way: 'api',
      sha256: '',
      rows: 1,
      counts: {},
      refused: 0,
      openedAt: t.clock.now,
      closedAt: state === 'open' ? null : t.clock.now,
      withdrawnAt: null,
      by: '',
      withdrawnBy: null,
    });
    for (const [entity, list] of Object.entries(rows))
      for (const row of list)
        await tx.insert(pvsTable(store.t, entity as PvsEntity)).values({
          cid,
          version: 1,
          hash: 1,
          batch: number,
          deleted: false,
          ...row,
        } as never);
  });
}
