// Removes a person from rows that only mention them: queued jobs, accesses of the vendor.

import { eq, inArray } from 'drizzle-orm';
import type { TenantTable } from '../../platform/db/scope.ts';
import type { Work } from '../../platform/work.ts';

/** Removes jobs of deleted papers: they contain ids only, and could only fail. */
export async function dropJobs({ tx, t }: Work, gone: ReadonlySet<string>): Promise<void> {
  const table: TenantTable = t.job,
    rows = await tx.pick(t.job, ['id', 'payload']);
  const left = rows
    .filter(({ payload }) =>
      [payload.taskId, payload.mappeId].some((one) => typeof one === 'string' && gone.has(one)),
    )
    .map((row) => row.id);
  if (left.length > 0) await tx.remove(table, inArray(t.job.id, left));
}

/** Takes people out of the accesses that the vendor was given. */
export async function forgetGrants({ tx, t }: Work, patids: string[]): Promise<void> {
  const table: TenantTable = t.accessGrant;
  for (const row of await tx.pick(t.accessGrant, ['id', 'patids'])) {
    if (row.patids?.some((one) => patids.includes(one)))
      await tx.update(
        table,
        { patids: row.patids.filter((one) => !patids.includes(one)) },
        eq(t.accessGrant.id, row.id),
      );
  }
}
