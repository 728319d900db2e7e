// What the address of the page says: which share, its key, or the secret of a new access code. The key and the secret leave the address at once.

import {
  readShareAddress,
  RESET_PATH,
  SHARE_ID,
  type ShareAddress,
} from '../../shared/exchange/share.ts';

export type Place =
  /** R3 without an id. */
  | { readonly kind: 'enter' }
  /** An address that is none of ours. */
  | { readonly kind: 'wrong' }
  | { readonly kind: 'share'; readonly address: ShareAddress }
  /** R4. */
  | { readonly kind: 'reset'; readonly shareId: string; readonly secret: string };

/** Which page an address means. */
export function placeOf({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): Place {
  const [, word, shareId = '', secret = ''] = pathname.split('/');
  if (`/${word}` === RESET_PATH)
    return SHARE_ID.test(shareId) && secret !== ''
      ? { kind: 'reset', shareId, secret }
      : { kind: 'wrong' };
  if (shareId === '') return { kind: 'enter' };
  const address = readShareAddress(pathname, hash);
  return address ? { kind: 'share', address } : { kind: 'wrong' };
}

/** What somebody typed or pasted: a whole link, or an id with or without what stands behind `#`. */
export function addressIn(text: string): ShareAddress | undefined {
  const [before = '', fragment = ''] = text.trim().split('#');
  // Of a link only the path counts: the host is the one that this page came from.
  const path = /^[a-z]+:\/\//i.test(before) ? before.replace(/^[a-z]+:\/\/[^/]*/i, '') : before;
  return readShareAddress(path.split('?')[0] ?? '', fragment);
}

/** The address without anything that opens something. */
export const bareAddress = (place: Place): string =>
  place.kind === 'share'
    ? `/ssf/${place.address.shareId}`
    : place.kind === 'reset'
      ? RESET_PATH
      : '/ssf';
