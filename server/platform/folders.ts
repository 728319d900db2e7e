// Folders shared with other programs (practice software, scanner): checks which may be used, and
// writes the marker that distinguishes our folder from an empty mount point.

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FolderProblem } from '../../shared/records/transfer.ts';
import { makeFolder, syncFolder } from './sync-folder.ts';

/** Our own subfolder: nothing in it is for the practice software. */
export const OWN_FOLDER = '.molar';
const MARKER = 'folder.json';
/** Files being written, and complete ones that wait to be moved into place. */
export const stagingOf = (folder: string): string => path.join(folder, OWN_FOLDER, 'out');
/** Files that were claimed and are being read. */
export const claimedOf = (folder: string): string => path.join(folder, OWN_FOLDER, 'in');
/** Files that were read, and files that could not be read. */
export const DONE_FOLDER = 'erledigt',
  FAILED_FOLDER = 'fehler';

/** Checks whether a folder equals another one or is inside it. */
export const isWithin = (outer: string, inner: string): boolean => {
  const way = path.relative(outer, inner);
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way));
};
/** Resolves the real path, or the one it would have if it existed. */
export const realFolder = (folder: string): Promise<string> =>
  realpath(folder).catch(() => path.resolve(folder));

/**
 * Returns why a folder cannot be used; undefined when it can.
 * @param away our own folders; neither may contain the other
 * @param others folders of other practices
 */
export async function judgeFolder(
  folder: string,
  away: { data: string; program: string },
  others: readonly string[],
): Promise<FolderProblem | undefined> {
  if (!path.isAbsolute(folder)) return 'not_absolute';
  const found = await lstat(folder).catch(() => undefined);
  if (!found) return 'not_found';
  const there = await realFolder(folder);
  // A link could lead elsewhere tomorrow; the parent path may contain some (a mount point does).
  if (found.isSymbolicLink()) return 'is_link';
  if (!found.isDirectory()) return 'not_folder';
  for (const [place, problem] of [
    [away.data, 'inside_data'],
    [away.program, 'inside_program'],
  ] as const) {
    const own = await realFolder(place);
    if (isWithin(own, there) || isWithin(there, own)) return problem;
  }
  for (const other of await Promise.all(others.map(realFolder)))
    if (isWithin(other, there) || isWithin(there, other)) return 'shared';
  const probe = path.join(there, `.molar-${randomUUID()}`);
  try {
    await writeWhole(probe, Buffer.from('x'));
    await rm(probe);
  } catch {
    return 'not_writable';
  }
  return undefined;
}

/**
 * Writes to a temporary file and renames it, file and folder synced: complete or absent, also after
 * a power cut.
 * @param mode files for the practice software must be readable by the group of the folder;
 * otherwise this process writes for its own user only
 */
export async function writeWhole(file: string, bytes: Uint8Array, mode = 0o600): Promise<void> {
  const temporary = `${file}.part`;
  const handle = await open(temporary, 'w', 0o600);
  // Drives without modes refuse, and need none.
  try {
    await handle.writeFile(bytes);
    if (mode !== 0o600) await handle.chmod(mode).catch(() => undefined);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

interface Marker {
  id: string;
  cid: string;
}
const readMarkerFile = async (folder: string): Promise<Marker | undefined> => {
  try {
    return JSON.parse(await readFile(path.join(folder, OWN_FOLDER, MARKER), 'utf8')) as Marker;
  } catch {
    return undefined;
  }
};
/**
 * Reads the marker's id in the folder; undefined when the folder is missing or an empty mount
 * point.
 */
export const markerIn = async (folder: string): Promise<string | undefined> =>
  (await readMarkerFile(folder))?.id;

/**
 * Prepares a folder for a practice.
 * @returns the marker's id; the existing one when the practice prepared it before.
 * @throws `shared` when it has another practice's marker
 */
export async function prepareFolder(folder: string, cid: string): Promise<string> {
  const known = await readMarkerFile(folder);
  if (known && known.cid !== cid)
    throw Object.assign(new Error("the folder is another practice's"), { code: 'shared' });
  for (const one of [stagingOf(folder), claimedOf(folder)])
    if (!existsSync(one)) await makeFolder(one);
  if (known) return known.id;
  const id = randomUUID();
  await writeWhole(
    path.join(folder, OWN_FOLDER, MARKER),
    Buffer.from(`${JSON.stringify({ id, cid })}\n`),
  );
  return id;
}

/**
 * Moves a file into a subfolder of its folder, under a free name.
 * @param where {@link DONE_FOLDER} or {@link FAILED_FOLDER}
 */
export async function setAside(
  folder: string,
  file: string,
  name: string,
  where: string,
): Promise<void> {
  const aside = path.join(folder, where),
    taken = new Set(
      await readdir(aside).catch(async () => {
        await makeFolder(aside);
        return [];
      }),
    );
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${n}-${name}`;
  await rename(file, path.join(aside, free));
  await syncFolder(aside);
}
