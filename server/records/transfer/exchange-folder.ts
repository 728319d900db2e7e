// Exchange folders on the host, which belong to its operator: the ones that a practice may
// configure.

import path from 'node:path';
import type { Store } from '../../platform/db/store.ts';
import { isWithin, realFolder } from '../../platform/folders.ts';
import { isOnlyPractice } from './store.ts';

/** Folder assigned to a practice by the operator; undefined when the operator set none. */
export type ExchangeBase = ((cid: string) => string) | undefined;

/**
 * Checks whether a practice may configure this folder. With a base folder only paths inside it;
 * without one only the single practice of an installation, whose owner is the operator. The disk is
 * accessed only for folders inside the base, so that a refusal reveals nothing about the host.
 */
export async function mayUseFolder(
  { store, base }: { store: Store; base: ExchangeBase },
  cid: string,
  folder: string,
): Promise<boolean> {
  if (base === undefined) return isOnlyPractice(store, cid);
  const own = path.resolve(base(cid));
  if (!path.isAbsolute(folder) || !isWithin(own, path.resolve(folder))) return false;
  return isWithin(await realFolder(own), await realFolder(folder));
}

/**
 * Returns the exchange folder of a practice.
 * @param root MOLAR_EXCHANGE_ROOT: each practice's folder in it is named after its `cid`
 */
export const exchangeBaseOf = (root: string | undefined): ExchangeBase =>
  root === undefined ? undefined : (cid) => path.join(root, cid);
