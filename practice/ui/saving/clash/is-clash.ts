// Tells a save that met the state of another user from other failures.

import { CallError } from '../../../../shared/base/client.ts';

/** Checks whether a save met another state. */
export const isClash = (error: unknown): boolean =>
  error instanceof CallError && error.status === 409;
