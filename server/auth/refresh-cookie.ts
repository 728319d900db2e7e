// The refresh cookie: host-bound and Secure on https; plain only on this very machine, where browsers refuse the prefix.

import type { RequestContext } from '../http/route.ts';

const nameOf = (origin: string): string => (origin.startsWith('https:') ? '__Host-molar-refresh' : 'molar-refresh');
const RULES = 'Path=/; HttpOnly; SameSite=Strict';

export const readRefresh = (context: Pick<RequestContext, 'origin' | 'cookie'>): string | undefined => context.cookie(nameOf(context.origin)) || undefined;

/** @param maxAgeMs undefined: gone when the browser is closed */
export function refreshCookie(origin: string, value: string, maxAgeMs: number | undefined): string {
  return [`${nameOf(origin)}=${value}; ${RULES}`, origin.startsWith('https:') && 'Secure', maxAgeMs !== undefined && `Max-Age=${Math.max(0, Math.floor(maxAgeMs / 1000))}`].filter(Boolean).join('; ');
}
export const clearedCookie = (origin: string): string => refreshCookie(origin, '', 0);
