// Decides about one file of a watched folder: taken once it is complete and for us.

import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DoctosyncSettings, ImportKind } from '../../../shared/records/transfer.ts';
import { decodeText } from '../../../shared/records/charset.ts';
import { decodeBytes } from '../../../shared/records/gdt-bytes.ts';
import { declaredLength, readGdt } from '../../../shared/records/gdt.ts';
import { readIni } from '../../../shared/records/vdds.ts';
import { claimFile, MOST_BYTES, type ClaimDeps, type Place } from './claim-file.ts';
import { hasOwnEnd, lacksEnd } from './file-end.ts';
import { isRecordForUs, kindOf } from './take-file.ts';

/**
 * A file that does not state its own length is complete when it did not grow for this time; one
 * shorter than stated, or without its end, gets more time.
 */
const STILL_MS = 1500,
  SHORT_MS = 10_000;

/** A file that stays in the folder. */
export interface Waiting {
  name: string;
  why: 'growing' | 'foreign' | 'other';
}

/**
 * Takes a file when it is complete and for us.
 * @returns why it stays; undefined when it was taken or is ignored
 */
export async function considerFile(
  deps: ClaimDeps,
  one: Place,
  name: string,
): Promise<Waiting['why'] | undefined> {
  const { now } = deps;
  const kind = kindOf(name),
    file = path.join(one.folder, name);
  if (kind === undefined)
    return name.startsWith('.') || name.endsWith('.part') || /\.(pdf|json)$/i.test(name)
      ? undefined
      : 'other';
  const found = await lstat(file).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const known = one.seen.get(name),
    isSame = known !== undefined && known.size === found.size && known.mtimeMs === found.mtimeMs,
    since = isSame ? known.since : now();
  one.seen.set(name, { size: found.size, mtimeMs: found.mtimeMs, since });
  const still = now() - since;
  // An oversized file is moved away unread; first it gets the time to become complete.
  if (found.size > MOST_BYTES[kind]) {
    if (still < STILL_MS) return 'growing';
    await claimFile(deps, one, name);
    return undefined;
  }
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) return undefined;
  if (!hasOwnEnd(kind, bytes)) {
    const said = kind === 'gdt' ? declaredLength(bytes) : undefined;
    if (still < STILL_MS) return 'growing';
    const isShort = (said !== undefined && said > bytes.length) || lacksEnd(kind, bytes);
    if (isShort && still < SHORT_MS && !isAnswered(kind, bytes)) return 'growing';
  }
  if (kind === 'gdt' && !isForUs(bytes, one.setup.settings)) return 'foreign';
  if (kind === 'csv' && isOwnIndex(bytes)) return undefined;
  if (kind === 'vdds') {
    const person = readIni(decodeText(bytes, 'latin1').text).get('PATIENT');
    // A file without a person contains settings of some program, or of the system.
    if (!person) return 'other';
    if (person.get('READY') === '1') return undefined;
  }
  await claimFile(deps, one, name);
  return undefined;
}

/** The answer to an exchange file, or settings of some program, which wait for nothing. */
function isAnswered(kind: ImportKind, bytes: Uint8Array): boolean {
  if (kind !== 'vdds') return false;
  const person = readIni(decodeText(bytes, 'latin1').text).get('PATIENT');
  return person === undefined || person.get('READY') === '1';
}

/**
 * In a folder shared by several programs a file without a record for us is ignored. An unreadable
 * one is judged when it is taken.
 */
function isForUs(bytes: Uint8Array, { ownId }: DoctosyncSettings): boolean {
  const read = readGdt(bytes);
  return !read.ok || read.records.some((record) => isRecordForUs(record, ownId));
}
/** First words of the index files and the tables of master data that we write ourselves. */
export const INDEX_HEAD = 'patid;nachname;vorname;geburtsdatum;titel;abgelegt;datei;sha256';
export const PERSON_HEAD =
  'patid;nachname;vorname;geburtsdatum;stammdatum;vorher;nachher;uebernommen';
const isOwnIndex = (bytes: Uint8Array): boolean => {
  const head = decodeBytes(bytes.subarray(0, 120), 'latin1');
  return head.includes(INDEX_HEAD) || head.includes(PERSON_HEAD);
};
