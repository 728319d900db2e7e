// The only place of the patients' app that calls fetch: the shared client core, bound to this tablet.

import { createCall, r4cUrl, type Call } from '../../shared/client.ts';
import { HEADERS } from '../../shared/headers.ts';
import type { AuthStore } from './authStore.ts';

/** A stream that stays open; `null` body and errors are thrown. */
export type OpenStream = (path: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
export interface Api { call: Call; stream: OpenStream }
export interface ApiDeps { auth: AuthStore; newId: () => string; version: string }

/** Cookies belong to people at the practice's computers: a tablet proves itself by its key and never sends one. */
const withoutCookies: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, { ...init, credentials: 'omit', cache: 'no-store', redirect: 'error' });

/**
 * Calls that never renew the token: those that fetch it, and those made before there is one. They carry none either:
 * the server refuses an ended token on every route, and a tablet could then never ask for a new one.
 */
export function createBareCall(deps: ApiDeps): Call {
  return createCall({ fetch: withoutCookies, auth: () => ({ ...deps.auth.get(), authToken: null }), version: deps.version, newId: deps.newId, readCookie: () => undefined });
}

export function createApi(deps: ApiDeps & { renew: () => Promise<boolean> }): Api {
  const call = createCall({ fetch: withoutCookies, auth: deps.auth.get, version: deps.version, newId: deps.newId, readCookie: () => undefined, renew: deps.renew });
  const open = async (path: string, signal: AbortSignal): Promise<Response> => {
    const auth = deps.auth.get();
    return withoutCookies(r4cUrl(auth, path), {
      signal,
      headers: { Accept: 'text/event-stream', [HEADERS.version]: deps.version, [HEADERS.requestId]: deps.newId(), ...(auth.authToken && { Authorization: `Bearer ${auth.authToken}` }) },
    });
  };
  return {
    call,
    async stream(path, signal) {
      let response = await open(path, signal);
      if (response.status === 401 && await deps.renew()) response = await open(path, signal);
      if (!response.ok || !response.body || !(response.headers.get('content-type') ?? '').includes('text/event-stream')) {
        await response.body?.cancel();
        throw new Error(`no live channel (${response.status})`);
      }
      return response.body;
    },
  };
}
