// `npm run keys:rotate -- --root`: gives the installation a new root key while servers run. Each call
// continues where the last one ended, whatever ended it.

import { statSync } from 'node:fs';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import {
  fillSecret,
  findInstallation,
  listPraxisRows,
  replaceSecret,
} from '../accounts/settings/store.ts';
import { listOldSheets, rewrapSheets } from '../operations/backup/sheet.ts';
import type { Store } from '../platform/db/store.ts';
import { isFileKeyOlder, rewrapFileKey } from '../platform/keys/rootkey/file-key.ts';
import { beginRotation, endRotation, type Step } from '../platform/keys/rootkey/key-file.ts';
import { countOlderWraps, queueRewrap } from '../platform/keys/rootkey/rewrap.ts';
import { rewrapSecret, wrapSecret, type RootKeys } from '../platform/keys/rootkey/root-keys.ts';
import type { Workshop } from '../platform/work.ts';

export interface RotationDeps {
  store: Store;
  workshop: Workshop;
  /** Data folder, with the key of the database file. */
  data: string;
  /** File of the root key, and where to write it instead if that place is read-only. */
  file: string;
  out: string | undefined;
  openRoot(): Promise<RootKeys>;
  now: () => number;
  at?: Step;
}
export type RotationState =
  | { state: 'placed'; id: string; file: string }
  | { state: 'begun' | 'waits'; id: string; left: number }
  | { state: 'over'; id: string; former: string[] };

/** An old server that has not read the file yet may still wrap by the old key. */
const SETTLED_MS = 5 * 60_000;

/** Stores the installation's secret, which was the first root key itself until now. */
async function keepSecret({ store, openRoot, at = () => undefined }: RotationDeps): Promise<void> {
  const stored = (await findInstallation(store))?.secret ?? null;
  if (stored !== null) return;
  at('secret.before');
  await fillSecret(store, wrapSecret(await openRoot()));
  at('secret.after');
}
const chainsOf = async (store: Store): Promise<string[]> => [
  ...(await listPraxisRows(store)).map((row) => row.cid),
  VENDOR_CID,
];

/** Wraps what belongs to the installation by the newest root key. */
export async function rewrapInstallation(
  store: Store,
  root: RootKeys,
  data: string,
  at: Step = () => undefined,
): Promise<void> {
  await rewrapFileKey(data, root.all(), at);
  const stored = (await findInstallation(store))?.secret,
    next = stored && rewrapSecret(root, stored);
  if (stored && next) {
    at('secret.rewrap');
    await replaceSecret(store, stored, next);
  }
  await rewrapSheets(store, root);
}

async function countLeft(store: Store, root: RootKeys, data: string): Promise<number> {
  let left = (await listOldSheets(store, root)).length;
  if (isFileKeyOlder(data, root.all())) left++;
  const secret = (await findInstallation(store))?.secret ?? null;
  if (secret === null || rewrapSecret(root, secret)) left++;
  for (const cid of await chainsOf(store))
    left += await countOlderWraps({ store, rootKey: root }, cid);
  return left;
}

/** Begins, continues or ends a rotation. @throws RootKeyError, FolderInUse */
export async function rotateRoot(deps: RotationDeps): Promise<RotationState> {
  const { store, workshop, data, file, out, openRoot, now, at = () => undefined } = deps,
    { id, isNew } = await beginRotation(file, { out, at });
  if (isNew && out !== undefined) return { state: 'placed', id, file: out };
  await keepSecret(deps);
  const root = await openRoot(),
    left = await countLeft(store, root, data);
  if (left > 0) {
    for (const cid of await chainsOf(store)) {
      at('queue.before');
      await queueRewrap(workshop, cid, id, isNew ? 'first' : String(Math.floor(now() / 60_000)));
    }
    return { state: isNew ? 'begun' : 'waits', id, left };
  }
  if (now() - statSync(file).mtimeMs < SETTLED_MS) return { state: 'waits', id, left: 0 };
  const former = await endRotation(file, { out, at });
  for (const cid of await chainsOf(store))
    await workshop.write(cid, { kind: 'system', cid }, (w) => w.audit('key.root', { rootKey: id }));
  return { state: 'over', id, former };
}
