// Opens the place of sealed files: the folder, or the bucket with the folder behind it. Files of a
// server that used the folder before, or of a restored backup, are read there until they are moved.

import { readdir } from 'node:fs/promises';
import { createObjectStore, type ObjectConfig } from './object-store.ts';
import { createFolderStore, type SealedStore } from './sealed-store.ts';

export interface SealedFiles extends SealedStore {
  /** Moves files from the folder into the bucket, one after the other. @returns how many */
  adopt(): Promise<number>;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Moves the files of a practice; another server may move the same ones. */
async function moveFiles(folder: SealedStore, objects: SealedStore, cid: string): Promise<number> {
  let moved = 0;
  for (const { name: sha256 } of await folder.list(cid)) {
    const sealed = await folder.get(cid, sha256).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (!sealed) continue;
    await objects.put(cid, sha256, sealed);
    // Deleting the only good copy after a wrong answer would lose a document.
    if (!sealed.equals(await objects.get(cid, sha256)))
      throw new Error('the object store returned other bytes');
    await folder.remove(cid, sha256);
    moved++;
  }
  return moved;
}

function withFolder(objects: SealedStore, folder: SealedStore, root: string): SealedFiles {
  return {
    nameOf: objects.nameOf,
    probe: objects.probe,
    put: objects.put,
    get: (cid, sha256) =>
      objects.get(cid, sha256).catch((error: unknown) => {
        if (isMissing(error)) return folder.get(cid, sha256);
        throw error;
      }),
    async remove(cid, sha256) {
      await folder.remove(cid, sha256);
      await objects.remove(cid, sha256);
    },
    async list(cid) {
      const kept = await objects.list(cid),
        names = new Set(kept.map(({ name }) => name));
      for (const file of await folder.list(cid)) {
        const name = await objects.nameOf(cid, file.name);
        if (!names.has(name)) kept.push({ ...file, name });
      }
      return kept;
    },
    async adopt() {
      const inside = await readdir(root, { withFileTypes: true }).catch(() => []);
      let moved = 0;
      for (const one of inside)
        if (one.isDirectory()) moved += await moveFiles(folder, objects, one.name);
      return moved;
    },
  };
}

/**
 * Opens the place of sealed files.
 * @param folder of all practices' files
 * @param objects the bucket; undefined: the folder alone
 * @param blobKeyOf key that seals a practice's files
 */
export function openSealedFiles(
  folder: string,
  objects: ObjectConfig | undefined,
  blobKeyOf: (cid: string) => Promise<Uint8Array>,
): SealedFiles {
  const files = createFolderStore(folder);
  return objects === undefined
    ? { ...files, adopt: () => Promise.resolve(0) }
    : withFolder(createObjectStore(objects, blobKeyOf), files, folder);
}
