// Takeover of a running Mappe to another device: lifetime of a code, and format of its URL (R7).

/** Long enough to open the camera, too short for a photographed code to be useful. */
export const TAKEOVER_MS = 2 * 60_000;
/** 256 bits as base64url. */
export const TAKEOVER_SECRET = /^[\w-]{43}$/;

/** Builds the URL of a takeover. @param origin of the patients' app, without a trailing slash */
export const takeoverUrl = (origin: string, r4chost: string, takeoverSecret: string): string =>
  `${origin}/takeover/${encodeURIComponent(r4chost)}/${takeoverSecret}`;

export interface TakeoverCode {
  r4chost: string;
  takeoverSecret: string;
}
/**
 * Parses a URL below `/takeover`; undefined if it is not ours. The host is a key for a lookup,
 * never used as an address.
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
