// What a refusal of the practice means to whoever sends something from a share.

import { CallError } from '../../shared/base/client.ts';

/** What a refusal means to whoever sends. */
export function meant(error: unknown, onOver: () => void): unknown {
  if (!(error instanceof CallError)) return error;
  // Waits until somebody has said who they are, and then goes by itself.
  if (error.code === 'share_over') {
    onOver();
    return new CallError(0, 'network', error.message);
  }
  if (error.code === 'state_conflict') return new CallError(409, 'conflict', error.message);
  return error.code === 'share_unknown' ? new CallError(404, 'link_invalid', error.message) : error;
}
