// The key of the database file: random, wrapped by the root key, in two small files next to it. Backups
// carry it, too. Every copy in the data folder has the same key.

import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { syncFolder } from '../../sync-folder.ts';
import type { Step } from './key-file.ts';
import { decryptWith, encryptWith, RootKeyError, rootKeyId } from './root-key.ts';

/** The two files have the same content; one of them suffices. */
export const KEY_FILES = ['molar.db.key', 'molar.db.key-copy'] as const;
/** The key of the database file is missing or does not open; the message says how to go on. */
export class FileKeyError extends RootKeyError {}

const AAD = 'database file key 1',
  PART = '.part-';
const LEFT_MS = 60_000;
const quiet: Step = () => undefined;

interface Found {
  file: string;
  text: string | undefined;
  key: Buffer | undefined;
}
function look(data: string, roots: readonly Uint8Array[]): Found[] {
  return KEY_FILES.map((name) => {
    const file = path.join(data, name);
    if (!existsSync(file)) return { file, text: undefined, key: undefined };
    const text = readFileSync(file, 'utf8');
    return { file, text, key: opened(text, roots) };
  });
}
function opened(text: string, roots: readonly Uint8Array[]): Buffer | undefined {
  const wrapped = Buffer.from(text.trim(), 'base64');
  for (const root of roots)
    try {
      return decryptWith(root, wrapped, AAD);
    } catch {
      // Another root key may fit.
    }
  return undefined;
}
const textOf = (key: Uint8Array, root: Uint8Array): string =>
  `${encryptWith(root, key, AAD).toString('base64')}\n`;

/** Writes the whole file next to its place, synced. */
function writePart(file: string, text: string): string {
  const part = `${file}${PART}${randomUUID()}`,
    fd = openSync(part, 'wx', 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  return part;
}
function replace(file: string, text: string): void {
  renameSync(writePart(file, text), file);
}
/** Puts a file where there is none; the first of several servers wins. */
function putFirst(file: string, text: string): void {
  const part = writePart(file, text);
  try {
    linkSync(part, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(part, { force: true });
  }
}

/** Removes what a killed change left; another server may be writing a younger one. */
function removeParts(data: string): void {
  for (const name of readdirSync(data).filter((one) => one.startsWith(KEY_FILES[0])))
    if (name.includes(PART)) {
      const part = path.join(data, name),
        found = statSync(part, { throwIfNoEntry: false });
      if (found && Date.now() - found.mtimeMs > LEFT_MS) rmSync(part, { force: true });
    }
}

/** Whether there is a key in this folder. */
export const hasFileKey = (data: string): boolean =>
  KEY_FILES.some((name) => existsSync(path.join(data, name)));

/**
 * Reads the key of a data folder.
 * @param roots root keys, newest first
 * @returns undefined if there is none
 * @throws FileKeyError if it is damaged, belongs to another root key, or the two files differ
 */
export function readFileKey(data: string, roots: readonly Uint8Array[]): Buffer | undefined {
  const found = look(data, roots),
    [key, other] = found.flatMap((one) => (one.key ? [one.key] : []));
  if (key && other && !key.equals(other))
    throw new FileKeyError(
      `In ${data} gehören ${KEY_FILES.join(' und ')} zu zwei verschiedenen Datenbanken. Legen Sie beide aus derselben Kopie des Ordners zurück. Es wurde nichts geändert.`,
    );
  if (key) return key;
  if (found.every((one) => one.text === undefined)) return undefined;
  throw new FileKeyError(
    `Der Schlüssel der Datenbank (${path.join(data, KEY_FILES[0])}) ist beschädigt oder gehört zu einem anderen Wurzelschlüssel; bekannt sind ${roots.map(rootKeyId).join(', ')}. Legen Sie den passenden Wurzelschlüssel oder die Datei aus einer Kopie zurück, oder stellen Sie eine Sicherung wieder her (npm run restore); sie enthält beides. Es wurde nichts geändert.`,
  );
}

/**
 * Makes the key of a data folder, or reads it and renews a file that is missing or damaged.
 * @throws FileKeyError
 */
export async function ensureFileKey(
  data: string,
  roots: readonly Uint8Array[],
  at: Step = quiet,
): Promise<Buffer> {
  const [first, second] = KEY_FILES.map((name) => path.join(data, name)) as [string, string];
  removeParts(data);
  if (readFileKey(data, roots) === undefined) {
    at('key.before');
    putFirst(first, textOf(randomBytes(32), roots[0]!));
    await syncFolder(data);
    at('key.first');
  }
  const key = readFileKey(data, roots)!;
  for (const one of look(data, roots))
    if (!one.key) {
      replace(one.file, textOf(key, roots[0]!));
      at(one.file === second ? 'key.second' : 'key.first');
    }
  await syncFolder(data);
  return key;
}

/** Stores a given key in a new data folder: that of a restored backup. */
export async function putFileKey(data: string, key: Uint8Array, root: Uint8Array): Promise<void> {
  for (const name of KEY_FILES) replace(path.join(data, name), textOf(key, root));
  await syncFolder(data);
}

/** Whether an older root key wraps one of the files. */
export const isFileKeyOlder = (data: string, [newest]: readonly Uint8Array[]): boolean =>
  look(data, newest ? [newest] : []).some((one) => one.text !== undefined && !one.key);

/** Wraps the key by the newest root key, one file after the other. @throws FileKeyError */
export async function rewrapFileKey(
  data: string,
  roots: readonly Uint8Array[],
  at: Step = quiet,
): Promise<void> {
  const key = readFileKey(data, roots),
    [newest] = roots;
  if (!key || !newest || !isFileKeyOlder(data, roots)) return;
  for (const name of KEY_FILES) {
    at('file-key.before');
    replace(path.join(data, name), textOf(key, newest));
    await syncFolder(data);
    at('file-key.after');
  }
}
