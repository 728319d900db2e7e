// Former root keys, kept next to the file of the present one: they open backups that were made before
// a rotation, and nothing else.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { loadRootKeys } from './root-key.ts';

/** Returns the file of a former key. */
export const formerKeyFile = (file: string, id: string): string => `${file}.${id}`;
/** Reads the former keys that are still there. */
export function formerKeys(file: string): Buffer[] {
  const folder = path.dirname(file),
    start = `${path.basename(file)}.`;
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((one) => one.startsWith(start) && /^[0-9a-f]{16}$/.test(one.slice(start.length)))
    .flatMap((one) => {
      try {
        return loadRootKeys(path.join(folder, one), { mayCreate: false });
      } catch {
        // Not one of ours.
        return [];
      }
    });
}
