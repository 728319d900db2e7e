// Meaning of a refusal by the practice for a sender in a share.

import { CallError } from '../../shared/base/client.ts';

/** Returns the meaning of a refusal for the sender. */
export function meant(error: unknown, onOver: () => void): unknown {
  if (!(error instanceof CallError)) return error;
  // Waits for sign-in, and is then sent automatically.
  if (error.code === 'share_over') {
    onOver();
    return new CallError(0, 'network', error.message);
  }
  if (error.code === 'state_conflict') return new CallError(409, 'conflict', error.message);
  return error.code === 'share_unknown' ? new CallError(404, 'link_invalid', error.message) : error;
}
