// Cookies of signing in: host-bound and Secure on https; plain only on localhost, where browsers
// refuse the prefix.

import type { RequestContext } from '../../platform/http/route.ts';

type Asked = Pick<RequestContext, 'origin' | 'cookie'>;
/** `refresh-1` and following: locked sessions of earlier users of this workstation. */
export type CookieName = 'refresh' | `refresh-${number}` | 'step' | 'device';
const nameOf = (origin: string, name: CookieName): string =>
  `${origin.startsWith('https:') ? '__Host-' : ''}molar-${name}`;
const RULES = 'Path=/; HttpOnly; SameSite=Strict';

export const readCookie = (context: Asked, name: CookieName): string | undefined =>
  context.cookie(nameOf(context.origin, name)) || undefined;
export const readRefresh = (context: Asked): string | undefined => readCookie(context, 'refresh');

/** Builds the cookie of a secret. @param maxAgeMs undefined: deleted when the browser is closed */
export function secretCookie(
  origin: string,
  name: CookieName,
  value: string,
  maxAgeMs: number | undefined,
): string {
  return [
    `${nameOf(origin, name)}=${value}; ${RULES}`,
    origin.startsWith('https:') && 'Secure',
    maxAgeMs !== undefined && `Max-Age=${Math.max(0, Math.floor(maxAgeMs / 1000))}`,
  ]
    .filter(Boolean)
    .join('; ');
}
export const refreshCookie = (
  origin: string,
  value: string,
  maxAgeMs: number | undefined,
): string => secretCookie(origin, 'refresh', value, maxAgeMs);
export const clearedCookie = (origin: string, name: CookieName = 'refresh'): string =>
  secretCookie(origin, name, '', 0);
