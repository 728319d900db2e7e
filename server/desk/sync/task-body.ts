// Builds the body of a task for a tablet: complete enough to work offline, with the patient's
// progress.

import type { BodyKeys, Unseal } from './body-keys.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { DocumentData } from '../../../shared/desk/document.ts';
import { isFormData } from '../../../shared/forms/task/form-task.ts';
import { daysThatOpen } from '../../../shared/desk/mappe-family.ts';
import type { Signer } from '../../../shared/desk/mappe.ts';
import {
  canBeParted,
  expectedAtTablet,
  stillMissing,
  type SignerState,
} from '../../../shared/papers/signers.ts';
import type { DraftPayload } from '../../../shared/papers/signature.ts';
import { packPayload } from '../../../shared/exchange/payload.ts';
import { toBase64 } from '../../../shared/exchange/sealing.ts';
import { draftAad, type FeedOp, type TaskBody } from '../../../shared/exchange/sync.ts';
import { fullName } from '../../../shared/desk/patient.ts';
import { sealOrigin } from '../task/origin.ts';
import { partsOf } from '../task/part-store.ts';
import { signersIn, statesIn } from '../task/parts.ts';
import { isForTablet } from '../task/place-mappe.ts';
import {
  findMappe,
  findPatient,
  findTask,
  patientsOf,
  siblingsOf,
  type MappeRow,
  type TaskRow,
} from '../task/store.ts';
import type { Look } from '../../platform/work.ts';
import { familyAddress } from './family-address.ts';
import { findDraft } from './store.ts';

interface RevokeBody {
  taskId: string;
  taskRev: number;
  reason: 'moved' | 'over';
}
export type Body =
  | { op: 'put'; body: TaskBody; isDraftLost: boolean }
  | { op: 'revoke'; body: RevokeBody };

/**
 * Builds the current state of a task for this tablet: to be run or read, or to be released. The
 * last parameter is the content of its feed row: a paper that was put down stays put down.
 */
export async function taskBody(
  look: Look,
  keys: BodyKeys,
  tabletId: string,
  taskId: string,
  told: FeedOp,
): Promise<Body> {
  const task = await findTask(look, taskId);
  const mappe = task && (await findMappe(look, task.mappeId));
  const patient = task && (await findPatient(look, task.patid));
  if (
    !task ||
    !mappe ||
    !patient ||
    (told === 'revoke' && task.state === 'paper') ||
    mappe.tabletId !== tabletId ||
    !isForTablet(task) ||
    task.presentedPdfSha256 === null ||
    task.presentedBytes === null
  ) {
    return {
      op: 'revoke',
      body: {
        taskId,
        taskRev: task?.taskRev ?? 0,
        reason: mappe && mappe.tabletId !== tabletId ? 'moved' : 'over',
      },
    };
  }
  const siblings = await siblingsOf(look, mappe.id);
  const { resume, isLost } = await resumeOf(look, keys.openOp, task, mappe);
  const originKey = await keys.originKey(look.cid);
  return {
    op: 'put',
    isDraftLost: isLost,
    body: {
      taskId,
      taskRev: task.taskRev,
      mappeId: mappe.id,
      position: task.position,
      count: siblings.filter((t) => t.state === 'created' || isForTablet(t)).length,
      kind: task.kind,
      data: task.data,
      dataSha256: task.dataSha256,
      presentedPdfSha256: task.presentedPdfSha256,
      presentedBytes: task.presentedBytes,
      patient: {
        patid: patient.patid,
        name: fullName(patient),
        geburtsdatum: patient.geburtsdatum,
      },
      ...(await signersOf(look, task, mappe)),
      language: mappe.language,
      textScale: mappe.textScale,
      talk: {
        needed: task.talk.needed,
        ...(task.talk.doneByName !== undefined && { doneBy: task.talk.doneByName }),
        ...(task.talk.doneAt !== undefined && { doneAt: task.talk.doneAt }),
      },
      ...(resume && { resume }),
      closesAt: mappe.closesAt,
      ...(await familyOf(look, keys, task, mappe)),
      ...(await formOf(look, keys, task)),
      origin: sealOrigin(originKey, look.cid, task, mappe, patient),
    },
  };
}

