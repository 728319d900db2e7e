// Caller of a request: the client's address, whether the connection is secure, and whether an
// unsafe call came from a page of the own origin.

import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/base/errors.ts';
import { HOST_PREFIX, XSRF } from '../../../shared/base/headers.ts';
import { hostName, isLoopback } from '../../../shared/base/environment.ts';
import { clientBehind, type TrustedProxies } from '../trusted-proxies.ts';

export interface Caller {
  /** Address for limits and audit; the header `molar-client-ip` is never trusted. */
  ip: string;
  isHttps: boolean;
  /** https or localhost. Required by registration and sign-in. */
  isSecure: boolean;
  origin: string;
  host: string;
}

/** How clients reach this server. */
export interface Entrance {
  /** MOLAR_PUBLIC_URL. */
  publicUrl: string | undefined;
  /** Proxies on other machines that may name the client's address; by default none. */
  proxies?: TrustedProxies | undefined;
}

/**
 * Finds the address and protocol of the caller. A proxy that is called with the host of the public
 * URL is trusted about https if it is on this machine, in a private network or a trusted one, and
 * about the client's address only if it is on this machine or a trusted one.
 * @param socket address and encryption of the TCP connection; behind a relay the address that the
 * relay named, and no word of a proxy counts
 */
export function callerOf(
  request: Request,
  socket: { address: string; isEncrypted: boolean; isRelayed?: boolean },
  { publicUrl, proxies }: Entrance,
): Caller {
  const host = request.headers.get('host') ?? '';
  const remote = socket.address.replace(/^::ffff:/, '');
  const isProxied =
    socket.isRelayed !== true &&
    publicUrl !== undefined &&
    (isPrivate(remote) || proxies?.has(remote) === true) &&
    hostName(new URL(publicUrl).host) === hostName(host);
  const isHttps = socket.isEncrypted || (isProxied && publicUrl.startsWith('https:'));
  // A local network client with direct access to the port could send any address.
  const mayName = isProxied && (isLoopback(remote) || proxies?.has(remote) === true);
  const ip = mayName
    ? clientBehind(remote, request.headers.get('x-forwarded-for'), proxies)
    : remote;
  return {
    ip: ip || 'unknown',
    isHttps,
    host,
    isSecure: isHttps || (isLoopback(host) && isLoopback(remote)),
    origin: `${isHttps ? 'https' : 'http'}://${host}`,
  };
}

function isPrivate(ip: string): boolean {
  return isLoopback(ip) || /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/i.test(ip);
}

/** Returns the value of one cookie. */
export function cookieOf(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return decoded(part.slice(at + 1).trim());
  }
  return undefined;
}

/**
 * Other software on this host may set cookies: a broken escape is a wrong value, not a server
 * error.
 */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Refuses calls that another site made in the user's browser (B70, B71).
 * @param needsToken the double-submit token must match as well (users, and routes that read a
 * cookie)
 */
export function checkSameSite(
  request: Request,
  caller: Caller,
  publicUrl: string | undefined,
  needsToken: boolean,
): void {
  const origin = request.headers.get('origin');
  const own = [caller.origin, publicUrl === undefined ? undefined : new URL(publicUrl).origin];
  if (origin !== null && !own.includes(origin)) throw new AppError('xsrf');
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') throw new AppError('xsrf');
  if (!needsToken) return;
  const header = request.headers.get(XSRF.header);
  // A page of the previous version knows the plain name only; over https it counts together with
  // the page's own origin.
  const cookies = [
    cookieOf(request, xsrfName(caller.isHttps)),
    origin === null ? undefined : cookieOf(request, XSRF.cookie),
  ];
  if (!header || !cookies.includes(header)) throw new AppError('xsrf');
}

/** Over https the browser accepts the cookie from this host alone, never from a sibling's page. */
const xsrfName = (isHttps: boolean): string => `${isHttps ? HOST_PREFIX : ''}${XSRF.cookie}`;

/** Sets a first double-submit token if there is none; readable by own pages only. */
export function newXsrfCookie(request: Request, isHttps: boolean): string | undefined {
  const name = xsrfName(isHttps);
  if (request.method !== 'GET' || cookieOf(request, name) !== undefined) return undefined;
  return `${name}=${randomBytes(16).toString('base64url')}; Path=/; SameSite=Strict${isHttps ? '; Secure' : ''}`;
}
