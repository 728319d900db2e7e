// Verdicts of pushed ops, read from the database for tests.
import type { OpResult, PushAnswer } from '../../../shared/exchange/sync.ts';
import type { Look } from '../../platform/work.ts';

/** Verdict of an op; `dup` for a repeated one. */
export interface Verdict {
  n: number;
  s: OpResult | 'dup';
  code?: string;
}

export type Pushed = PushAnswer & { verdicts: Verdict[] };

/** Verdicts of a push as currently stored in the database. */
export async function verdictsOf(
  look: Look,
  { results }: PushAnswer,
  device: string,
  inc: string,
): Promise<Verdict[]> {
  const rows = (await look.db.pick(look.t.op, ['device', 'inc', 'n', 'result', 'code'])).filter(
    (r) => r.device === device && r.inc === inc,
  );
  return results.map(({ n, s }) => {
    const row = rows.find((r) => r.n === n);
    if (!row) throw new Error('acknowledged and not stored');
    return s === 'dup'
      ? { n, s }
      : { n, s: row.result, ...(row.code !== null && { code: row.code }) };
  });
}
