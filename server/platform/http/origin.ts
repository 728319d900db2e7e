// Who is really asking: the client's address, whether the way is secure, and whether an unsafe call came from our own page.

import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/base/errors.ts';
import { XSRF } from '../../../shared/base/headers.ts';
import { hostName, isLoopback } from '../../../shared/base/environment.ts';

export interface Caller {
  /** Address for limits and audit; `molar-client-ip` is never believed. */
  ip: string;
  isHttps: boolean;
  /** https, or this very machine. Registration and sign-in need it. */
  isSecure: boolean;
  origin: string;
  host: string;
}

/**
 * @param socket address and encryption of the TCP connection
 * @param publicUrl MOLAR_PUBLIC_URL: a proxy on this machine or in a private network, asked for that host, is believed about https; only one on this machine about the client's address
 */
export function callerOf(
  request: Request,
  socket: { address: string; isEncrypted: boolean },
  publicUrl: string | undefined,
): Caller {
  const host = request.headers.get('host') ?? '';
  const remote = socket.address.replace(/^::ffff:/, '');
  const isProxied =
    publicUrl !== undefined &&
    isPrivate(remote) &&
    hostName(new URL(publicUrl).host) === hostName(host);
  const isHttps = socket.isEncrypted || (isProxied && publicUrl.startsWith('https:'));
  // Whoever in the house reaches the port directly could write any address: only a proxy on this machine is believed.
  const forwarded =
    isProxied && isLoopback(remote)
      ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
      : undefined;
  return {
    ip: forwarded || remote || 'unknown',
    isHttps,
    host,
    isSecure: isHttps || (isLoopback(host) && isLoopback(remote)),
    origin: `${isHttps ? 'https' : 'http'}://${host}`,
  };
}

function isPrivate(ip: string): boolean {
  return isLoopback(ip) || /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/i.test(ip);
}

/** Value of one cookie. */
export function cookieOf(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return decoded(part.slice(at + 1).trim());
  }
  return undefined;
}

/** Cookies come from anywhere on this host: a broken escape is a wrong value, not a fault of ours. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Refuses calls that another site made in the person's browser (B70, B71).
 * @param needsToken the double-submit token must match as well (people, and everything that reads a cookie)
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
  const cookie = cookieOf(request, XSRF.cookie),
    header = request.headers.get(XSRF.header);
  if (!cookie || !header || cookie !== header) throw new AppError('xsrf');
}

/** A first double-submit token for whoever has none; readable by our own pages only. */
export function newXsrfCookie(request: Request, isHttps: boolean): string | undefined {
  if (request.method !== 'GET' || cookieOf(request, XSRF.cookie) !== undefined) return undefined;
  return `${XSRF.cookie}=${randomBytes(16).toString('base64url')}; Path=/; SameSite=Strict${isHttps ? '; Secure' : ''}`;
}
