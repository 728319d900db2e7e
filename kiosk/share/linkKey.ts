// The key of a link as it is kept on the phone: sealed under a key that cannot leave the browser, so that a page that is loaded again still has it.

import { HANDED_MS } from '../home/keeper.ts';
import { newKey, seal, unseal, type Cabinet } from '../home/cabinet.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';

export interface LinkKey {
  readonly key: string;
  readonly r4cUuid: string | null;
}

/** Hashed: whoever looks through the device finds no link that could be used. */
const idOf = (shareId: string): Promise<string> => sha256Hex(`portal|link|${shareId}`);

/** Keeps what the address said, for as long as a link lasts at most. */
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

/** `null` where nothing is kept, or it cannot be read any more. */
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
