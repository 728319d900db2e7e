// Sessions of shares: an HttpOnly cookie for each share; the content opened by the share's key is
// stored encrypted with it.

import { isFromFuture } from '../../../shared/base/clock-bounds.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  SHARE_HEADER,
  SHARE_ID,
  SHARE_IDLE_MS,
  SHARE_SESSION_MS,
} from '../../../shared/exchange/share.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { decryptWith, encryptWith } from '../../platform/keys/rootkey/root-key.ts';
import type { Work } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import { newShareSecret, sessionKeyOf } from './secrets.ts';
import { findSession, findShare, insertSession, touchSession, type ShareRow } from './store.ts';

/** Content of a share's key: the list of shared items. */
export interface OpenedShare {
  items: { id: string; ref: string }[];
}
export interface LetIn {
  share: ShareRow;
  opened: OpenedShare;
  hash: string;
  endsAt: number;
  isOpen: boolean;
}

const isHttps = (origin: string): boolean => origin.startsWith('https:');
/**
 * The page's share as a hash: two tabs of one browser may have two shares. Undefined for a page
 * loaded before pages sent it; such a browser has one session.
 */
function pageShare(
  context: RequestContext,
  { secrets }: Pick<PortalDeps, 'secrets'>,
): string | undefined {
  const shareId = context.header(SHARE_HEADER);
  if (shareId === undefined) return undefined;
  if (!SHARE_ID.test(shareId)) throw new AppError('share_over');
  return secrets.hashOf(shareId);
}
/** One cookie for each share: its name distinguishes shares and opens nothing. */
function cookieName(origin: string, shareHash: string | undefined): string {
  const name = shareHash === undefined ? 'molar-share' : `molar-share-${shareHash.slice(0, 16)}`;
  return `${isHttps(origin) ? '__Host-' : ''}${name}`;
}
function cookieOf(origin: string, name: string, value: string, seconds: number): string {
  const cookie = `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
  return isHttps(origin) ? `${cookie}; Secure` : cookie;
}
/** Deletes the cookie of the page's share in the browser; those of other shares stay. */
export function noCookie(context: RequestContext, deps: Pick<PortalDeps, 'secrets'>): string {
  return cookieOf(context.origin, cookieName(context.origin, pageShare(context, deps)), '', 0);
}
const aadOf = (share: string): string => `share session|${share}`;
/** Activity is written at most once in this interval, because `isOpen` is cheap to repeat. */
const SEEN_MS = 30_000;

/** Starts a session or advances it by a step, under a new secret. @returns the cookie */
export async function openSession(
  w: Work,
  deps: Pick<PortalDeps, 'secrets'>,
  context: RequestContext,
  share: ShareRow,
  opened: OpenedShare,
  isOpen: boolean,
  endsAt = w.now + SHARE_SESSION_MS,
): Promise<{ cookie: string; endsAt: number }> {
  const secret = newShareSecret();
  await insertSession(w, {
    hash: deps.secrets.hashOf(secret),
    share: share.id,
    isOpen,
    sealed: encryptWith(sessionKeyOf(secret), Buffer.from(JSON.stringify(opened)), aadOf(share.id)),
    createdAt: w.now,
    seenAt: w.now,
    endsAt,
  });
  const name = cookieName(context.origin, pageShare(context, deps) && share.hash);
  return {
    cookie: cookieOf(context.origin, name, secret, Math.floor((endsAt - w.now) / 1000)),
    endsAt,
  };
}

/** Checks whether a session is still valid; ended by the practice or by time counts at once. */
const isAlive = (share: ShareRow, now: number): boolean =>
  share.endedAt === null && share.expiresAt > now;

/**
 * Returns the caller's session. Reading only updates the time of last activity.
 * @throws AppError share_over when there is none (any more)
 */
export async function whoIsIn(
  context: RequestContext,
  deps: Pick<PortalDeps, 'secrets'>,
): Promise<LetIn> {
  const wanted = pageShare(context, deps),
    secret = context.cookie(cookieName(context.origin, wanted));
  if (secret === undefined || !/^[A-Za-z0-9_-]{43}$/.test(secret)) throw new AppError('share_over');
  const look = context.look(),
    hash = deps.secrets.hashOf(secret),
    row = await findSession(look, hash);
  if (
    !row ||
    row.endsAt <= look.now ||
    isFromFuture(row.seenAt, look.now) ||
    row.seenAt + SHARE_IDLE_MS <= look.now
  )
    throw new AppError('share_over');
  const share = await findShare(look, row.share);
  if (!share || !isAlive(share, look.now)) throw new AppError('share_over');
  if (wanted !== undefined && share.hash !== wanted) throw new AppError('share_over');
  if (look.now - row.seenAt >= SEEN_MS) await context.write((w) => touchSession(w, hash));
  return {
    share,
    hash,
    endsAt: row.endsAt,
    isOpen: row.isOpen,
    opened: JSON.parse(
      decryptWith(sessionKeyOf(secret), row.sealed, aadOf(share.id)).toString(),
    ) as OpenedShare,
  };
}
/** Returns the session after all steps. @throws AppError share_over */
export async function whoIsFullyIn(
  context: RequestContext,
  deps: Pick<PortalDeps, 'secrets'>,
): Promise<LetIn> {
  const who = await whoIsIn(context, deps);
  if (!who.isOpen) throw new AppError('share_over');
  return who;
}
