// The names of the nine product headers, defined once; the misspelling of the second to last is
// that of the wire (product.md 7).

/** Header names of every call. `client-ip` is never trusted by the server. */
export const HEADERS = {
  version: 'molar-version',
  clientIp: 'molar-client-ip',
  clientId: 'molar-client-id',
  traceId: 'molar-trace-id',
  taskId: 'molar-task-id',
  r4cUuid: 'molar-r4c-uuid',
  requestId: 'molar-request-id',
  preferredR4c: 'molar-preffered-r4c-instance-uuid',
  cacheControl: 'molar-cache-control',
} as const;

export const NO_CACHE = 'no-cache';
/** Cookie and header of the double-submit check on unsafe methods. */
export const XSRF = { cookie: 'XSRF-TOKEN', header: 'X-XSRF-TOKEN' } as const;
/** Over https a browser takes a cookie of such a name from its own host only. */
export const HOST_PREFIX = '__Host-';
