// Start-up in addition to serving: the demo practice in an empty folder, or the one-time link of
// the first user, and the printed lines.

import { HOUR_MS } from '../../shared/base/day-math.ts';
import type { AuthDeps } from '../accounts/sign-in/auth-deps.ts';
import { issueFirstUserToken } from '../accounts/users/create-first-user.ts';
import { changePasswords, createUser } from '../accounts/users/create-user.ts';
import { findHome, findUserByEmail } from '../accounts/account-store/store.ts';
import type { Config } from '../platform/config/parse-config.ts';
import {
  addressLines,
  demoLines,
  firstUserLines,
  outboxLines,
  type Addresses,
} from '../operations/demo/start-lines.ts';
import { ensureDemoDay, startDemo, type DemoDeps } from '../operations/demo/start-demo.ts';
import type { Deps } from './deps.ts';
import { addPatients, addAppointments } from '../desk/patient/add-records.ts';
import { hasAppointments } from '../desk/patient/list-appointments.ts';
import { createPractice, replaceTabletPin } from '../accounts/settings/create-practice.ts';
import { countPractices } from '../accounts/settings/store.ts';
import { createCode } from '../desk/tablet/create-code.ts';
import { acceptProcessing } from '../accounts/terms/processing.ts';
import { acceptTerms } from '../accounts/terms/terms.ts';
import { fillDemo } from './demo.links.ts';

function demoDeps(d: Deps, data: string): DemoDeps {
  return {
    workshop: d.workshop,
    now: d.now,
    newId: d.newId,
    data,
    hash: (word) => d.passwords.hash(word),
    async findOwner(email) {
      const user = await findUserByEmail(d.store, email),
        home = user && (await findHome(d.store, user.cid));
      return user && home && { cid: user.cid, r4cUuid: home.r4cUuid };
    },
    createPractice,
    createUser,
    async resetSecrets(w, { emails, passwordHash, tabletPinHash }) {
      await changePasswords(w, emails, passwordHash);
      await replaceTabletPin(w, tabletPinHash);
    },
    addPatients: (w, records) => addPatients(w, 'demo', records),
    hasAppointments: (cid, day) =>
      hasAppointments(d.workshop.look(cid, { kind: 'system', cid }), day),
    addAppointments,
    createCode: async (w, { r4cUuid }) => (await createCode(w, { r4cUuid, isOpen: true })).code,
  };
}

/**
 * Prepares the first start: the demo, or the link for the first user.
 * @returns the lines to print
 */
export async function openFirst(
  { deps, auth, config }: { deps: Deps; auth: AuthDeps; config: Config },
  at: Addresses,
): Promise<string[]> {
  const lines = [...addressLines(at), ...(config.smtp ? [] : outboxLines(at))];
  if (config.environment !== 'prod') {
    const demo = demoDeps(deps, config.data);
    const started = await startDemo(demo, (await countPractices(deps.store)) === 0);
    if (started) {
      // Generated early, so that the first Mappe does not wait for keys.
      await deps.keys(started.cid);
      await deps.workshop.write(started.cid, { kind: 'system', cid: started.cid }, async (w) => {
        const who = { userId: 'demo', name: 'Demo' };
        await acceptTerms({}, w, who);
        await acceptProcessing(w, who);
      });
      setInterval(() => {
        ensureDemoDay(demo, started.cid).catch((error: unknown) => {
          deps.log.failure({ code: 'demo.day', error });
        });
      }, HOUR_MS).unref();
      // Takes some seconds: the demo's reports fill up while everything else works already.
      if (config.hasDemoData)
        fillDemo({ workshop: deps.workshop, cid: started.cid, now: deps.now() }).then(
          (rows) => {
            if (rows > 0) deps.log.note('demo.data', { rows });
          },
          (error: unknown) => {
            deps.log.failure({ code: 'demo.data', error });
          },
        );
      return [...lines, ...demoLines(started, at)];
    }
  }
  const first = await issueFirstUserToken(auth);
  return first ? [...lines, ...firstUserLines(first.token, at)] : [...lines, ''];
}
