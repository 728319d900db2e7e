// Taking a running Mappe over to another device: how long a code is good, and how its address is
// written and read (R7).

/** Long enough to find the camera, too short for a photograph to be worth anything. */
export const TAKEOVER_MS = 2 * 60_000;
/** 256 bits as base64url. */
export const TAKEOVER_SECRET = /^[\w-]{43}$/;

/** @param origin of the patients' app, without a slash at its end */
export const takeoverUrl = (origin: string, r4chost: string, takeoverSecret: string): string =>
  `${origin}/takeover/${encodeURIComponent(r4chost)}/${takeoverSecret}`;

export interface TakeoverCode {
  r4chost: string;
  takeoverSecret: string;
}
/**
 * What an address below `/takeover` says; undefined where it is none of ours. The host is a word to
 * be looked up, never an address.
 */
export function takeoverCode(pathname: string): TakeoverCode | undefined {
  const [, room, host = '', takeoverSecret = '', ...more] = pathname.split('/');
  if (room !== 'takeover' || more.length > 0 || !TAKEOVER_SECRET.test(takeoverSecret))
    return undefined;
  try {
    const r4chost = decodeURIComponent(host);
    return r4chost === '' || r4chost.length > 253 ? undefined : { r4chost, takeoverSecret };
  } catch {
    return undefined;
  }
}
