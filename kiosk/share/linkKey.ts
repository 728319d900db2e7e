// Key of a link as stored on the phone: sealed under a non-extractable key, so that a reloaded page
// still has it.

import { HANDED_MS } from '../home/keeper.ts';
import { newKey, seal, unseal, type Cabinet } from '../home/cabinet.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';

export interface LinkKey {
  readonly key: string;
  readonly r4cUuid: string | null;
}

/** Hashed: a usable link cannot be read from the device. */
const idOf = (shareId: string): Promise<string> => sha256Hex(`portal|link|${shareId}`);

/** Stores the parsed address, at most for the lifetime of a link. */
export async function keepLinkKey(
  cabinet: Cabinet,
  subtle: SubtleCrypto,
  shareId: string,
  link: LinkKey,
  now: number,
): Promise<void> {
  const own = { id: await idOf(shareId), draftId: 'link' },
    key = await newKey(subtle),
    draft = await seal(key, own, 'draft', link);
  await cabinet.change(own.id, () => ({
    ...own,
    key,
    draft,
    savedAt: now,
    misses: 0,
    isHandedIn: true,
  }));
}

/** Finds the stored key of a link; `null` where nothing is stored, or it is unreadable. */
export async function findLinkKey(
  cabinet: Cabinet,
  shareId: string,
  now: number,
): Promise<LinkKey | null> {
  const row = await cabinet.get(await idOf(shareId));
  if (!row?.key || now - row.savedAt > HANDED_MS) return null;
  const kept = (await unseal(row, 'draft').catch(() => null)) as LinkKey | null;
  return typeof kept?.key === 'string' ? kept : null;
}

export async function dropLinkKey(cabinet: Cabinet, shareId: string): Promise<void> {
  await cabinet.change(await idOf(shareId), () => undefined);
}
