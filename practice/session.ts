// Session of this workstation: the auth store of product.md E2 and the state that screens follow.

import { useSyncExternalStore } from 'react';
import type { SignedIn, User } from '../shared/accounts/auth.schema.ts';
import type { AuthState } from '../shared/base/client.ts';
import type { FlagKey } from '../shared/base/flags/flags.ts';
import type { GrantKind } from '../shared/vendor/grants.ts';

/**
 * `locked` hides the screens below the lock of the workstation (also at a start, then without a
 * user). `expired` keeps the screens mounted below a sign-in dialog, so that no input is lost;
 * `unreachable` is a start without an answer of the server, `away` (of `in`) is set by the live
 * channel.
 */
export type SessionStatus = 'starting' | 'out' | 'in' | 'locked' | 'expired' | 'unreachable';
/**
 * A practice that a member of the vendor's staff acts for, by a grant that ends at `expiresAt`
 * (ms).
 */
export interface Acting {
  id: string;
  cid: string;
  praxisName: string;
  kind: GrantKind;
  mayWrite: boolean;
  reason: string;
  patids: readonly string[];
  expiresAt: number;
  r4chost: string;
  r4cUuid: string;
}
export interface Session {
  status: SessionStatus;
  user: User | null;
  praxisName: string;
  expiresAt: number;
  acting: Acting | null;
  account: SignedIn['account'];
  /** Features that are switched off for the user's practice. */
  off: readonly FlagKey[];
}

/**
 * E2 under a separate key. sessionStorage, not localStorage: the tablet app runs on the same origin
 * and keeps its store under the same key, and a workstation that also shows a tablet (first look,
 * demo) must not mix the two.
 */
const STORE_KEY = 'authStore';
const EMPTY: AuthState = {
  authToken: null,
  r4chost: null,
  r4cUuid: null,
  cid: null,
  shareId: null,
};

function restore(): AuthState {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORE_KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return EMPTY;
    const row = kept as Record<string, unknown>;
    const text = (name: keyof AuthState): string | null =>
      typeof row[name] === 'string' ? row[name] : null;
    return {
      authToken: text('authToken'),
      r4chost: text('r4chost'),
      r4cUuid: text('r4cUuid'),
      cid: text('cid'),
      shareId: text('shareId'),
    };
  } catch {
    return EMPTY;
  }
}

/** Where a tab keeps the feedback that is being written; it ends with the session. */
export const FEEDBACK_DRAFT = 'practice.feedback';

/** Flag that a refresh cookie may exist (the cookie itself is not readable); not a secret. */
const HINT_KEY = 'practice.signedIn';
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(HINT_KEY) !== null;
  } catch {
    return true;
  }
}
function hint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(HINT_KEY, '1');
    else localStorage.removeItem(HINT_KEY);
  } catch {
    // Without storage every start asks the server.
  }
}

const NO_ACCOUNT: Session['account'] = { factorNeed: 'no', lockMinutes: 10 };
let auth: AuthState = restore();
const SIGNED_OUT: Session = {
  status: 'out',
  user: null,
  praxisName: '',
  expiresAt: 0,
  acting: null,
  account: NO_ACCOUNT,
  off: [],
};
let session: Session = { ...SIGNED_OUT, status: 'starting' };
const listeners = new Set<() => void>();

function set(next: Session, nextAuth: AuthState = auth): void {
  session = next;
  auth = nextAuth;
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify(auth));
  } catch {
    // A full or forbidden storage only costs one sign-in after a reload.
  }
  for (const listener of listeners) listener();
}

export const currentAuth = (): AuthState => auth;
export const currentSession = (): Session => session;

/** Stores the result of a sign-in or a renewal. */
export function acceptSession(answer: SignedIn): void {
  hint(true);
  // A grant belongs to one user; the same user continues with it.
  const acting = session.user?.id === answer.user.id ? session.acting : null;
  set(
    {
      status: 'in',
      user: answer.user,
      praxisName: acting?.praxisName ?? answer.praxis.name,
      expiresAt: answer.expiresAt,
      acting,
      account: answer.account,
      // A server of the version before sends none.
      off: answer.off ?? [],
    },
    {
      ...auth,
      authToken: answer.authToken,
      ...placeOf(
        acting ?? { r4chost: answer.r4chost, r4cUuid: answer.r4cUuid, cid: answer.user.cid },
      ),
    },
  );
}

const placeOf = ({
  r4chost,
  r4cUuid,
  cid,
}: Pick<Acting, 'r4chost' | 'r4cUuid' | 'cid'>): Pick<
  AuthState,
  'r4chost' | 'r4cUuid' | 'cid'
> => ({ r4chost, r4cUuid, cid });
/** Makes every call from here on name the practice of the grant. */
export function startActing(acting: Acting): void {
  set({ ...session, acting, praxisName: acting.praxisName }, { ...auth, ...placeOf(acting) });
}
/** Returns to the vendor's own pages. */
export function stopActing(): void {
  if (session.acting && session.user)
    set(
      { ...session, acting: null, praxisName: '' },
      { ...auth, ...placeOf({ r4chost: '', r4cUuid: '', cid: session.user.cid }) },
    );
}

/** Ends an expired session; the user signs in again on top of the screen. */
export function loseSession(): void {
  hint(false);
  set(
    { ...session, status: session.user === null ? 'out' : 'expired' },
    { ...auth, authToken: null },
  );
}

/**
 * Locks the screen: nothing is shown or requested until a user unlocks by PIN, passkey or password.
 */
export function markLocked(): void {
  if (session.status !== 'locked')
    set({ ...session, status: 'locked' }, { ...auth, authToken: null });
}
/** Records that a factor was set up: the prompt is not needed any more. */
export function setFactorDone(): void {
  set({ ...session, account: { ...session.account, factorNeed: 'no' } });
}

/** Stores which features are switched off. */
export function setOff(off: readonly FlagKey[]): void {
  set({ ...session, off });
}

/** Stores the bearer token after a step-up. */
export function replaceToken(authToken: string): void {
  set(session, { ...auth, authToken });
}

/** Clears everything after an intended sign-out. */
export function clearSession(): void {
  hint(false);
  try {
    sessionStorage.removeItem(FEEDBACK_DRAFT);
  } catch {
    // Without storage nothing was kept.
  }
  set(SIGNED_OUT, EMPTY);
}

export function markUnreachable(): void {
  if (session.status === 'starting') set({ ...session, status: 'unreachable' });
}

/** Stores changes of the user's own profile. */
export function patchUser(change: Partial<User>): void {
  if (session.user) set({ ...session, user: { ...session.user, ...change } });
}

export function setPraxisName(name: string): void {
  set({ ...session, praxisName: name });
}

/** Calls `listener` after every change of the session. @returns the unsubscribe function */
export const onSession = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSession = (): Session => useSyncExternalStore(onSession, currentSession);
