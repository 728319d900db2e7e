// The client core shared by both apps: nine headers, bearer token, XSRF, the defaults of product.md
// 7, errors parsed from blobs (C1), no per-practice call without a host (C2, X10).

import { HEADERS, NO_CACHE, XSRF } from './headers.ts';
import { isErrorCode } from './error-codes.ts';
import type { ErrorCode } from './errors.ts';

/** Content of the auth store (E2); the token lives at most 15 minutes. */
export interface AuthState {
  authToken: string | null;
  r4chost: string | null;
  r4cUuid: string | null;
  cid: string | null;
  shareId: string | null;
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** JSON body, or bytes with their own content type. */
  json?: unknown;
  bytes?: Uint8Array | Blob;
  contentType?: string;
  answer?: 'json' | 'text' | 'blob' | 'bytes' | 'none';
  /** ms; 0 means no timeout (the default of product.md 9); each caller sets its own. */
  timeout?: number;
  taskId?: string;
  isNoCache?: boolean;
  signal?: AbortSignal;
  /** Calls below the practice's r4c base instead of the origin. */
  isR4c?: boolean;
  /** Sent also while the page is being closed. */
  isLast?: boolean;
}
export interface ClientDeps {
  fetch: typeof globalThis.fetch;
  auth: () => AuthState;
  version: string;
  newId: () => string;
  readCookie: (name: string) => string | undefined;
  /** Called once on 401; true means: signed in again, retry the call. */
  renew?: () => Promise<boolean>;
}

/** An error response of the server, or a call without a response (`status` 0). */
export class CallError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'network' | 'timeout' | 'no_host';
  readonly requestId: string | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;
  constructor(
    status: number,
    code: CallError['code'],
    message: string,
    rest: {
      requestId?: string;
      fields?: Record<string, string>;
      extra?: Record<string, unknown>;
      retryAfter?: number;
    } = {},
  ) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    Object.assign(this, rest);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Parses an error that arrives as a blob (or any bytes) back into the error shape (C1). */
export async function errorFrom(response: Response): Promise<CallError> {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  let body: unknown;
  try {
    body = JSON.parse(await (await response.blob()).text());
  } catch {
    body = undefined;
  }
  const e = isObject(body) && isObject(body.error) ? body.error : {};
  const code = isErrorCode(e.code)
    ? e.code
    : response.status >= 500
      ? 'unavailable'
      : 'bad_request';
  return new CallError(
    response.status,
    code,
    typeof e.message === 'string' ? e.message : `HTTP ${response.status}`,
    {
      ...(typeof e.requestId === 'string' && { requestId: e.requestId }),
      ...(isObject(e.fields) && { fields: e.fields as Record<string, string> }),
      ...(isObject(e.extra) && { extra: e.extra }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  );
}

/** Builds the URL of a per-practice call; C2/X10: throws in the client if there is no host. */
export function r4cUrl(auth: AuthState, path: string): string {
  if (!auth.r4chost || !auth.r4cUuid) throw new CallError(0, 'no_host', 'No r4c host is set.');
  const base = /^https?:\/\//.test(auth.r4chost) ? auth.r4chost.replace(/\/$/, '') : '';
  return `${base}/r4c/${encodeURIComponent(auth.r4cUuid)}${path}`;
}

export type Call = <T>(path: string, options?: CallOptions) => Promise<T>;

function headersOf(
  deps: ClientDeps,
  auth: AuthState,
  method: string,
  o: CallOptions,
): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: o.answer === 'text' ? 'text/plain' : 'application/json',
    [HEADERS.version]: deps.version,
    [HEADERS.requestId]: deps.newId(),
  };
  if (o.json !== undefined) headers['Content-Type'] = 'application/json';
  if (o.bytes !== undefined) headers['Content-Type'] = o.contentType ?? 'application/octet-stream';
  if (auth.authToken) headers.Authorization = `Bearer ${auth.authToken}`;
  if (auth.cid) headers[HEADERS.clientId] = auth.cid;
  if (auth.r4cUuid) headers[HEADERS.r4cUuid] = auth.r4cUuid;
  if (o.taskId) headers[HEADERS.taskId] = o.taskId;
  if (o.isNoCache) headers[HEADERS.cacheControl] = NO_CACHE;
  const xsrf = method === 'GET' ? undefined : deps.readCookie(XSRF.cookie);
  if (xsrf) headers[XSRF.header] = xsrf;
  return headers;
}

/** Returns the body of a successful response; throws the error of any other. */
async function readAnswer<T>(response: Response, o: CallOptions): Promise<T> {
  if (response.status < 200 || response.status > 299) throw await errorFrom(response);
  const answer = o.answer ?? 'json';
  if (answer === 'none' || response.status === 204) return undefined as T;
  if (answer === 'text') return (await response.text()) as T;
  if (answer === 'blob') return (await response.blob()) as T;
  if (answer === 'bytes') return new Uint8Array(await response.arrayBuffer()) as T;
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json'))
    throw new CallError(0, 'network', 'Something else than the server answered.');
  return (await response.json()) as T;
}

/** Builds the call function of an app. Success is 200–299; everything else throws `CallError`. */
export function createCall(deps: ClientDeps): Call {
  /** The timeout includes `read`: a body that stops half-way times out, too (F9). */
  const once = async <T>(
    path: string,
    o: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const auth = deps.auth();
    const url = o.isR4c ? r4cUrl(auth, path) : path;
    const method = o.method ?? (o.json === undefined && o.bytes === undefined ? 'GET' : 'POST');
    const headers = headersOf(deps, auth, method, o);
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    o.signal?.addEventListener('abort', onAbort);
    let isLate = false;
    const timer = o.timeout
      ? setTimeout(() => {
          isLate = true;
          stop.abort();
        }, o.timeout)
      : undefined;
    try {
      const body =
        o.json !== undefined ? JSON.stringify(o.json) : (o.bytes as BodyInit | undefined);
      return await read(
        await deps.fetch(url, {
          method,
          headers,
          signal: stop.signal,
          credentials: 'same-origin',
          keepalive: o.isLast === true,
          ...(body !== undefined && { body }),
        }),
      );
    } catch (cause) {
      if (cause instanceof CallError || o.signal?.aborted) throw cause;
      throw new CallError(
        0,
        isLate ? 'timeout' : 'network',
        isLate ? 'No answer in time.' : 'No connection.',
      );
    } finally {
      if (timer !== undefined) clearTimeout(timer);
      o.signal?.removeEventListener('abort', onAbort);
    }
  };

  /** Returns an error response of the server as a value; rethrows anything else. */
  const attempt = <T>(path: string, o: CallOptions): Promise<{ value: T } | { error: CallError }> =>
    once(path, o, (response) => readAnswer<T>(response, o)).then(
      (value) => ({ value }),
      (error: unknown) => {
        if (error instanceof CallError && error.status > 0) return { error };
        throw error;
      },
    );

  return async <T>(path: string, o: CallOptions = {}): Promise<T> => {
    const sentXsrf = deps.readCookie(XSRF.cookie);
    let result = await attempt<T>(path, o);
    if (
      'error' in result &&
      result.error.status === 401 &&
      result.error.code === 'unauthenticated' &&
      deps.renew &&
      (await deps.renew())
    )
      result = await attempt<T>(path, o);
    // Two concurrent first calls may each receive a token, the second after this call had read the
    // first.
    if (
      'error' in result &&
      result.error.status === 403 &&
      result.error.code === 'xsrf' &&
      deps.readCookie(XSRF.cookie) !== sentXsrf
    )
      result = await attempt<T>(path, o);
    if ('error' in result) throw result.error;
    return result.value;
  };
}
