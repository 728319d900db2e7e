// Takes a complete file of a watched folder: claims it, takes its records, sets it aside.

import type { Stats } from 'node:fs';
import { lstat, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ImportKind } from '../../../shared/records/transfer.ts';
import { decodeText, encodeIn, withoutMark } from '../../../shared/records/charset.ts';
import { answered } from '../../../shared/records/vdds.ts';
import type { Log } from '../../platform/http/log.ts';
import type { Workshop } from '../../platform/work.ts';
import {
  claimedOf,
  DONE_FOLDER,
  FAILED_FOLDER,
  setAside,
  writeWhole,
} from '../../platform/folders.ts';
import { hasOwnEnd } from './file-end.ts';
import type { DoctosyncLinks } from './links.ts';
import type { Setup } from './settings.ts';
import { importId, kindOf, piecesOf, takePiece } from './take-file.ts';

/** Bytes of the largest file that is read. */
export const MOST_BYTES: Readonly<Record<ImportKind, number>> = {
  gdt: 1_000_000,
  vdds: 1_000_000,
  ical: 5_000_000,
  csv: 5_000_000,
};

export interface ClaimDeps {
  workshop: Workshop;
  links: DoctosyncLinks;
  log: Log;
  now: () => number;
  /** Tests let the process exit at a named point. */
  point: (name: string) => void;
}
/** A file at an earlier scan. */
interface Seen {
  size: number;
  mtimeMs: number;
  since: number;
}
/** A practice's folder with its files. */
export interface Place {
  cid: string;
  setup: Setup;
  folder: string;
  seen: Map<string, Seen>;
  /** Files that were read and may still grow, with their outcome. */
  settling: Map<string, Seen & { outcome: 'taken' | 'failed' }>;
}

/**
 * A file that does not state its own end stays claimed for this time after it was read: a program
 * that paused still writes into it.
 */
const SETTLE_MS = 30_000;

/**
 * Moves a file into our own subfolder, and reads it: from then on no other program writes or takes
 * it.
 */
export async function claimFile(deps: ClaimDeps, one: Place, name: string): Promise<void> {
  deps.point('claim');
  // An earlier file of the same name may have grown since it was read.
  if (one.settling.has(name)) await readOrKeep(deps, one, name, true);
  await rename(path.join(one.folder, name), path.join(claimedOf(one.folder), name));
  one.seen.delete(name);
  deps.point('claimed');
  await readOrKeep(deps, one, name);
}
/**
 * Reads a claimed file. A failure on our side (database unavailable) leaves the file in place for
 * the next scan; it blocks no other file.
 */
export const readOrKeep = (
  deps: ClaimDeps,
  one: Place,
  name: string,
  isLast = false,
): Promise<void> =>
  readClaimed(deps, one, name, isLast).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'Killed') throw error;
    deps.log.failure({ code: 'doctosync.read', error });
  });

/** @param isLast the file is set aside now, even if it may still grow */
async function readClaimed(
  deps: ClaimDeps,
  one: Place,
  name: string,
  isLast: boolean,
): Promise<void> {
  const { now } = deps;
  const file = path.join(claimedOf(one.folder), name),
    kind = kindOf(name),
    found = await lstat(file);
  if (kind === undefined || !found.isFile()) {
    await setAside(one.folder, file, name, FAILED_FOLDER);
    return;
  }
  const { size, mtimeMs } = found,
    before = one.settling.get(name);
  if (before?.size === size && before.mtimeMs === mtimeMs) {
    if (isLast || now() - before.since >= SETTLE_MS) await putAway(deps, one, name, before.outcome);
    return;
  }
  const { outcome, isEnded } = await takeClaimed(deps, one, { name, kind, found });
  // A program with the file open has written more: it is read again at the next scan.
  const left = await lstat(file);
  if (left.size !== size || left.mtimeMs !== mtimeMs) return;
  if (outcome === 'failed' || isEnded || isLast) await putAway(deps, one, name, outcome);
  else one.settling.set(name, { size, mtimeMs, since: now(), outcome });
}

/** Moves a file that was read to its last place. */
async function putAway(
  { point }: ClaimDeps,
  { folder, settling, setup: { settings } }: Place,
  name: string,
  outcome: 'taken' | 'failed',
): Promise<void> {
  const file = path.join(claimedOf(folder), name);
  if (outcome === 'failed') await setAside(folder, file, name, FAILED_FOLDER);
  else if (settings.afterRead === 'move') await setAside(folder, file, name, DONE_FOLDER);
  else await rm(file, { force: true });
  settling.delete(name);
  point('removed');
}

/**
 * Takes the records of a claimed file.
 * @returns `failed` if anything of it was not read
 */
async function takeClaimed(
  { workshop, links, now, point }: ClaimDeps,
  one: Place,
  { name, kind, found }: { name: string; kind: ImportKind; found: Stats },
): Promise<{ outcome: 'taken' | 'failed'; isEnded: boolean }> {
  const file = path.join(claimedOf(one.folder), name);
  const isLarge = found.size > MOST_BYTES[kind],
    bytes = isLarge ? Buffer.alloc(0) : await readFile(file);
  const id = importId(
    name,
    isLarge ? Buffer.from(`too large: ${found.size}`) : bytes,
    found.mtimeMs,
  );
  const { cid } = one;
  const { settings } = one.setup;
  const content = isLarge ? new Uint8Array(MOST_BYTES[kind] + 1) : bytes;
  let outcome: 'taken' | 'failed' = 'taken',
    isPersonTaken = false;
  // The file counts as taken only after all its records were committed.
  const pieces = piecesOf({ kind, bytes: content }, settings, now());
  for (const [at, piece] of pieces.entries()) {
    const place = { at, of: pieces.length };
    const taken = await workshop.write(cid, { kind: 'system', cid }, (w) =>
      takePiece(w, links, { id, name, kind }, piece, place),
    );
    if (taken.outcome === 'failed') outcome = 'failed';
    else isPersonTaken ||= piece.is === 'person';
    point('piece');
  }
  point('noted');
  // The program that wrote an exchange file expects its answer in the same place; it asks for the
  // person, not for each line.
  if (kind === 'vdds' && !isLarge)
    await writeWhole(
      path.join(one.folder, name),
      answerFor(bytes, isPersonTaken ? 'taken' : 'failed'),
      0o660,
    );
  return { outcome, isEnded: hasOwnEnd(kind, bytes) || kind === 'gdt' };
}

/** The exchange file with its answer, in its own character set: no character of it changes. */
function answerFor(bytes: Uint8Array, outcome: 'taken' | 'failed'): Buffer {
  const level = outcome === 'taken' ? 0 : 1;
  const read = decodeText(bytes, 'latin1');
  if (read.charset === 'utf16le' || read.charset === 'utf16be') {
    return Buffer.from(encodeIn(answered(read.text, level), read));
  }
  // Byte for byte: characters outside the set are preserved as well.
  const mark = bytes.subarray(0, bytes.length - withoutMark(bytes).length);
  const text = Buffer.from(withoutMark(bytes)).toString('latin1');
  return Buffer.concat([mark, Buffer.from(answered(text, level), 'latin1')]);
}
