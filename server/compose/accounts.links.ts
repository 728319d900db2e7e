// Wires what slices need from one another: links, mail, backup, names.

import path from 'node:path';
import { berlinDay, germanMoment } from '../../shared/base/dates.ts';
import { AppError } from '../../shared/base/errors.ts';
import { DEFAULT_SETTINGS } from '../../shared/accounts/settings.ts';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import { languageOf } from '../../shared/accounts/user-settings.ts';
import type { formLinks } from '../desk/forms/library/form-links.ts';
import { HEADS_FILE, signHead, type HeadDeps } from '../platform/audit/heads.ts';
import type { AuditNames } from '../platform/audit/read-audit.ts';
import { accountKeyOf } from '../accounts/users/account-key.ts';
import { type AttemptRule } from '../accounts/sign-in/attempts.ts';
import type { AuthDeps } from '../accounts/sign-in/auth-deps.ts';
import { inviteClient } from '../accounts/users/create-first-user.ts';
import { drill } from '../operations/backup/drill.ts';
import { makeBackup } from '../operations/backup/make-backup.ts';
import { createBackupService, type BackupService } from '../operations/backup/service.ts';
import { listOwners } from '../accounts/account-store/store.ts';
import { listActive, listUsers } from '../accounts/account-store/store-links.ts';
import { nameOf } from '../accounts/sessions/open-session.ts';
import { setNewsWish } from '../accounts/users/own-settings.ts';
import { dropTabletTokens, giveTabletToken } from '../accounts/tokens/tablet-token.ts';
import type { ConsentLinks } from '../records/consent/links.ts';
import { requirementFor } from '../records/consent/partners.ts';
import type { Deps } from './deps.ts';
import { queueRenewal } from '../platform/keys/renew-seal.ts';
import { sealStanding } from '../platform/keys/seals.ts';
import { ensureVendorSeal } from '../platform/keys/vendor-seal.ts';
import { type MailKeys } from '../accounts/mail/mail-keys.ts';
import type { MailDeps } from '../accounts/mail/mail-deps.ts';
import { queueMail } from '../accounts/mail/queue-mail.ts';
import type { Look } from '../platform/work.ts';
import { listTermine } from '../desk/patient/list-appointments.ts';
import { listArrivals } from '../desk/patient/arrivals.ts';
import { listRooms } from '../desk/patient/rooms.ts';
import {
  listPatids,
  listPatidsOf,
  resolvePatient,
  resolvePatients,
} from '../desk/patient/read-patient.ts';
import { withOpenChanges } from '../desk/patient/read-changes.ts';
import { expectedVisits, type RulesLinks } from '../desk/rules/propose-mappe.ts';
import { canonicalDocument } from '../paper/seal/canonical.ts';
import { checkTabletPin, readPinCheck } from '../accounts/settings/check-tablet-pin.ts';
import { createPractice } from '../accounts/settings/create-practice.ts';
import { readPraxisFacts, readSettings } from '../accounts/settings/read-settings.ts';
import { listPraxisRows } from '../accounts/settings/store.ts';
import { voidEnvelope } from '../desk/signature/store.ts';
import { announceConfig, appendFeed, tabletSide } from '../desk/sync/feed.ts';
import { composeMappe } from '../desk/task/compose-mappe.ts';
import type { TaskLinks } from '../desk/task/links.ts';
import { listBoardMappen } from '../desk/task/list-mappen.ts';
import { releaseTablet } from '../desk/task/place-mappe.ts';
import { mappeOfTaskAt } from '../desk/task/store.ts';
import type { TabletLinks } from '../desk/tablet/links.ts';
import { findPatientRows } from '../desk/patient/store.ts';
import { listTablets } from '../desk/tablet/store.ts';
import { listName } from '../../shared/desk/patient.ts';
import { raiseSafe } from '../desk/tablet/store-heads.ts';
import type { SupportDeps } from '../vendor/support/links.ts';
import { basisOf, findText, textsInUse } from '../records/texts/text-library.ts';

/**
 * Addresses that exist only for users of the demo practice; in production there is no demo and they
 * open nothing.
 */
const DEMO_MAIL = '@demo.molar';

export function authDeps(d: Deps, keys: MailKeys, revoked: AuthDeps['revoked']): AuthDeps {
  return {
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
  };
}

