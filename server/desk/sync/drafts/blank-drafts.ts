// Drafts of blank forms: the server knows no task for them, only their answers so far. They are put
// into the tray when the form can no longer be submitted.

import { AppError } from '../../../../shared/base/errors.ts';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { unpackPayload } from '../../../../shared/exchange/payload.ts';
import { draftAad } from '../../../../shared/exchange/sync.ts';
import type { BlankPayload } from '../../../../shared/forms/task/form-task.ts';
import { blankPayloadSchema } from '../../../../shared/forms/task/form-task.schema.ts';
import type { Work, Workshop } from '../../../platform/work.ts';
import type { TabletRow } from '../../tablet/store.ts';
import type { AcceptBlank } from '../apply-op.ts';
import {
  blankDrafts,
  BLANK_TASK_REV,
  findDraft,
  hasBlankAnswers,
  removeDraft,
  retryLater,
  saveDraft,
  type DraftRow,
} from '../store.ts';

/** A tablet has one blank form open at a time; more than these are a fault. */
const MOST = 50;
/** A blank form without a change for so long is abandoned, ms; most end within minutes. */
export const LEFT_MS = DAY_MS;

interface BlankDraft {
  taskId: string;
  taskRev: number;
  draftRev: number;
  page: number;
  of: number;
  bytes: Uint8Array;
}

/**
 * Stores the draft of a blank form, or deletes it when the patient withdrew the form.
 * @returns the stored revision
 * @throws AppError not_found on a private phone, too_large where a tablet has too many
 */
export async function putBlankDraft(
  w: Work,
  tablet: Pick<TabletRow, 'id' | 'guestOf'>,
  blank: 'begun' | 'withdrawn',
  { bytes, ...input }: BlankDraft,
): Promise<number> {
  if (tablet.guestOf !== null) throw new AppError('not_found');
  const before = await findDraft(w, input.taskId);
  if (before && (before.device !== tablet.id || before.taskRev !== BLANK_TASK_REV))
    throw new AppError('not_found');
  if (blank === 'withdrawn') {
    await removeDraft(w, input.taskId);
    return input.draftRev;
  }
  // A draft that was on its way while the answers were judged.
  if (await hasBlankAnswers(w, input.taskId)) return input.draftRev;
  if (!before && (await blankDrafts(w, { device: tablet.id }, MOST)).length >= MOST)
    throw new AppError('too_large');
  return saveDraft(w, {
    ...input,
    taskRev: BLANK_TASK_REV,
    device: tablet.id,
    bytes: Buffer.from(bytes),
    at: w.now,
  });
}

/** Enqueues the rescue of forms that no tablet can submit any more. */
export async function sweepBlankDrafts(w: Work): Promise<void> {
  if ((await blankDrafts(w, { before: w.now - LEFT_MS }, 1)).length > 0)
    await w.job('rescue-blanks', `blanks:${Math.floor(w.now / DAY_MS)}`, {
      before: w.now - LEFT_MS,
    });
}

export interface RescueDeps {
  workshop: Workshop;
  /**
   * Decrypts content sealed to the practice's receive key; rejects with OperationError, DataError
   * or RangeError on wrong bytes.
   */
  openOp(cid: string, bytes: Uint8Array, aad: string): Promise<Uint8Array>;
  acceptBlank: AcceptBlank;
}
const WRONG_BYTES = new Set(['OperationError', 'DataError', 'RangeError']);

async function payloadOf(
  { openOp }: RescueDeps,
  cid: string,
  { taskId, device, draftRev, bytes }: DraftRow,
): Promise<BlankPayload | undefined> {
  let plain: Uint8Array;
  try {
    // The tablet's local task always has revision 1.
    plain = await openOp(cid, bytes, draftAad(device, taskId, 1, draftRev));
  } catch (error) {
    if (error instanceof Error && WRONG_BYTES.has(error.name)) return undefined;
    throw error;
  }
  let value: unknown;
  try {
    value = unpackPayload(plain);
  } catch {
    return undefined;
  }
  const parsed = blankPayloadSchema.safeParse(value);
  return parsed.success && parsed.data.taskId === taskId ? parsed.data : undefined;
}

/**
 * Puts the answers of blank forms into the tray: of a tablet that lost them or is gone
 * (`tabletId`), or of forms whose last draft is older than `before` (ms). Idempotent. A draft that
 * cannot be read or is refused stays and is tried again a day later: a later version may read it.
 * @throws errors of the practice key when it is temporarily unavailable
 */
export async function rescueBlanks(
  deps: RescueDeps,
  { cid, payload }: { cid: string; payload: Record<string, unknown> },
): Promise<void> {
  const { workshop, acceptBlank } = deps,
    system = { kind: 'system', cid } as const,
    { tabletId } = payload;
  const rows = await blankDrafts(
    workshop.look(cid, system),
    {
      before: Number(payload.before),
      ...(typeof tabletId === 'string' && { device: tabletId }),
    },
    MOST,
  );
  for (const row of rows) {
    const answers = await payloadOf(deps, cid, row);
    await workshop.write(cid, system, async (w) => {
      // A newer draft, or the answers themselves, arrived meanwhile.
      if ((await findDraft(w, row.taskId))?.draftRev !== row.draftRev) return;
      if (await hasBlankAnswers(w, row.taskId)) {
        await removeDraft(w, row.taskId);
        return;
      }
      const code = answers && (await acceptBlank(w, { tabletId: row.device, payload: answers })),
        isReadable = answers !== undefined && code === undefined;
      if (isReadable) await removeDraft(w, row.taskId);
      else await retryLater(w, row.taskId);
      await w.audit('blank.rescued', { tabletId: row.device, taskId: row.taskId, isReadable });
    });
  }
}