/** A questionnaire is sent with its form, in the languages that its data names. */
async function formOf(look: Look, keys: BodyKeys, task: TaskRow): Promise<{ form?: string }> {
  if (task.kind !== 'questionnaire') return {};
  const data = JSON.parse(task.data) as DocumentData,
    form = isFormData(data) ? await keys.formText(look, data.form) : undefined;
  return form === undefined ? {} : { form };
}

/**
 * For a Mappe of several people: the position of this one, and the people whose birth dates open
 * it.
 */
async function familyOf(
  look: Look,
  keys: BodyKeys,
  { kind, patid }: TaskRow,
  mappe: MappeRow,
): Promise<Pick<TaskBody, 'family'>> {
  if (mappe.patids.length < 2) return {};
  const rows = await patientsOf(look, mappe.patids),
    people = mappe.patids.flatMap((id) => rows.get(id) ?? []),
    address = kind === 'questionnaire' ? await familyAddress(look, keys, mappe, patid) : undefined;
  return {
    family: {
      at: Math.max(0, mappe.patids.indexOf(patid)) + 1,
      count: mappe.patids.length,
      days: daysThatOpen(people, patid, berlinDay(look.now)),
      ...(address && { address }),
    },
  };
}

/**
 * Signers of this document: those it was resolved with, if they are expected here; the Mappe may
 * name more. `away`: missing signers who sign elsewhere.
 */
async function signersOf(
  look: Look,
  task: TaskRow,
  mappe: MappeRow,
): Promise<Pick<TaskBody, 'signers' | 'away'>> {
  const signers = signersIn(task);
  if (!canBeParted(signers)) return { signers: [...signers] };
  const states = statesIn(task, mappe, await partsOf(look, task.taskId)),
    here = expectedAtTablet(states),
    away = stillMissing(states).filter((one) => !here.includes(one));
  const plain = ({ role, name, capacity }: SignerState): Signer => ({
    role,
    name,
    ...(capacity !== undefined && { capacity }),
  });
  return { signers: here.map(plain), ...(away.length > 0 && { away: away.map(plain) }) };
}

/**
 * The draft, decrypted with the server's key, to be sealed again for this tablet; otherwise the
 * data that an outcome left for the signature.
 */
async function resumeOf(
  look: Look,
  unseal: Unseal,
  task: TaskRow,
  mappe: MappeRow,
): Promise<{ resume?: TaskBody['resume']; isLost: boolean }> {
  const stage = task.talk.doneAt !== undefined && task.read !== null ? 'sign' : 'draft';
  const stored = await findDraft(look, task.taskId);
  if (stored) {
    try {
      const plain = await unseal(
        look.cid,
        stored.bytes,
        draftAad(stored.device, task.taskId, stored.taskRev, stored.draftRev),
      );
      return {
        isLost: false,
        resume: { stage, draft: toBase64(plain), draftRev: stored.draftRev, page: stored.page },
      };
    } catch (error) {
      // Never silently treated as empty (F2): staff is informed.
      if (
        !(error instanceof Error) ||
        (error.name !== 'OperationError' &&
          error.name !== 'RangeError' &&
          error.name !== 'DataError')
      )
        throw error;
      return { isLost: true };
    }
  }
  if (stage !== 'sign' || task.read === null) return { isLost: false };
  const draft: DraftPayload = {
    page: 1,
    declarations: task.read.declarations,
    reading: task.read.reading,
    ink: null,
    language: task.read.language,
    textScale: mappe.textScale,
    isCalm: false,
  };
  return {
    isLost: false,
    resume: { stage, draft: toBase64(packPayload(draft)), draftRev: 0, page: 1 },
  };
}
