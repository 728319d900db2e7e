// Links of accounts: sign-in, mails and text messages with what they need of this installation.

import { createHmac, hkdfSync } from 'node:crypto';
import { DEFAULT_SETTINGS } from '../../shared/accounts/settings.ts';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import { listUsers } from '../accounts/account-store/store-links.ts';
import { mailKeysOf } from '../accounts/mail/mail-keys.ts';
import type { MailDeps } from '../accounts/mail/mail-deps.ts';
import { queueMail } from '../accounts/mail/queue-mail.ts';
import type { AccountsDeps } from '../accounts/module.ts';
import { nameOf } from '../accounts/sessions/open-session.ts';
import { createPractice } from '../accounts/settings/create-practice.ts';
import { readPraxisFacts, readSettings } from '../accounts/settings/read-settings.ts';
import type { AuthDeps } from '../accounts/sign-in/auth-deps.ts';
import type { SmsDeps } from '../accounts/sms/gateway.ts';
import { accountKeyOf } from '../accounts/users/account-key.ts';
import { setNewsWish } from '../accounts/users/own-settings.ts';
import { announceConfig } from '../desk/sync/feed.ts';
import type { Look } from '../platform/work.ts';
import type { Deps } from './deps.ts';

/**
 * Addresses that exist only for users of the demo practice; in production there is no demo and they
 * open nothing.
 */
const DEMO_MAIL = '@demo.molar';

const authDeps = (d: Deps, { keys }: MailDeps, revoked: AuthDeps['revoked']): AuthDeps => ({
  store: d.store,
  workshop: d.workshop,
  passwords: d.passwords,
  attempts: d.attempts,
  now: d.now,
  newId: d.newId,
  createPractice: async (w, input) => {
    await createPractice(w, input);
  },
  mail: (w, order) => queueMail({ keys, hasServer: d.mail?.sender !== undefined }, w, order),
  accountKey: accountKeyOf(d.rootKey),
  publicUrl: d.publicUrl,
  isDemo: (email) => !d.isProd && email.endsWith(DEMO_MAIL),
  praxisRules: async (cid) =>
    cid === VENDOR_CID
      ? DEFAULT_SETTINGS
      : readSettings(d.workshop.look(cid, { kind: 'system', cid })),
  revoked,
  later: (work) => {
    work().catch((error: unknown) => {
      d.log.failure({ code: 'later', error });
    });
  },
});

/** Vendor staff belong to no practice. */
const VENDOR_FACTS = { name: 'Molar', telefon: '', mail: '' };
const mailDeps = (d: Deps): MailDeps => ({
  store: d.store,
  workshop: d.workshop,
  keys: mailKeysOf(d.rootKey),
  sender: d.mail?.sender,
  base: d.publicUrl ?? d.mail?.base ?? '',
  hookSecret: d.mail?.hookSecret,
  setNewsWish,
  now: d.now,
  language: async (look) => (look.cid === VENDOR_CID ? 'de' : (await readSettings(look)).language),
  praxis: (look) =>
    look.cid === VENDOR_CID ? Promise.resolve(VENDOR_FACTS) : readPraxisFacts(look),
});

function smsDeps(d: Deps): SmsDeps {
  const pepper = new Uint8Array(hkdfSync('sha256', d.rootKey, 'molar', 'sms number 1', 32));
  return {
    keys: d.keys,
    write: (cid, work) => d.workshop.write(cid, { kind: 'system', cid }, work),
    look: (cid) => d.workshop.look(cid, { kind: 'system', cid }),
    newId: d.newId,
    egress: d.sms ?? {},
    praxisName: async (look) => (await readPraxisFacts(look)).name,
    hashNumber: (cid, number) =>
      createHmac('sha256', pepper).update(`${cid}|${number}`).digest('hex'),
  };
}

/** Returns the names of a practice's users by id. */
export const usersOf = async (look: Look): Promise<ReadonlyMap<string, string>> =>
  new Map((await listUsers(look)).map((u) => [u.id, nameOf(u)]));

/**
 * Builds the links of accounts.
 * @param revoked called when a session or a device was ended: a restore must not revive it
 */
export function accountsLinks(d: Deps, revoked: AuthDeps['revoked']): AccountsDeps {
  const mail = mailDeps(d);
  return {
    auth: authDeps(d, mail, revoked),
    mail,
    sms: smsDeps(d),
    images: { blobs: d.blobs, keys: d.keys, pictures: d.pictures },
    rootKey: d.rootKey,
    settingsChanged: announceConfig,
  };
}
