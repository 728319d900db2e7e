// Binds the shared API client to this app: the only place of the practice app that calls fetch.

import { v7 as uuidv7 } from 'uuid';
import type { SignedIn, User } from '../shared/accounts/auth.schema.ts';
import { CallError, createCall, r4cUrl, type CallOptions } from '../shared/base/client.ts';
import type { Environment } from '../shared/base/environment.ts';
import type {
  Desk,
  SecondFactor,
  SecondFactorNeeded,
  StepUpAnswer,
  StepUpProof,
} from '../shared/accounts/factors.schema.ts';
import type { OwnFlags } from '../shared/vendor/flags/flags.schema.ts';
import { HEADERS, HOST_PREFIX, XSRF } from '../shared/base/headers.ts';
import {
  acceptSession,
  clearSession,
  currentAuth,
  currentSession,
  loseSession,
  markLocked,
  markUnreachable,
  mayBeSignedIn,
  replaceToken,
  setOff,
} from './session.ts';

/**
 * Time of the server's last answer, in ms of this page; answers by a proxy in its place do not
 * count.
 */
let heardAt = 0;
const bound: typeof globalThis.fetch = async (input, init) => {
  const response = await globalThis.fetch(input, init);
  if (response.status < 500) heardAt = performance.now();
  return response;
};
/** Long enough for a slow practice line, short enough to report a dead one quickly. */
const TIMEOUT = 15_000;
const LONG_TIMEOUT = 120_000;
/** Renew this long before the token ends. */
const EARLY = 60_000;

const cookieNamed = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
const readCookie = (name: string): string | undefined =>
  cookieNamed(HOST_PREFIX + name) ?? cookieNamed(name);

const deps = {
  fetch: bound,
  auth: currentAuth,
  version: __VERSION__,
  newId: () => uuidv7(),
  readCookie,
};
const bareCall = createCall(deps);
let firstAnswer: Promise<unknown> | undefined;
/**
 * The first answer sets the XSRF cookie that every writing call must carry: a link of a mail may
 * open in a new browser.
 */
async function keepXsrf(): Promise<void> {
  if (readCookie(XSRF.cookie) !== undefined) return;
  firstAnswer ??= bareCall('/ui/status', { timeout: TIMEOUT }).finally(() => {
    firstAnswer = undefined;
  });
  await firstAnswer;
}
/** Calls that sign in must not try to renew: a wrong password is also a 401. */
async function plainCall<T>(path: string, options?: CallOptions): Promise<T> {
  // Without it the call itself reports the error.
  await keepXsrf().catch(() => undefined);
  return bareCall<T>(path, options);
}

let timer: ReturnType<typeof setTimeout> | undefined;
let renewing: Promise<boolean> | undefined;

function accept(answer: SignedIn): User {
  acceptSession(answer);
  clearTimeout(timer);
  timer = setTimeout(() => void renew(), Math.max(5_000, answer.expiresAt - Date.now() - EARLY));
  return answer.user;
}

async function refresh(): Promise<boolean> {
  try {
    accept(await plainCall<SignedIn>('/auth/refreshToken', { method: 'POST', timeout: TIMEOUT }));
    return true;
  } catch (error) {
    if (isLock(error)) markLocked();
    else if (error instanceof CallError && (error.status === 401 || error.status === 403))
      loseSession();
    else if (currentSession().status === 'in') timer = setTimeout(() => void renew(), 10_000);
    else markUnreachable();
    return false;
  }
}

/**
 * Renews by the refresh cookie, once for all callers; tabs take a lock, because a used cookie is
 * replaced.
 */
