// Papers that several people sign on separate devices: which signatures have arrived, their effect
// on the task, and completion by the last one.

import type { DocumentData } from '../../../shared/desk/document.ts';
import type { Signer, SignerRole } from '../../../shared/desk/mappe.ts';
import { standingsFor } from '../../../shared/desk/mappe-family.ts';
import {
  canBeParted,
  leftToSign,
  PART_WAIT_MS,
  signerStates,
  type SignerState,
} from '../../../shared/papers/signers.ts';
import { nextState, type TaskState } from '../../../shared/desk/task.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { TabletSide } from './links.ts';
import { moveTask } from './move-task.ts';
import {
  addParts,
  documentsOf,
  hasParts,
  partsOf,
  partsOfAll,
  type PartRow,
} from './part-store.ts';
import { changeMappe, changeTask, findMappe, type MappeRow, type TaskRow } from './store.ts';

type Source = Look | Work;

/** Reads the signers of a paper from its document. */
export const signersIn = (task: Pick<TaskRow, 'data'>): readonly Signer[] =>
  (JSON.parse(task.data) as DocumentData).signers;
/**
 * Returns all signers, with their arrived signatures; one person, or several indistinguishable
 * ones, sign all at once.
 */
export const statesIn = (
  task: Pick<TaskRow, 'data' | 'patid'>,
  mappe: Pick<MappeRow, 'signers'> | undefined,
  parts: readonly PartRow[],
): SignerState[] =>
  signerStates(signersIn(task), parts, mappe ? standingsFor(mappe.signers, task.patid) : []);

/**
 * Returns signers of tasks that are signed in parts, for lists; tasks with one signer, or without
 * any signature and absent signer, are left out.
 */
export async function statesByTask(
  s: Source,
  tasks: readonly Pick<TaskRow, 'taskId' | 'mappeId' | 'patid' | 'kind' | 'state'>[],
  mappen: readonly Pick<MappeRow, 'id' | 'signers'>[],
): Promise<Map<string, SignerState[]>> {
  const of = new Map(mappen.map((one) => [one.id, one])),
    wanted = tasks.filter(
      (one) =>
        one.kind === 'document' &&
        standingsFor(of.get(one.mappeId)?.signers ?? [], one.patid).length > 1,
    );
  if (wanted.length === 0) return new Map();
  const ids = wanted.map((one) => one.taskId),
    parts = await partsOfAll(s, ids);
  const told = wanted.filter(
    (one) =>
      parts.some((part) => part.taskId === one.taskId) ||
      (one.state !== 'filed' &&
        standingsFor(of.get(one.mappeId)?.signers ?? [], one.patid).some(
          (who) => who.isAway === true,
        )),
  );
  if (told.length === 0) return new Map();
  const data = await documentsOf(
    s,
    told.map((one) => one.taskId),
  );
  return new Map(
    told.flatMap((one): [string, SignerState[]][] => {
      const text = data.get(one.taskId),
        states =
          text === undefined
            ? []
            : statesIn(
                { data: text, patid: one.patid },
                of.get(one.mappeId),
                parts.filter((part) => part.taskId === one.taskId),
              );
      return canBeParted(states) ? [[one.taskId, states]] : [];
    }),
  );
}

/**
 * States in which one of several signatures counts on arrival: events on another device do not
 * invalidate it.
 */
export const OPEN_FOR_PART: readonly TaskState[] = [
  'assigned',
  'started',
  'interrupted',
  'question',
  'needs_attention',
  'part_signed',
];

export interface TakenPart {
  opId: string;
  roles: readonly SignerRole[];
  /** Not from the tablet that has the paper. */
  isElsewhere: boolean;
  wantsPaperCopy: boolean;
}

/**
 * Runs in the transaction that accepted these signatures. The paper waits for the others, or is
 * submitted with the last one: both transactions read the other one's row or are rolled back, so
 * that it happens once.
 */
export async function takePart(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  { opId, roles, isElsewhere, wantsPaperCopy }: TakenPart,
): Promise<'state_conflict' | undefined> {
  await addParts(w, task.taskId, opId, roles);
  const mappe = await findMappe(w, task.mappeId),
    missing = leftToSign(
      signersIn(task),
      (await partsOf(w, task.taskId)).map((one) => one.role),
    );
  await w.audit(
    'signature.part',
    { taskId: task.taskId, opId, roles, missing: missing.map((one) => one.role) },
    task.patid,
  );
  if (mappe && wantsPaperCopy && mappe.paperCopyWishedAt === null)
    await changeMappe(w, mappe.id, { paperCopyWishedAt: w.now });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  if (missing.length > 0)
    return waitForOthers(
      w,
      side,
      task,
      isElsewhere && mappe !== undefined && mappe.tabletId !== null,
    );
  const open =
    nextState(task.state, 'submit') === undefined
      ? await moveTask(w, task, 'part', { taskRev: task.taskRev + 1, attention: null })
      : task;
  const done = open && (await moveTask(w, open, 'submit', { submittedAt: w.now, attention: null }));
  if (!done) return 'state_conflict';
  await side.dropDraft(w, task.taskId);
  const tabletId = mappe?.tabletId ?? null;
  if (isElsewhere && tabletId !== null && (await side.holds(w, tabletId, task.taskId)))
    await side.feed(w, tabletId, 'revoke', done);
  return undefined;
}

async function waitForOthers(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  isAtTablet: boolean,
): Promise<'state_conflict' | undefined> {
  // It is open on a tablet, or staff is asked for: that continues.
  if (isAtTablet && task.state !== 'part_signed') return undefined;
  if (!isAtTablet) await side.dropDraft(w, task.taskId);
  if (task.state === 'question' || task.state === 'needs_attention') return undefined;
  if (!(await moveTask(w, task, 'part', { attention: null }))) return 'state_conflict';
  await w.job(
    'close-mappen',
    `close:${task.mappeId}:part:${w.now + PART_WAIT_MS}`,
    { mappeId: task.mappeId },
    w.now + PART_WAIT_MS,
  );
  return undefined;
}

/**
 * Puts down a paper on a tablet, and lets it wait for the others as partly signed; false when there
 * is no signature.
 */
export async function putDownParted(
  w: Work,
  side: TabletSide,
  task: TaskRow,
  tabletId: string | null,
): Promise<boolean> {
  if (!(await hasParts(w, task.taskId))) return false;
  const row = await moveTask(w, task, 'part', {
    taskRev: task.taskRev + 1,
    startedAt: null,
    attention: null,
  });
  if (!row) return false;
  await side.dropDraft(w, task.taskId);
  if (tabletId !== null) await side.feed(w, tabletId, 'revoke', row);
  return true;
}

/** Returns the time of the first signature (ms). */
export const firstPartAt = async (s: Source, taskId: string): Promise<number | undefined> => {
  const parts = await partsOf(s, taskId);
  return parts.length === 0 ? undefined : Math.min(...parts.map((one) => one.receivedAt));
};

/**
 * Notes a signer who was asked at home while another one has the paper on a tablet: that one
 * continues, and staff is informed.
 */
export async function noteAskedElsewhere(w: Work, task: TaskRow): Promise<void> {
  await changeTask(w, task, { attention: 'asked_elsewhere' });
  await w.audit('task.asked_elsewhere', { taskId: task.taskId, mappeId: task.mappeId }, task.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}
