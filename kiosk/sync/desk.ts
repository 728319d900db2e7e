// Two calls that wait for a person: Hilfe rings at the reception, and the staff PIN is checked by the server only.

import { CallError, type Call } from '../../shared/client.ts';

/** True when the server heard it; the patient is sent to the reception otherwise. */
export async function ringHelp(call: Call, taskId: string | null): Promise<boolean> {
  try {
    await call('/tablet/help', { json: taskId ? { taskId } : {}, isR4c: true, timeout: 5_000 });
    return true;
  } catch { return false; }
}

export async function checkPin(call: Call, pin: string): Promise<'right' | 'wrong' | 'offline' | 'locked'> {
  try {
    const answer = await call<{ isRight: boolean }>('/tablet/pin', { json: { pin }, isR4c: true, timeout: 10_000 });
    return answer.isRight ? 'right' : 'wrong';
  } catch (error) {
    if (!(error instanceof CallError)) return 'offline';
    if (error.code === 'pin_wrong' || error.status === 400) return 'wrong';
    return error.status === 429 ? 'locked' : 'offline';
  }
}
