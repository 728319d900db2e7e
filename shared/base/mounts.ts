// The table of mounts: first path segments that belong to the server, never to the patients' app or
// its service worker.

export interface Mount {
  /** Path prefix without a trailing slash. */
  path: string;
  /** System of product.md 1 that serves it. */
  system: 'S2' | 'S3' | 'S4' | 'S5' | 'S6' | 'S7' | 'S8' | 'S9';
  /** Role of `MOLAR_ROLES` that serves it. */
  role: Role;
}

export type Role = 'metrics' | 'dispatcher' | 'collector' | 'saver' | 'doctosync' | 'ui' | 'r4c';
export const ROLES: readonly Role[] = [
  'metrics',
  'dispatcher',
  'collector',
  'saver',
  'doctosync',
  'ui',
  'r4c',
];

export const MOUNTS: readonly Mount[] = [
  { path: '/auth', system: 'S3', role: 'metrics' },
  { path: '/api', system: 'S3', role: 'metrics' },
  { path: '/admin', system: 'S3', role: 'metrics' },
  { path: '/support', system: 'S3', role: 'metrics' },
  { path: '/mail', system: 'S3', role: 'metrics' },
  { path: '/dispatcher', system: 'S4', role: 'dispatcher' },
  { path: '/collector', system: 'S5', role: 'collector' },
  { path: '/imageUploads', system: 'S6', role: 'saver' },
  { path: '/ui', system: 'S8', role: 'ui' },
  { path: '/practice', system: 'S2', role: 'ui' },
  // A separate page that the tablet's service worker must not answer (R8).
  { path: '/go', system: 'S8', role: 'ui' },
  // A share opened at home, and a new code for it (R3, R4): also a separate page.
  { path: '/ssf', system: 'S8', role: 'ui' },
  { path: '/resetPassword', system: 'S8', role: 'ui' },
  { path: '/r4c', system: 'S9', role: 'r4c' },
  { path: '/docs', system: 'S8', role: 'ui' },
  { path: '/openapi.json', system: 'S8', role: 'ui' },
  { path: '/livez', system: 'S8', role: 'ui' },
  { path: '/readyz', system: 'S8', role: 'ui' },
  { path: '/metrics', system: 'S3', role: 'metrics' },
];

/** Returns the navigation requests that the tablet's service worker must leave to the network. */
export function navigationDenylist(): RegExp[] {
  return MOUNTS.map((m) => new RegExp(`^${m.path.replace(/[.]/g, '\\.')}(?:[/?#]|$)`));
}

/**
 * Returns the same paths as patterns of pathnames, for calls that the browser must send to the
 * network directly.
 */
export const serverPathnames = (): string[] => MOUNTS.flatMap(({ path }) => [path, `${path}/*`]);

/** Checks whether the server, not the patients' app, answers this path. */
export function belongsToServer(path: string): boolean {
  return navigationDenylist().some((r) => r.test(path));
}
