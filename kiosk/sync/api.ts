// The only module of the patients' app that calls fetch: the shared client core, bound to this
// tablet.

import { CallError, createCall, r4cUrl, type Call } from '../../shared/base/client.ts';
import { HEADERS } from '../../shared/base/headers.ts';
import type { AuthStore } from './authStore.ts';

/** Opens a long-lived stream; throws on a `null` body and on errors. */
export type OpenStream = (path: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
export interface Api {
  call: Call;
  stream: OpenStream;
}
export interface ApiDeps {
  auth: AuthStore;
  newId: () => string;
  version: string;
}

/**
 * Cookies belong to users of the practice's computers: a tablet authenticates by its key and never
 * sends one.
 */
const withoutCookies: typeof globalThis.fetch = (input, init) =>
  globalThis.fetch(input, { ...init, credentials: 'omit', cache: 'no-store', redirect: 'error' });

/**
 * Calls that never renew the token: those that fetch it, and those made before there is one. They
 * carry none either: the server refuses an expired token on every route, and a tablet could then
 * never request a new one.
 */
export function createBareCall(deps: ApiDeps): Call {
  return createCall({
    fetch: withoutCookies,
    auth: () => ({ ...deps.auth.get(), authToken: null }),
    version: deps.version,
    newId: deps.newId,
    readCookie: () => undefined,
  });
}

/**
 * Calls of a registered tablet. `ready` runs before each: no request is sent without a token only
 * to be refused.
 */
export function createApi(
  deps: ApiDeps & { renew: () => Promise<boolean>; ready: () => Promise<boolean> },
): Api {
  const authorized = createCall({
    fetch: withoutCookies,
    auth: deps.auth.get,
    version: deps.version,
    newId: deps.newId,
    readCookie: () => undefined,
    renew: deps.renew,
  });
  const needToken = async (): Promise<void> => {
    if (!(await deps.ready())) throw new CallError(0, 'network', 'No token to be had.');
  };
  const call: Call = async (path, options) => {
    await needToken();
    return authorized(path, options);
  };
  const open = async (path: string, signal: AbortSignal): Promise<Response> => {
    const auth = deps.auth.get();
    return withoutCookies(r4cUrl(auth, path), {
      signal,
      headers: {
        Accept: 'text/event-stream',
        [HEADERS.version]: deps.version,
        [HEADERS.requestId]: deps.newId(),
        ...(auth.authToken && { Authorization: `Bearer ${auth.authToken}` }),
      },
    });
  };
  return {
    call,
    async stream(path, signal) {
      await needToken();
      let response = await open(path, signal);
      if (response.status === 401 && (await deps.renew())) response = await open(path, signal);
      if (
        !response.ok ||
        !response.body ||
        !(response.headers.get('content-type') ?? '').includes('text/event-stream')
      ) {
        await response.body?.cancel();
        throw new Error(`no live channel (${response.status})`);
      }
      return response.body;
    },
  };
}
