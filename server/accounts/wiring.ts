// Links the rooms of accounts to one another, given the platform and functions of other wings.

import { createHmac, hkdfSync } from 'node:crypto';
import { DEFAULT_SETTINGS } from '../../shared/accounts/settings.ts';
import type { ServiceId } from '../../shared/accounts/terms.schema.ts';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import type { Store } from '../platform/db/store.ts';
import type { SharedEvents } from '../platform/events/share-events.ts';
import type { Log } from '../platform/http/log.ts';
import type { Workshop } from '../platform/work.ts';
import { mailKeysOf } from './mail/mail-keys.ts';
import type { MailDeps } from './mail/mail-deps.ts';
import { queueMail } from './mail/queue-mail.ts';
import type { ImageDeps } from './pictures/routes.ts';
import { createPractice } from './settings/create-practice.ts';
import { readPraxisFacts, readSettings } from './settings/read-settings.ts';
import type { settingsRoutes } from './settings/routes.ts';
import type { AuthDeps } from './sign-in/auth-deps.ts';
import type { SmsDeps } from './sms/gateway.ts';
import { findGateway } from './sms/store.ts';
import type { ProcessingDeps } from './terms/processing.ts';
import { accountKeyOf } from './users/account-key.ts';
import { setNewsWish } from './users/own-settings.ts';
import { secretOf, type Root } from '../platform/keys/rootkey/root-keys.ts';

export interface AccountsDeps {
  auth: AuthDeps;
  mail: MailDeps;
  sms: SmsDeps;
  images: Omit<ImageDeps, 'setAvatar'>;
  /** What the contract on processing names of this server and practice. */
  processing: Pick<ProcessingDeps, 'praxisName' | 'services'>;
  /** Keys of the hand-over between hosts are derived from it. */
  rootKey: Root;
  /** Takes the word of a window that has a draft open. */
  editing: SharedEvents['editing'];
  /** Called when settings change that tablets follow. */
  settingsChanged: Parameters<typeof settingsRoutes>[0]['changed'];
}

/**
 * Addresses that exist only for users of the demo practice; in production there is no demo and they
 * open nothing.
 */
const DEMO_MAIL = '@demo.molar';

/** Platform of accounts, and the functions that they need of other wings. */
export interface AccountsHost {
  store: Store;
  workshop: Workshop;
  log: Pick<Log, 'failure'>;
  now: () => number;
  newId: () => string;
  rootKey: Root;
  keys: ImageDeps['keys'] & SmsDeps['keys'];
  blobs: ImageDeps['blobs'];
  pictures: ImageDeps['pictures'];
  passwords: AuthDeps['passwords'];
  attempts: AuthDeps['attempts'];
  publicUrl: string | undefined;
  isProd: boolean;
  /** Ends of addresses whose users need no second factor outside production. */
  demoMails?: readonly string[];
  mail?: {
    sender?: MailDeps['sender'];
    base?: string;
    hookSecret?: string | undefined;
  };
  sms?: SmsDeps['egress'];
  /** Called when a session or a device was ended: a restore must not revive it. */
  revoked: AuthDeps['revoked'];
  needLicence: AuthDeps['needLicence'];
  /** Services of this server that can get personal data; the practice's own are added here. */
  services: readonly ServiceId[];
  flagsOff: AuthDeps['flagsOff'];
  events: Pick<SharedEvents, 'editing'>;
  settingsChanged: AccountsDeps['settingsChanged'];
}

const authDeps = (d: AccountsHost, { keys }: MailDeps): AuthDeps => ({
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
  isDemo: (email) => !d.isProd && (d.demoMails ?? [DEMO_MAIL]).some((end) => email.endsWith(end)),
  praxisRules: async (cid) =>
    cid === VENDOR_CID
      ? DEFAULT_SETTINGS
      : readSettings(d.workshop.look(cid, { kind: 'system', cid })),
  revoked: d.revoked,
  needLicence: d.needLicence,
  flagsOff: d.flagsOff,
  later: (work) => {
    work().catch((error: unknown) => {
      d.log.failure({ code: 'later', error });
    });
  },
});

/** Vendor staff belong to no practice. */
const VENDOR_FACTS = { name: 'Molar', telefon: '', mail: '', logo: '', accent: '' } as const;
const mailDeps = (d: AccountsHost): MailDeps => ({
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

function smsDeps(d: AccountsHost): SmsDeps {
  const pepper = new Uint8Array(
    hkdfSync('sha256', secretOf(d.rootKey), 'molar', 'sms number 1', 32),
  );
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

/** Links the rooms of accounts to one another. */
export function wireAccounts(d: AccountsHost): AccountsDeps {
  const mail = mailDeps(d);
  return {
    auth: authDeps(d, mail),
    mail,
    sms: smsDeps(d),
    images: { blobs: d.blobs, keys: d.keys, pictures: d.pictures },
    rootKey: d.rootKey,
    editing: d.events.editing,
    settingsChanged: d.settingsChanged,
    processing: {
      praxisName: async (look) => (await readPraxisFacts(look)).name,
      services: async (look) => [
        ...d.services,
        ...((await findGateway(look)) ? (['sms'] as const) : []),
      ],
    },
  };
}
