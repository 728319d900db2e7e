// Takes a complete file of a watched folder: claims it, takes its records, sets it aside.

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
}

/**
 * Moves a file into our own subfolder, and reads it: from then on no other program writes or takes
 * it.
 */
export async function claimFile(deps: ClaimDeps, one: Place, name: string): Promise<void> {
  deps.point('claim');
  await rename(path.join(one.folder, name), path.join(claimedOf(one.folder), name));
  one.seen.delete(name);
  deps.point('claimed');
  await readOrKeep(deps, one, name);
}
/**
 * Reads a claimed file. A failure on our side (database unavailable) leaves the file in place for
 * the next scan; it blocks no other file.
 */
export const readOrKeep = (deps: ClaimDeps, one: Place, name: string): Promise<void> =>
  readClaimed(deps, one, name).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'Killed') throw error;
    deps.log.failure({ code: 'doctosync.read', error });
  });

async function readClaimed(deps: ClaimDeps, one: Place, name: string): Promise<void> {
  const { workshop, links, now, point } = deps;
  const file = path.join(claimedOf(one.folder), name),
    kind = kindOf(name),
    found = await lstat(file);
  if (kind === undefined || !found.isFile()) {
    await setAside(one.folder, file, name, FAILED_FOLDER);
    return;
  }
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
  let outcome: 'taken' | 'failed' = 'taken';
  // The file counts as taken only after all its records were committed.
  const pieces = piecesOf({ kind, bytes: content }, settings, now());
  for (const [at, piece] of pieces.entries()) {
    const place = { at, of: pieces.length };
    const taken = await workshop.write(cid, { kind: 'system', cid }, (w) =>
      takePiece(w, links, { id, name, kind }, piece, place),
    );
    if (taken.outcome === 'failed') outcome = 'failed';
    point('piece');
  }
  point('noted');
  // The program that wrote an exchange file expects its answer in the same place.
  if (kind === 'vdds' && !isLarge)
    await writeWhole(path.join(one.folder, name), answerFor(bytes, outcome), 0o660);
  // A program with the file open has written more: it is read again at the next scan.
  const left = await lstat(file);
  if (left.size !== found.size || left.mtimeMs !== found.mtimeMs) return;
  if (outcome === 'failed') await setAside(one.folder, file, name, FAILED_FOLDER);
  else if (settings.afterRead === 'move') await setAside(one.folder, file, name, DONE_FOLDER);
  else await rm(file, { force: true });
  point('removed');
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
