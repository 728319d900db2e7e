// Folders of the host belong to its operator: which of them a practice may name for the exchange.

import path from 'node:path';
import type { Store } from '../../platform/db/store.ts';
import { isWithin, realFolder } from '../../platform/folders.ts';
import { isOnlyPractice } from './store.ts';

/** The folder that the operator gives a practice; undefined when the operator set none. */
export type ExchangeBase = ((cid: string) => string) | undefined;

/**
 * Whether a practice may name this folder. With a base folder only what lies in it; without one
 * only the practice of an installation that has no other, whose owner is the operator.
 * The disk is asked only about folders inside the base, so that a refusal tells nothing of the host.
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

/** @param root MOLAR_EXCHANGE_ROOT: each practice's folder in it bears the name of its `cid` */
export const exchangeBaseOf = (root: string | undefined): ExchangeBase =>
  root === undefined ? undefined : (cid) => path.join(root, cid);
