// Links of the desk: texts and documents of records, users and settings of accounts, the backup.

import { listMailedOwners } from '../accounts/account-store/store-links.ts';
import { checkTabletPin, readPinCheck } from '../accounts/settings/check-tablet-pin.ts';
import { readPraxisFacts, readSettings } from '../accounts/settings/read-settings.ts';
import { findR4chost } from '../accounts/settings/store.ts';
import { networkOf } from '../accounts/sign-in/attempts.ts';
import { noteGuessedTabletPin, noteWrongTabletCode } from '../accounts/sign-in/tell-owners.ts';
import { hasGateway } from '../accounts/sms/gateway.ts';
import { sendSms } from '../accounts/sms/send.ts';
import { dropTabletTokens, giveTabletToken } from '../accounts/tokens/tablet-token.ts';
import type { AccountsDeps } from '../accounts/wiring.ts';
import { wireDesk, type Desk, type DeskHost } from '../desk/wiring.ts';
import { announceConfig } from '../desk/sync/feed.ts';
import type { BackupService } from '../operations/backup/service.ts';
import type { Views } from '../platform/audit/views.ts';
import { requirementFor } from '../records/consent/partners.ts';
import { fileDocument } from '../records/documents/file-document.ts';
import { queuePerson } from '../records/transfer/export-person.ts';
import { lossyName } from '../records/transfer/handed-name.ts';
import { declarationOn, findText, textsInUse } from '../records/texts/text-library.ts';
import type { Gate } from '../vendor/licence/gate.ts';
import { listDueDesks } from '../desk/due.store.ts';
import type { Deps } from './deps.ts';
import { timeServiceOf } from './time-service.ts';
import { auditNames } from './platform.module.ts';

const tabletLinks = (d: Deps, { auth }: DeskNeeds['accounts']): DeskHost['tablets'] => ({
  async praxisConfig(look) {
    const [settings, keys, pinCheck] = [
      await readSettings(look),
      await d.keys(look.cid),
      await readPinCheck(look),
    ];
    return {
      praxis: { name: settings.praxisName, phone: settings.phone },
      language: settings.language,
      languages: settings.languages,
      idleSeconds: settings.idleSeconds,
      serverKey: keys.receivePublic,
      serverKeyId: keys.receiveKeyId,
      escrowKey: keys.escrowPublic,
      restingHours: { from: settings.openingHours.to, to: settings.openingHours.from },
      ...(settings.accent !== '' && { accent: settings.accent }),
      ...(settings.logo !== '' && { logo: settings.logo }),
      ...(pinCheck && { pinCheck }),
    };
  },
  giveToken: giveTabletToken,
  dropTokens: dropTabletTokens,
  checkPin: (look, input) =>
    checkTabletPin(
      {
        passwords: d.passwords,
        attempts: d.attempts,
        changed: announceConfig,
        guessed: (guess) => {
          noteGuessedTabletPin(auth, guess);
        },
      },
      look,
      input,
      (work) => d.workshop.write(look.cid, { kind: 'system', cid: look.cid }, work),
    ),
  noteWrongCode: (cid) => {
    noteWrongTabletCode(auth, cid);
  },
  version: `${d.version}+${d.build}`,
});

/** Dependencies of the desk on other wings. */
interface DeskNeeds {
  views: Views;
  accounts: Pick<AccountsDeps, 'auth' | 'sms'>;
  backup: Pick<BackupService, 'hasBackup' | 'noteRevoked'>;
  needLicence: Gate;
}

const sharesLinks = (d: Deps, { auth }: DeskNeeds['accounts']): DeskHost['shares'] => ({
  canMail: d.mail?.sender !== undefined,
  sms: { isReady: hasGateway },
  bareReason: async (s) => (await readSettings(s)).shareBareReason,
  attempts: d.attempts,
  networkOf,
  mail: auth.mail,
  owners: listMailedOwners,
});

/** Passes the functions of other wings to the desk. */
export const deskLinks = (d: Deps, { views, accounts, backup, needLicence }: DeskNeeds): Desk =>
  wireDesk({
    store: d.store,
    workshop: d.workshop,
    views,
    patients: { lossyName, changesTaken: queuePerson },
    bus: { staff: d.bus.staff, tablet: d.bus.tablet, dropTablet: d.events.dropTablet },
    limits: d.limits,
    seals: d.seals,
    keys: (cid) => d.keys(cid),
    originKey: d.originKey,
    rootKey: d.rootKey,
    log: d.log,
    publicUrl: d.publicUrl,
    installation: () => d.installation,
    formChecker: d.formChecker,
    terminology: d.terminology,
    needLicence,
    listDue: () => listDueDesks(d.store, d.now()),
    signing: {
      workshop: d.workshop,
      blobs: d.blobs,
      keys: d.keys,
      renderer: d.renderer,
      sealer: d.sealer,
      time: timeServiceOf(d),
      now: d.now,
      fileDocument,
    },
    renderer: d.renderer,
    praxis: readPraxisFacts,
    people: auditNames.people,
    reencode: (picture) => d.pictures.reencode(picture),
    texts: {
      findTemplate: findText,
      templatesInUse: textsInUse,
      requirementFor,
      declarationOn,
    },
    tablets: tabletLinks(d, accounts),
    shares: sharesLinks(d, accounts),
    sendCode: async (cid, to, text) =>
      (await sendSms(accounts.sms, cid, { to, text, purpose: 'code' })).outcome,
    blankWishes: async (look) => {
      const { blankForms, languages } = await readSettings(look);
      return { forms: blankForms, languages };
    },
    r4chost: async (uuid) => (await findR4chost(d.store, uuid)) ?? '',
    backup: {
      hasBackup: () => backup.hasBackup(),
      noteRevoked: () => backup.noteRevoked(),
    },
  });
