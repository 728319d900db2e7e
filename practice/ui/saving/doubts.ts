// Doubts of the server whether answers are of the chosen person.

import { CallError } from '../../../shared/base/client.ts';

/** Returns what a refused call asks the user to confirm; undefined for any other error. */
export function doubtsIn(error: unknown): string[] | undefined {
  const asked =
    error instanceof CallError && error.code === 'confirm_needed' ? error.extra?.doubts : undefined;
  return Array.isArray(asked) ? asked.map(String) : undefined;
}
