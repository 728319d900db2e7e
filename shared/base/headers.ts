// The names of the nine product headers, written once; the misspelling of the last but one is the wire's own (product.md 7).

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
