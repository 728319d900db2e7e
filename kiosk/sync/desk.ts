// Two interactive calls: Hilfe rings at the reception, and the staff PIN is checked by the server
// only.

import { CallError, type Call } from '../../shared/base/client.ts';
import { ours } from './ours.ts';

/**
 * Calls for help. True when the server received the call; the patient is sent to the reception
 * otherwise.
 */
export async function ringHelp(call: Call, taskId: string | null): Promise<boolean> {
  try {
    ours(
      await call<{ at: number }>('/tablet/help', {
        json: taskId ? { taskId } : {},
        isR4c: true,
        timeout: 5_000,
      }),
      [],
      ['at'],
    );
    return true;
  } catch {
    return false;
  }
}

export async function checkPin(
  call: Call,
  pin: string,
): Promise<'right' | 'wrong' | 'offline' | 'locked'> {
  try {
    // A wrong PIN has a separate error; any other response comes from a third party.
    const answer = await call<{ isRight?: unknown } | null>('/tablet/pin', {
      json: { pin },
      isR4c: true,
      timeout: 10_000,
    });
    return answer?.isRight === true ? 'right' : 'offline';
  } catch (error) {
    if (!(error instanceof CallError)) return 'offline';
    if (error.code === 'pin_wrong' || error.status === 400) return 'wrong';
    return error.status === 429 ? 'locked' : 'offline';
  }
}
