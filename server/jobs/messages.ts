// Binds text messages and the codes of shares to the rooms they need: keys, records, settings, the way out.

import { createHmac, hkdfSync } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Route } from '../http/route.ts';
import { resolvePatient } from '../patient/read-patient.ts';
import type { PortalDeps } from '../portal/links.ts';
import { shareSecretsOf } from '../portal/secrets.ts';
import { sendShareCode } from '../portal/send-code.ts';
import { readPraxisFacts, readSettings } from '../settings/read-settings.ts';
import { hasGateway, type SmsDeps } from '../sms/gateway.ts';
import { smsRoutes } from '../sms/routes.ts';
import { sendSms } from '../sms/send.ts';
import type { JobHandler } from './runner.ts';

export interface Messages {
  routes: () => Route[];
  /** What shares need for their second step. */ portal: Pick<
    PortalDeps,
    'canMail' | 'sms' | 'bareReason'
  >;
  handler: JobHandler;
}

export function createMessages(d: Deps): Messages {
  const pepper = new Uint8Array(hkdfSync('sha256', d.rootKey, 'molar', 'sms number 1', 32));
  const sms: SmsDeps = {
    keys: d.keys,
    write: (cid, work) => d.workshop.write(cid, { kind: 'system', cid }, work),
    look: (cid) => d.workshop.look(cid, { kind: 'system', cid }),
    newId: d.newId,
    egress: d.sms ?? {},
    praxisName: async (look) => (await readPraxisFacts(look)).name,
    hashNumber: (cid, number) =>
      createHmac('sha256', pepper).update(`${cid}|${number}`).digest('hex'),
  };
  return {
    routes: () => smsRoutes(sms),
    portal: {
      canMail: d.mail?.sender !== undefined,
      sms: { isReady: hasGateway },
      bareReason: async (s) => (await readSettings(s)).shareBareReason,
    },
    // One try: whoever gets no code asks for another one.
    handler: {
      tries: 1,
      run: (job) =>
        sendShareCode(
          {
            workshop: d.workshop,
            secrets: shareSecretsOf(d.rootKey),
            record: resolvePatient,
            praxis: readPraxisFacts,
            send: async (cid, to, text) =>
              (await sendSms(sms, cid, { to, text, purpose: 'code' })).outcome,
          },
          job,
        ),
    },
  };
}
