// Sends one text message: counted before sending, transferred at most once, its outcome recorded;
// limits by number and by day.

import {
  filled,
  SMS_PER_NUMBER,
  SMS_TESTS,
  smsNumber,
  type SmsOutcome,
} from '../../../shared/accounts/sms.ts';
import { egress } from '../../platform/http/egress.ts';
import { openGateway, SMS_DAY_MS, type SmsDeps } from './gateway.ts';
import { countSent, findGateway, forgetSent, insertSent, noteOutcome } from './store.ts';

export interface Message {
  to: string;
  text: string;
  purpose: 'code' | 'test';
}
/** Sends a text message. Never throws because of a gateway. `status` where it answered. */
export async function sendSms(
  deps: SmsDeps,
  cid: string,
  { to, text, purpose }: Message,
): Promise<{ outcome: SmsOutcome; status: number | null }> {
  const none = (outcome: SmsOutcome) => ({ outcome, status: null }),
    row = await findGateway(deps.look(cid)),
    number = smsNumber(to);
  if (!row) return none('no_gateway');
  if (number === undefined) return none('no_number');
  const gateway = openGateway((await deps.keys(cid)).blobKey, cid, row),
    hash = deps.hashNumber(cid, number),
    id = deps.newId();
  const isFree = await deps.write(cid, async (w) => {
    const since = w.now - SMS_DAY_MS;
    await forgetSent(w, since);
    if ((await countSent(w, since)) >= row.perDay) return false;
    if (
      purpose === 'code'
        ? (await countSent(w, since, { purpose, number: hash })) >= SMS_PER_NUMBER
        : (await countSent(w, since, { purpose })) >= SMS_TESTS
    )
      return false;
    await insertSent(w, { id, number: hash, purpose, outcome: 'slow' });
    return true;
  });
  if (!isFree) return none('limit');
  const { url, headers, body } = filled(gateway, { number, text, secret: gateway.secret });
  const answer = await egress({ url, method: gateway.method, headers, body }, deps.egress);
  const status = answer.how === 'answered' ? answer.status : null;
  const outcome: SmsOutcome =
    answer.how !== 'answered'
      ? answer.how
      : answer.status >= 300 && answer.status < 400
        ? 'redirect'
        : answer.status >= 200 && answer.status < 300
          ? 'sent'
          : 'refused';
  await deps.write(cid, async (w) => {
    await noteOutcome(w, id, outcome);
    await w.audit('sms.sent', { purpose, outcome, status });
  });
  return { outcome, status };
}
