// Checks that everything acknowledged exists: numbers without gaps or duplicates, unchanged bytes,
// judged (invariants S1 and S3).

import { createHash } from 'node:crypto';
import { opDigestText, SUBMISSION_KINDS } from '../../../shared/exchange/sync.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { ScopedReader } from '../../platform/db/scope.ts';
import { JUDGE_MS, type Say } from './findings.ts';
import { opHeads, opPages, type StoredOp } from './store.ts';

/** Accepted results of patients, by op id. */
interface Accepted {
  id: string;
  kind: string;
  taskId: string;
  taskRev: number;
}
export interface OpsRead {
  count: number;
  ids: Set<string>;
  accepted: Accepted[];
}

/** Bytes that arrived damaged twice are stored as received, under their own code (F26). */
const isIntact = (op: StoredOp): boolean =>
  op.code === 'damaged' ||
  (op.header.len === op.bytes.length &&
    createHash('sha256').update(opDigestText(op)).update(op.bytes).digest('hex') === op.sha256);
const isSameHeader = ({ header: h, ...op }: StoredOp): boolean =>
  h.n === op.n &&
  h.id === op.id &&
  h.kind === op.kind &&
  h.taskId === op.taskId &&
  h.taskRev === op.taskRev &&
  h.schema === op.schema &&
  h.sha256 === op.sha256;

/**
 * Checks the ops of a practice.
 * @param devices tablets of the practice, and shares through which its papers were signed
 */
export async function checkOps(
  db: ScopedReader,
  t: Schema,
  devices: ReadonlySet<string>,
  now: number,
  say: Say,
): Promise<OpsRead> {
  const heads = new Map((await opHeads(db, t)).map((h) => [`${h.device} ${h.inc}`, h.n]));
  const ids = new Set<string>(),
    accepted: Accepted[] = [];
  let count = 0,
    at = '',
    last = 0;
  const close = (): void => {
    if (at === '') return;
    if (heads.get(at) !== last)
      say('op.head', `local database ${at}: ${heads.get(at) ?? 0} acknowledged, ${last} stored`);
    heads.delete(at);
  };
  for await (const page of opPages(db, t)) {
    for (const op of page) {
      count++;
      const place = `${op.device} ${op.inc}`,
        name = `op ${op.id} (${place} ${op.n})`;
      if (place !== at) {
        close();
        at = place;
        last = 0;
        if (!devices.has(op.device)) say('op.nobody', name);
      }
      // Losses that a restore accepted are noted with the op that came after it (P16).
      if (op.n !== last + 1 && op.header.follows !== last)
        say('op.gap', `local database ${place}: ${last} is followed by ${op.n}`);
      last = op.n;
      if (ids.has(op.id)) say('op.twice', name);
      ids.add(op.id);
      if (!isIntact(op) || !isSameHeader(op)) say('op.bytes', name);
      if (op.result === 'stored' && now - op.receivedAt > JUDGE_MS) say('op.unjudged', name);
      if (op.result === 'applied' && SUBMISSION_KINDS.includes(op.kind))
        accepted.push({ id: op.id, kind: op.kind, taskId: op.taskId, taskRev: op.taskRev });
    }
  }
  close();
  for (const [place, n] of heads)
    if (n > 0) say('op.head', `local database ${place}: ${n} acknowledged, 0 stored`);
  return { count, ids, accepted };
}