export const listMailedOwners = async (
  look: Look,
): Promise<{ id: string; email: string; language: 'de' | 'en' }[]> =>
  (await listActive(look))
    .filter((u) => u.role === 'owner')
    .map((u) => ({ id: u.id, email: u.email, language: languageOf(u) }));

/** Vendor staff belong to no practice. */
const VENDOR_FACTS = { name: 'Molar', telefon: '', mail: '' };
export const mailDeps = (d: Deps, keys: MailKeys): MailDeps => ({
  store: d.store,
  workshop: d.workshop,
  keys,
  sender: d.mail?.sender,
  base: d.publicUrl ?? d.mail?.base ?? '',
  hookSecret: d.mail?.hookSecret,
  setNewsWish,
  now: d.now,
  language: async (look) => (look.cid === VENDOR_CID ? 'de' : (await readSettings(look)).language),
  praxis: (look) =>
    look.cid === VENDOR_CID ? Promise.resolve(VENDOR_FACTS) : readPraxisFacts(look),
});

export function taskLinks(formSide: ReturnType<typeof formLinks>): TaskLinks {
  return {
    ...tabletSide,
    ...formSide,
    findTemplate: findText,
    templatesInUse: textsInUse,
    requirementFor,
    canonicalDocument,
    praxis: readPraxisFacts,
  };
}

/** Dependencies of consents on records, texts and tasks. */
export const consentLinks = (tasks: TaskLinks): ConsentLinks => ({
  record: resolvePatient,
  records: resolvePatients,
  numbersOf: listPatids,
  textsInUse,
  basisOf,
  voidEnvelope,
  compose: (w, mappe) => composeMappe(w, tasks, mappe),
});

/**
 * Targets of rules and their names: every consent text and every form that can be sent in this
 * practice.
 */
export function rulesLinks(formSide: () => ReturnType<typeof formLinks>): RulesLinks {
  return {
    items: async (look) => [
      ...(await formSide().formsInUse(look)).map((f) => ({ ...f, kind: 'questionnaire' as const })),
      ...(await textsInUse(look, berlinDay(look.now))),
    ],
    expected: (look) => listTermine(look, berlinDay(look.now)),
    numbersOfAll: listPatidsOf,
    person: resolvePatient,
  };
}

export function tabletLinks(d: Deps, rules: RulesLinks): TabletLinks {
  return {
    installation: () => d.installation,
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
        ...(pinCheck && { pinCheck }),
      };
    },
    giveToken: giveTabletToken,
    dropTokens: dropTabletTokens,
    feed: (w, tabletId, op) => appendFeed(w, tabletId, op),
    release: (w, tabletId) => releaseTablet(w, tabletSide, tabletId),
    mappeAt: mappeOfTaskAt,
    boardMappen: async (look) => withOpenChanges(look, await listBoardMappen(look)),
    expected: (look) => expectedVisits(look, rules),
    rooms: listRooms,
    arrivals: listArrivals,
    checkPin: (look, input) =>
      checkTabletPin(
        { passwords: d.passwords, attempts: d.attempts, changed: announceConfig },
        look,
        input,
        (work) => d.workshop.write(look.cid, { kind: 'system', cid: look.cid }, work),
      ),
    version: `${d.version}+${d.build}`,
  };
}

/**
 * Limit of wrong takeover codes per address and hour: 256 bits cannot be guessed, but attempts must
 * not be unlimited.
 */
export const WRONG_TAKEOVERS = 30;
/** Limit of wrong spoken codes per person, in addition to the five that a code itself allows. */
const SPOKEN_RULE: AttemptRule = {
  free: 10,
  waitMs: 60_000,
  maxWaitMs: 900_000,
  forgetMs: 3_600_000,
};
export function supportDeps(d: Deps, auth: AuthDeps): SupportDeps {
  return {
    store: d.store,
    workshop: d.workshop,
    now: d.now,
    reserveGuess: (key) => d.attempts.reserve(key, SPOKEN_RULE, d.now()),
    giveBackGuess: (key) => d.attempts.giveBack(key),
    address: () => d.publicUrl ?? '',
    firstUserLink: () => inviteClient(auth),
    tellOwners: async (w, { id, name, reason, until }) => {
      for (const owner of await listOwners(w)) {
        await auth.mail(w, {
          key: `grant:${id}:${until}:${owner.id}`,
          to: owner.email,
          template: 'grant',
          language: languageOf(owner),
          data: {
            who: name,
            reason,
            until: germanMoment(until),
            link: '/practice/einstellungen/zugriff',
          },
        });
      }
    },
  };
}

