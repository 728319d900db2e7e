// The practice's SMS gateway: encrypted with the practice's own key, its secret never shown again.

import { AppError } from '../../../shared/base/errors.ts';
import { needsSecret, smsProblems, type SmsGateway } from '../../../shared/accounts/sms.ts';
import type { SaveSmsGateway, SmsGatewayView } from '../../../shared/accounts/sms.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { EgressOptions } from '../../platform/http/egress.ts';
import { decryptWith, encryptWith } from '../../platform/keys/rootkey/root-key.ts';
import type { Look, Work } from '../../platform/work.ts';
import { countSent, findGateway, removeGateway, saveGateway, type GatewayRow } from './store.ts';

export interface SmsDeps {
  keys(cid: string): Promise<{ blobKey: Uint8Array }>;
  write<T>(cid: string, work: (w: Work) => Promise<T>): Promise<T>;
  look(cid: string): Look;
  praxisName(look: Look): Promise<string>;
  /** Hash of a number, useless without the root key. */
  hashNumber(cid: string, number: string): string;
  egress: EgressOptions;
  newId(): string;
}
export const SMS_DAY_MS = DAY_MS;
export interface OpenGateway extends SmsGateway {
  secret: string;
}
const aadOf = (cid: string): string => `sms|${cid}`;
export const openGateway = (key: Uint8Array, cid: string, row: GatewayRow): OpenGateway =>
  JSON.parse(decryptWith(key, row.sealed, aadOf(cid)).toString()) as OpenGateway;
/** Checks whether messages can be sent at all. */
export const hasGateway = async (s: Look | Work): Promise<boolean> =>
  (await findGateway(s)) !== undefined;

export async function readGateway(deps: SmsDeps, context: RequestContext): Promise<SmsGatewayView> {
  const look = context.look(),
    row = await findGateway(look),
    today = await countSent(look, look.now - SMS_DAY_MS);
  if (!row) return { version: 0, today, gateway: null };
  const { secret, url, method, headers, body } = openGateway(
    (await deps.keys(context.cid)).blobKey,
    context.cid,
    row,
  );
  return {
    version: row.version,
    today,
    gateway: { url, method, headers, body, perDay: row.perDay, hasSecret: secret !== '' },
  };
}

const hostOf = (url: string): string => /^https:\/\/[^/?#]*/i.exec(url)?.[0].toLowerCase() ?? '';
/**
 * Writes the settings of the gateway.
 * @throws AppError conflict (a different version), validation (fields: url, headers, number, text,
 * secret)
 */
export async function writeGateway(
  deps: SmsDeps,
  context: RequestContext,
  { version, perDay, secret, ...gateway }: SaveSmsGateway,
): Promise<SmsGatewayView> {
  const problems = smsProblems(gateway);
  if (problems.length > 0)
    throw new AppError('validation', {
      fields: Object.fromEntries(problems.map((one) => [one, one])),
    });
  const { blobKey } = await deps.keys(context.cid),
    row = await findGateway(context.look()),
    before = row && openGateway(blobKey, context.cid, row);
  // A stored secret is sent only to the host for which it was entered.
  if (
    secret === undefined &&
    before !== undefined &&
    before.secret !== '' &&
    hostOf(before.url) !== hostOf(gateway.url)
  )
    throw new AppError('validation', { fields: { secret: 'again' } });
  const kept = secret ?? before?.secret ?? '';
  // Without it the placeholder would be replaced by nothing, and the gateway would refuse every
  // message.
  if (kept === '' && needsSecret(gateway))
    throw new AppError('validation', { fields: { secret: 'missing' } });
  const sealed = encryptWith(
    blobKey,
    Buffer.from(JSON.stringify({ ...gateway, secret: kept })),
    aadOf(context.cid),
  );
  await context.write(async (w) => {
    if (!(await saveGateway(w, version, { sealed, perDay }))) throw new AppError('conflict');
    await w.audit('sms.changed', {
      host: hostOf(gateway.url),
      method: gateway.method,
      perDay,
      isNewSecret: secret !== undefined,
    });
  });
  return readGateway(deps, context);
}

/**
 * Disables sending; shares that require a code by text message continue with the code from the
 * desk.
 * @throws AppError conflict (a different version)
 */
export const dropGateway = (context: RequestContext, version: number): Promise<void> =>
  context.write(async (w) => {
    if (!(await removeGateway(w, version))) throw new AppError('conflict');
    await w.audit('sms.removed', {});
  });
