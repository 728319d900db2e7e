/** Reads the database while the server runs or after its end. */
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';

function ask(data: string, query: string, ...values: unknown[]): number {
  const db = openFile(storedFile(data), { readonly: true });
  try {
    return (db.prepare(query).get(...values) as { n: number }).n;
  } finally {
    db.close();
  }
}

/** Jobs that are due and not done. */
export const jobsWaiting = (data: string): number =>
  ask(
    data,
    `select count(*) as n from job where state in ('queued', 'running') and run_after <= ?`,
    Date.now(),
  );

/** Ops that are acknowledged and not judged yet. */
export const opsWaiting = (data: string): number =>
  ask(data, `select count(*) as n from op where result = 'stored'`);

export interface Stored {
  submits: number;
  sealed: number;
  filed: number;
  parked: number;
}
/**
 * Submissions are counted by task, so that a duplicate is detected: two for one task are an error.
 */
export function countStored(data: string): Stored {
  return {
    submits:
      ask(data, `select count(distinct task_id) as n from op where kind = 'task.submit'`) -
      ask(
        data,
        `select count(*) - count(distinct task_id) as n from op where kind = 'task.submit'`,
      ),
    sealed: ask(data, `select count(*) as n from envelope where sealed_at is not null`),
    filed: ask(data, `select count(*) as n from task where state = 'filed'`),
    parked: ask(data, `select count(*) as n from op where result = 'parked'`),
  };
}