export const auditNames: AuditNames = {
  people: async (look) => (await listUsers(look)).map((u) => ({ id: u.id, name: nameOf(u) })),
  tablets: async (look) => (await listTablets(look)).map(({ id, name }) => ({ id, name })),
  numbersOf: (look, patid) => listPatids(look, patid),
  patients: async (look, patids) =>
    new Map((await findPatientRows(look, patids)).map((p) => [p.patid, listName(p)])),
};
/**
 * Daily work: queues what is due for every practice and the vendor, and logs which practice's seal
 * expires soon.
 */
export async function renewSeals(d: Deps): Promise<void> {
  for (const cid of [...(await listPraxisRows(d.store)).map((row) => row.cid), VENDOR_CID]) {
    await queueRenewal(d, cid);
    const { state, validUntil } = await sealStanding(d.workshop.look(cid, { kind: 'system', cid }));
    if (state !== 'ok')
      d.log.note('seal.wants', {
        cid,
        state,
        until: validUntil === null ? '' : berlinDay(validUntil),
      });
  }
}
/**
 * The first job of a day signs the preceding days, in every practice's chain and in the vendor's
 * own.
 */
export function headSigner(d: Deps): () => Promise<void> {
  const signed = new Map<string, string>();
  const deps: HeadDeps = {
    workshop: d.workshop,
    file: path.join(dataOf(d), HEADS_FILE),
    keys: (cid) => (cid === VENDOR_CID ? ensureVendorSeal(d) : d.keys(cid)),
  };
  return async () => {
    const today = berlinDay(d.now());
    for (const cid of [...(await listPraxisRows(d.store)).map((row) => row.cid), VENDOR_CID]) {
      if (signed.get(cid) === today) continue;
      try {
        await signHead(deps, cid);
        signed.set(cid, today);
      } catch (error) {
        // The head of a practice's chain waits for its own seal, not for those of other practices.
        if (!(error instanceof AppError && error.code === 'seal_over')) throw error;
      }
    }
  };
}
export const dataOf = (d: Deps): string => d.backup?.data ?? path.dirname(d.blobsFolder);
/** Events of the whole installation are written to every practice's chain. */
export const noteEverywhere =
  (d: Deps) =>
  async (type: string, data: Record<string, unknown>): Promise<void> => {
    for (const { cid } of await listPraxisRows(d.store))
      await d.workshop.write(cid, { kind: 'system', cid }, (w) => w.audit(type, data));
  };
export function tellEverywhere(d: Deps): void {
  listPraxisRows(d.store).then(
    (rows) => {
      for (const { cid } of rows) d.bus.publish(cid, { to: 'staff', event: { kind: 'backup' } });
    },
    (error: unknown) => {
      d.log.failure({ code: 'backup.changed', error });
    },
  );
}
export function backupOf(
  d: Deps,
  note: (type: string, data: Record<string, unknown>) => Promise<void>,
  changed: () => void,
): BackupService {
  return createBackupService({
    store: d.store,
    log: d.log,
    rootKey: d.rootKey,
    data: dataOf(d),
    databaseUrl: d.backup?.databaseUrl,
    program: d.backup?.program ?? dataOf(d),
    version: `${d.version}+${d.build}`,
    now: d.now,
    newId: d.newId,
    perform: d.backup?.perform ?? { backup: makeBackup, drill, stop: () => undefined },
    ...(d.backup?.isSameDisk && { isSameDisk: d.backup.isSameDisk }),
    blobKey: async (cid) => (await d.keys(cid)).blobKey,
    note,
    changed,
    async saved(heads) {
      for (const cid of new Set(heads.map((h) => h.cid)))
        await d.workshop.write(cid, { kind: 'system', cid }, (w) =>
          raiseSafe(
            w,
            heads.filter((h) => h.cid === cid),
          ),
        );
    },
  });
}
/** Quota of a practice for all its files, in bytes. */
export const storageLimit = async (look: Look): Promise<number> =>
  (await readSettings(look)).storageGb * 1e9;
