// Parses the page's address: share, its key, or the secret of a new access code. Key and secret are
// removed from the address at once.

import {
  readShareAddress,
  RESET_PATH,
  SHARE_ID,
  type ShareAddress,
} from '../../shared/exchange/share.ts';

export type Place =
  /** R3 without an id. */
  | { readonly kind: 'enter' }
  /** Not one of our addresses. */
  | { readonly kind: 'wrong' }
  | { readonly kind: 'share'; readonly address: ShareAddress }
  /** R4. */
  | { readonly kind: 'reset'; readonly shareId: string; readonly secret: string };

/** Returns the page of an address. */
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

/** Parses typed or pasted input: a whole link, or an id with or without the part after `#`. */
export function addressIn(text: string): ShareAddress | undefined {
  const [before = '', fragment = ''] = text.trim().split('#');
  // Only the path of a link is used: the host is this page's own.
  const path = /^[a-z]+:\/\//i.test(before) ? before.replace(/^[a-z]+:\/\/[^/]*/i, '') : before;
  return readShareAddress(path.split('?')[0] ?? '', fragment);
}

/** Returns the address without secrets. */
export const bareAddress = (place: Place): string =>
  place.kind === 'share'
    ? `/ssf/${place.address.shareId}`
    : place.kind === 'reset'
      ? RESET_PATH
      : '/ssf';
