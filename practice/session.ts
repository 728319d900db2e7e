// Who is signed in at this workstation: the auth store of product.md E2 and the state that screens follow.

import { useSyncExternalStore } from 'react';
import type { SignedIn, User } from '../shared/auth.schema.ts';
import type { AuthState } from '../shared/client.ts';

/**
 * `expired` keeps the screens mounted below a sign-in dialog, so that nothing typed is lost;
 * `unreachable` is a start without an answer of the server, `away` (of `in`) is decided by the live channel.
 */
export type SessionStatus = 'starting' | 'out' | 'in' | 'expired' | 'unreachable';
export interface Session { status: SessionStatus; user: User | null; praxisName: string; expiresAt: number }

/**
 * E2 under its own key. The tab's storage, not the browser's: the tablet's app lives on the same origin and keeps its
 * own store under the same key, and a workstation that also shows a tablet (first look, demo) must not mix the two.
 */
const STORE_KEY = 'authStore';
const EMPTY: AuthState = { authToken: null, r4chost: null, r4cUuid: null, cid: null, shareId: null };

function restore(): AuthState {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORE_KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return EMPTY;
    const row = kept as Record<string, unknown>;
    const text = (name: keyof AuthState): string | null => (typeof row[name] === 'string' ? row[name] : null);
    return { authToken: text('authToken'), r4chost: text('r4chost'), r4cUuid: text('r4cUuid'), cid: text('cid'), shareId: text('shareId') };
  } catch {
    return EMPTY;
  }
}

/** Says that a refresh cookie may be there (the cookie itself cannot be seen); no secret. */
const HINT_KEY = 'practice.signedIn';
export function mayBeSignedIn(): boolean {
  try { return localStorage.getItem(HINT_KEY) !== null; } catch { return true; }
}
function hint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(HINT_KEY, '1');
    else localStorage.removeItem(HINT_KEY);
  } catch {
    // Without storage every start asks the server.
  }
}

let auth: AuthState = restore();
let session: Session = { status: 'starting', user: null, praxisName: '', expiresAt: 0 };
const listeners = new Set<() => void>();

function set(next: Session, nextAuth: AuthState = auth): void {
  session = next;
  auth = nextAuth;
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify(auth));
  } catch {
    // A full or forbidden storage costs one sign-in after a reload, nothing else.
  }
  for (const listener of listeners) listener();
}

export const currentAuth = (): AuthState => auth;
export const currentSession = (): Session => session;

/** Takes over a sign-in or a renewal. */
export function acceptSession(answer: SignedIn): void {
  hint(true);
  set(
    { status: 'in', user: answer.user, praxisName: answer.praxis.name, expiresAt: answer.expiresAt },
    { ...auth, authToken: answer.authToken, r4chost: answer.r4chost, r4cUuid: answer.r4cUuid, cid: answer.user.cid },
  );
}

/** The session ended; whoever was at work signs in again on top of what is on the screen. */
export function loseSession(): void {
  hint(false);
  set({ ...session, status: session.user === null ? 'out' : 'expired' }, { ...auth, authToken: null });
}

/** Signed out on purpose: nothing stays. */
export function clearSession(): void {
  hint(false);
  set({ status: 'out', user: null, praxisName: '', expiresAt: 0 }, EMPTY);
}

export function markUnreachable(): void {
  if (session.status === 'starting') set({ ...session, status: 'unreachable' });
}

export function setPraxisName(name: string): void {
  set({ ...session, praxisName: name });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession);
