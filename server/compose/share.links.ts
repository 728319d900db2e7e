// Binds text messages and the codes of shares to the slices they need: keys, records, settings,
// delivery.

import { createHmac, hkdfSync } from 'node:crypto';
import type { Deps } from './deps.ts';
import type { Route } from '../platform/http/route.ts';
import { resolvePatient } from '../desk/patient/read-patient.ts';
import type { PortalDeps } from '../desk/share/links.ts';
import { shareSecretsOf } from '../desk/share/secrets.ts';
import { sendShareCode } from '../desk/share/send-code.ts';
import { readPraxisFacts, readSettings } from '../accounts/settings/read-settings.ts';
import { hasGateway, type SmsDeps } from '../accounts/sms/gateway.ts';
import { smsRoutes } from '../accounts/sms/routes.ts';
import { sendSms } from '../accounts/sms/send.ts';
import type { JobHandler } from '../platform/jobs/runner.ts';

export interface Messages {
  routes: () => Route[];
  /** Dependencies of shares for their second step. */ portal: Pick<
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
    // One attempt: a patient who gets no code requests another one.
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