function renew(): Promise<boolean> {
  clearTimeout(timer);
  const locks: LockManager | null | undefined = navigator.locks;
  renewing ??= (locks ? locks.request('molar.refresh', refresh) : refresh()).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

const renewed = createCall({ ...deps, renew });
const isLock = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'session_locked';
/** Calls the API as the signed-in user; rejects at a locked workstation. */
export async function call<T>(path: string, options?: CallOptions): Promise<T> {
  if (currentSession().status === 'locked') throw new CallError(423, 'session_locked', 'locked');
  try {
    return await renewed<T>(path, options);
  } catch (error) {
    if (isLock(error)) markLocked();
    if (error instanceof CallError && error.code === 'switched_off')
      void learnOff().catch(() => undefined);
    throw error;
  }
}
/** Asks which features are switched off for the practice; its pages follow at once. */
export async function learnOff(): Promise<void> {
  // Under a grant the session's features are not those of the practice.
  if (currentSession().acting !== null) return;
  setOff((await renewed<OwnFlags>('/api/flags', { timeout: TIMEOUT })).off);
}
export { CallError, LONG_TIMEOUT, TIMEOUT };

/** Calls below the practice's r4c base with this app's time limit. */
export const callR4c = <T>(
  path: string,
  json?: unknown,
  method?: 'POST' | 'PATCH' | 'PUT',
): Promise<T> =>
  call<T>(path, {
    isR4c: true,
    timeout: TIMEOUT,
    ...(json !== undefined && { json }),
    ...(method !== undefined && { method }),
  });

/** Fetches bytes below the r4c base, with their type: PDFs, certificates. */
export const fetchBlob = (path: string): Promise<Blob> =>
  call<Blob>(path, { isR4c: true, answer: 'blob', timeout: LONG_TIMEOUT });

/** Fetches the public information of these screens; needs no session. */
export const fetchStatus = (): Promise<{ environment: Environment }> =>
  bareCall('/ui/status', { timeout: TIMEOUT });

/** How long an answer proves the server reachable, ms. */
const HEARD_MS = 1_000;
const isHeard = (): boolean => performance.now() - heardAt < HEARD_MS;
/** Checks whether the server answers, or did a moment ago; a rejection is an answer. */
export async function isServerThere(): Promise<boolean> {
  if (!isHeard()) await fetchStatus().catch(() => undefined);
  return isHeard();
}

/**
 * Starts the session with the first call of the app: ensures the XSRF cookie, then tries the
 * refresh cookie.
 */
export async function startSession(): Promise<void> {
  try {
    await keepXsrf();
  } catch {
    markUnreachable();
    return;
  }
  if (mayBeSignedIn()) await renew();
  else loseSession();
}

/**
 * Performs one step of signing in or unlocking.
 * @returns the next required step; undefined when the user is signed in
 */
export async function enterBy(path: string, json?: unknown): Promise<SecondFactor[] | undefined> {
  const answer = await plainCall<SignedIn | SecondFactorNeeded>(path, {
    method: 'POST',
    ...(json !== undefined && { json }),
    timeout: TIMEOUT,
  });
  if ('secondFactor' in answer) return answer.secondFactor.kinds;
  accept(answer);
  return undefined;
}
export const signIn = (
  email: string,
  password: string,
  longLogin: boolean,
): Promise<SecondFactor[] | undefined> =>
  enterBy('/auth/login', { credentials: { email, password }, longLogin });

/** Locks this workstation even when the server is unreachable; then no request is sent either. */
export async function lockDesk(): Promise<void> {
  clearTimeout(timer);
  await plainCall('/auth/lock', { method: 'POST', answer: 'none', timeout: 5_000 }).catch(
    () => undefined,
  );
  markLocked();
}
/** Returns the people who signed in at this workstation. */
export const fetchDesk = (): Promise<Desk> =>
  plainCall('/auth/sessions/desk', { timeout: TIMEOUT });

export async function createFirstUser(person: {
  token: string;
  firstName: string;
  lastname: string;
  password: string;
  email?: string;
  praxisName?: string;
}): Promise<User> {
  return accept(
    await plainCall<SignedIn>('/auth/createfirstuser', { json: person, timeout: TIMEOUT }),
  );
}

/** Calls authorised by the token of a link, signed in or not. */
export async function callByLink<T>(path: string, json: unknown): Promise<T> {
  try {
    return await plainCall<T>(path, { json, timeout: TIMEOUT });
  } catch (error) {
    // A truncated link: it was not typed, so no field of the page is marked.
    if (error instanceof CallError && error.fields?.token !== undefined)
      throw new CallError(error.status, 'link_invalid', error.message, {
        ...(error.requestId !== undefined && { requestId: error.requestId }),
      });
    throw error;
  }
}

export const checkFirstUserToken = (
  token: string,
): Promise<{ isValid: boolean; needsPraxis: boolean; needsEmail: boolean }> =>
  callByLink('/auth/checkfirstusertoken', { token });

/**
 * Requests a code that opens this account on another device, at most once per minute; after a
 * step-up.
 */
export const makeHandover = (): Promise<{
  jwt: string;
  use: 'userfromtoken' | 'adminlogin';
  expiresAt: number;
}> => call('/auth/handover', { method: 'POST', timeout: TIMEOUT });
/** Signs in by such a code. */
export async function enterByHandover(
  handover: { use: 'userfromtoken'; cid: string; jwt: string } | { use: 'adminlogin'; jwt: string },
): Promise<User> {
  const { use, ...json } = handover;
  return accept(await plainCall<SignedIn>(`/auth/${use}`, { json, timeout: TIMEOUT }));
}

/** Signs out here even when the server is unreachable: the token expires within 15 minutes. */
export async function signOut(): Promise<void> {
  clearTimeout(timer);
  try {
    await plainCall('/auth/logout', { method: 'POST', answer: 'none', timeout: 5_000 });
  } finally {
    clearSession();
  }
}

/** Performs the step-up before a dangerous action; the bearer token is a new one afterwards. */
export async function stepUpBy(proof: StepUpProof): Promise<void> {
  const { authToken } = await call<StepUpAnswer>('/auth/createMidSessionToken', {
    json: proof,
    timeout: TIMEOUT,
  });
  replaceToken(authToken);
}

/** Requests a code by mail for the step-up of a user without another second factor. */
export const sendStepUpCode = (): Promise<void> =>
  call('/auth/createMidSessionToken/mail', { method: 'POST', answer: 'none', timeout: TIMEOUT });

/**
 * Opens an event stream below the r4c base; the caller reads the body and closes it by `signal`.
 */
export async function openStream(path: string, signal: AbortSignal): Promise<Response> {
  const open = (): Promise<Response> => {
    const auth = currentAuth();
    const headers: Record<string, string> = {
      Accept: 'text/event-stream',
      [HEADERS.version]: __VERSION__,
      [HEADERS.requestId]: uuidv7(),
    };
    if (auth.authToken) headers.Authorization = `Bearer ${auth.authToken}`;
    if (auth.cid) headers[HEADERS.clientId] = auth.cid;
    if (auth.r4cUuid) headers[HEADERS.r4cUuid] = auth.r4cUuid;
    return bound(r4cUrl(auth, path), {
      headers,
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
    });
  };
  const response = await open();
  if (response.status === 423) markLocked();
  if (response.status !== 401 || !(await renew())) return response;
  return open();
}
