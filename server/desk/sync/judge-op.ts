// Judges stored ops of one tablet in one transaction: opened before it, applied or parked inside
// it, once.

import { AppError } from '../../../shared/base/errors.ts';
import { addPatients } from '../patient/add-records.ts';
import { findTablet } from '../tablet/store.ts';
import { openOrigin } from '../task/origin.ts';
import { catchUpTask, isOlder, restoreTask } from '../task/restore-task.ts';
import type { Actor, Look, Work, Workshop } from '../../platform/work.ts';
import { applyOp, type AcceptAnswers, type AcceptBlank, type ApplyLinks } from './apply-op.ts';
import { type AcceptSubmission } from './submission.ts';
import { tabletSide } from './feed.ts';
import type { FindForm } from './take-signature.ts';
import { openOp, type Opened, type StoredCode } from './open-op.ts';
import { bytesOf, isWaiting, waitingOps, writeVerdict, type WaitingOp } from './store-ops.ts';

export interface JudgeDeps {
  workshop: Workshop;
  /**
   * Decrypts content sealed to the practice's receive key; rejects with OperationError, DataError
   * or RangeError on wrong bytes.
   */
  openOp(cid: string, bytes: Uint8Array, aad: string): Promise<Uint8Array>;
  /** Seals the origin of a task for this server itself; a key of 32 bytes per practice. */
  originKey(cid: string): Promise<Uint8Array>;
  acceptSubmission: AcceptSubmission;
  acceptAnswers: AcceptAnswers;
  acceptBlank: AcceptBlank;
  formAt: FindForm;
}
export interface Incarnation {
  cid: string;
  device: string;
  inc: string;
}
/**
 * How the first op is judged after its own failures: normally, as `internal` with all details for
 * staff, or by its row alone.
 */
export type Mercy = 'none' | 'park' | 'row';

type Ready = WaitingOp & { opened: Opened };

/**
 * Judges at most `limit` ops in order; returns how many waited.
 * @throws the error that failed the transaction: it is rolled back
 */
export async function judgeNext(
  deps: JudgeDeps,
  from: Incarnation,
  limit: number,
  mercy: Mercy,
): Promise<number> {
  const look = deps.workshop.look(from.cid, { kind: 'system', cid: from.cid });
  const waiting = await waitingOps(look, from.device, from.inc, limit);
  if (waiting.length === 0) return 0;
  const tablet = await findTablet(look, from.device);
  const actor: Actor = {
    kind: 'tablet',
    ip: '',
    tabletId: from.device,
    cid: from.cid,
    r4cUuid: tablet?.r4cUuid ?? '',
  };
  // Unsealing needs no database.
  const ready = await Promise.all(
    waiting.map(async (op) => ({
      ...op,
      opened:
        mercy === 'none' ? await openStored(deps, look, from, op) : { code: 'internal' as const },
    })),
  );
  const links = linksOf(deps, from, await deps.originKey(from.cid));
  await deps.workshop.write(from.cid, actor, async (w) => {
    for (const op of ready) await judge(w, links, from.device, op, mercy);
  });
  return waiting.length;
}

/** F7: tasks lost in a restore are recognised by the origin that the tablet returns. */
const linksOf = (deps: JudgeDeps, from: Incarnation, key: Uint8Array): ApplyLinks => ({
  accept: deps.acceptSubmission,
  answers: deps.acceptAnswers,
  form: deps.formAt,
  blank: deps.acceptBlank,
  async rejoin(w, { taskId, taskRev }, text, ours) {
    const isKnown =
      ours !== undefined && taskRev <= ours.taskRev && ours.presentedPdfSha256 !== null;
    const origin = isKnown ? undefined : openOrigin(key, w.cid, taskId, text);
    if (!origin) return ours;
    if (ours)
      return isOlder(ours, origin) ? catchUpTask(w, tabletSide, from.device, ours, origin) : ours;
    return restoreTask(
      w,
      async (unit, { herkunft, ...record }) => {
        await addPatients(unit, herkunft, [record]);
      },
      from.device,
      origin,
    );
  },
});

async function openStored(
  deps: JudgeDeps,
  look: Look,
  from: Incarnation,
  op: WaitingOp,
): Promise<Opened> {
  if (op.code !== null) return { code: op.code as StoredCode };
  const bytes = await bytesOf(look, op.id);
  if (!bytes) throw new Error('the bytes of a stored op are missing');
  return openOp((b, aad) => deps.openOp(from.cid, b, aad), from, op.header, bytes);
}

async function judge(
  w: Work,
  links: ApplyLinks,
  device: string,
  { id, header, opened }: Ready,
  mercy: Mercy,
): Promise<void> {
  if (!(await isWaiting(w, id))) return;
  const { code, isHarmless } =
    mercy === 'row'
      ? { code: 'internal', isHarmless: false }
      : await applyOp(w, links, device, header, opened);
  const isOver = code !== undefined && isHarmless;
  const verdict = {
    result: code === undefined ? ('applied' as const) : ('parked' as const),
    code: code ?? null,
    settledAt: isOver ? w.now : null,
    settledBy: isOver ? 'system' : null,
  };
  // Another process on the same database was first: the transaction is rolled back and the other's
  // result stays.
  if (!(await writeVerdict(w, id, verdict))) throw new AppError('unavailable', { retryAfter: 1 });
}
