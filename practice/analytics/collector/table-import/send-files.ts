// Uploads files in parts: received parts are not sent again, interrupted ones are retried, and the
// upload can be aborted.

import {
  PART_BYTES,
  type ImportState,
} from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import { CallError } from '../../../api.ts';
import { sendPart, type Announced } from './table-import-calls.ts';

/**
 * Attempts per part, and the delay before the second one (ms); it doubles with each further one.
 */
const TRIES = 6,
  FIRST_WAIT = 1000;

export const announced = (file: File): Announced => ({
  name: file.name,
  size: file.size,
  modifiedAt: Math.max(0, Math.trunc(file.lastModified)),
});
const isSame = (a: Announced, b: Announced): boolean =>
  a.name === b.name && a.size === b.size && a.modifiedAt === b.modifiedAt;
const partsOf = (size: number): number => Math.ceil(size / PART_BYTES);
/** Counts the bytes of an import that have arrived. */
export const arrived = ({ files }: ImportState): number =>
  files.reduce(
    (sum, file) =>
      sum +
      file.there.reduce((n, part) => n + Math.min(PART_BYTES, file.size - part * PART_BYTES), 0),
    0,
  );
export const isWhole = ({ files }: ImportState): boolean =>
  files.length > 0 && files.every((file) => file.there.length === partsOf(file.size));
/** Checks whether these are the files that an import was started with. */
export const fits = ({ files }: ImportState, chosen: readonly File[]): boolean =>
  files.length === chosen.length &&
  files.every((file) => chosen.some((one) => isSame(file, announced(one))));

/** Checks the file extension; everything else in a folder is left out. */
export const isTable = (name: string): boolean => /\.(csv|txt|tsv)$/i.test(name);

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const mayPass = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.code === 'network' ||
    error.code === 'timeout' ||
    error.code === 'unavailable' ||
    error.code === 'rate_limited');

/**
 * Sends files in parts.
 * @param sent called with the bytes that have arrived of all
 * @throws the server's rejection, or the last failure of a part
 */
export async function sendFiles(
  state: ImportState,
  chosen: readonly File[],
  signal: AbortSignal,
  sent: (bytes: number) => void,
  wait = (ms: number) =>
    new Promise<void>((done) => {
      setTimeout(done, ms);
    }),
): Promise<void> {
  let done = arrived(state);
  for (const file of state.files) {
    const own = chosen.find((one) => isSame(file, announced(one))),
      there = new Set(file.there);
    if (!own) continue;
    for (let part = 0; part < partsOf(file.size); part++) {
      if (there.has(part)) continue;
      const bytes = new Uint8Array(
          await own.slice(part * PART_BYTES, (part + 1) * PART_BYTES).arrayBuffer(),
        ),
        sum = hex(await crypto.subtle.digest('SHA-256', bytes));
      for (let attempt = 1; ; attempt++) {
        signal.throwIfAborted();
        try {
          await sendPart(state.id, file.no, part, bytes, sum, signal);
          break;
        } catch (error) {
          if (attempt >= TRIES || !mayPass(error)) throw error;
          await wait(FIRST_WAIT * 2 ** (attempt - 1));
        }
      }
      sent((done += bytes.length));
    }
  }
}

/** Returns the dropped files, including those in folders. */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []),
    found: File[] = [];
  if (entries.length === 0) return [...transfer.files];
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    if (entry.isFile) {
      found.push(
        await new Promise<File>((done, fail) => {
          (entry as FileSystemFileEntry).file(done, fail);
        }),
      );
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    // A folder is listed in batches until an empty one is returned.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((done, fail) => {
        reader.readEntries(done, fail);
      });
      if (some.length === 0) return;
      for (const one of some) await walk(one);
    }
  };
  for (const entry of entries) await walk(entry);
  return found;
}
