// Origin of a task, sealed for this server only: the tablet returns it with the patient's result,
// so that a database restored from a backup without the task gets it back (sync F7).

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decryptWith, encryptWith } from '../../platform/keys/rootkey/root-key.ts';
import type { MappeRow, PatientRow, TaskRow } from './store.ts';

const TASK = [
  'taskId',
  'position',
  'patid',
  'kind',
  'template',
  'title',
  'formRequirement',
  'taskRev',
  'data',
  'dataSha256',
  'presentedPdfSha256',
  'presentedBytes',
  'boxes',
  'renderer',
  'talk',
  'read',
  'createdAt',
] as const;
const MAPPE = [
  'id',
  'patids',
  'signers',
  'language',
  'textScale',
  'identifiedBy',
  'createdBy',
  'createdAt',
  'undoUntil',
  'closesAt',
] as const;
const PATIENT = [
  'patid',
  'title',
  'firstName',
  'lastName',
  'geburtsdatum',
  'street',
  'plz',
  'city',
  'herkunft',
] as const;

export interface TaskOrigin {
  task: Pick<TaskRow, (typeof TASK)[number]>;
  mappe: Pick<MappeRow, (typeof MAPPE)[number]>;
  patient: Pick<PatientRow, (typeof PATIENT)[number]>;
}

/** Unpacked size above which it cannot be ours. */
const MOST_BYTES = 4_000_000;
const aadOf = (cid: string, taskId: string): string => `origin|${cid}|${taskId}`;

function pick<T, K extends keyof T>(row: T, names: readonly K[]): Pick<T, K> {
  const out = {} as Pick<T, K>;
  for (const name of names) out[name] = row[name];
  return out;
}

/**
 * Seals the origin of a task.
 * @param key the practice's blob key
 * @returns base64, a few kB
 */
export function sealOrigin(
  key: Uint8Array,
  cid: string,
  task: TaskRow,
  mappe: MappeRow,
  patient: PatientRow,
): string {
  const origin: TaskOrigin = {
    task: pick(task, TASK),
    mappe: pick(mappe, MAPPE),
    patient: pick(patient, PATIENT),
  };
  return encryptWith(key, deflateRawSync(JSON.stringify(origin)), aadOf(cid, task.taskId)).toString(
    'base64',
  );
}

/** Returns undefined when it was not made by this server for this practice and task. */
export function openOrigin(
  key: Uint8Array,
  cid: string,
  taskId: string,
  text: string,
): TaskOrigin | undefined {
  try {
    const plain = decryptWith(key, Buffer.from(text, 'base64'), aadOf(cid, taskId));
    return JSON.parse(
      inflateRawSync(plain, { maxOutputLength: MOST_BYTES }).toString(),
    ) as TaskOrigin;
  } catch {
    return undefined;
  }
}
