// Links of the desk: texts and documents of records, users and settings of accounts, the backup.

import { berlinDay } from '../../shared/base/dates.ts';
import { listName } from '../../shared/desk/patient.ts';
import { listMailedOwners } from '../accounts/account-store/store-links.ts';
import type { AccountsDeps } from '../accounts/module.ts';
import type { BackupService } from '../operations/backup/service.ts';
import { checkTabletPin, readPinCheck } from '../accounts/settings/check-tablet-pin.ts';
import { readPraxisFacts, readSettings } from '../accounts/settings/read-settings.ts';
import { findR4chost } from '../accounts/settings/store.ts';
import { networkOf } from '../accounts/sign-in/attempts.ts';
import { hasGateway } from '../accounts/sms/gateway.ts';
import { sendSms } from '../accounts/sms/send.ts';
import { dropTabletTokens, giveTabletToken } from '../accounts/tokens/tablet-token.ts';
import { createHomeLimits } from '../desk/forms/home/home-limits.ts';
import { newestOf } from '../desk/forms/home/home-public.ts';
import { homeSecretsOf } from '../desk/forms/home/home-secret.ts';
import { catalogueForms } from '../desk/forms/library/catalogue-forms.ts';
import { practiceForms } from '../desk/forms/library/form-library.ts';
import { formLinks } from '../desk/forms/library/form-links.ts';
import { acceptBlank } from '../desk/forms/tray/take-blank.ts';
import { takeShared } from '../desk/forms/tray/take-shared.ts';
import type { DeskDeps } from '../desk/module.ts';
import { listArrivals } from '../desk/patient/arrivals.ts';
import { createPatient } from '../desk/patient/create-patient.ts';
import { listTermine } from '../desk/patient/list-appointments.ts';
import { withdrawProposals } from '../desk/patient/propose-changes.ts';
import { withOpenChanges } from '../desk/patient/read-changes.ts';
import {
  listPatids,
  listPatidsOf,
  resolvePatient,
  resolvePatients,
} from '../desk/patient/read-patient.ts';
import { recordSide } from '../desk/patient/record-side.ts';
import { listRooms } from '../desk/patient/rooms.ts';
import { findAlike, findPatientRows } from '../desk/patient/store.ts';
import { expectedVisits, type RulesLinks } from '../desk/rules/propose-mappe.ts';
import { shareSecretsOf } from '../desk/share/secrets.ts';
import { acceptSubmission } from '../desk/signature/accept-submission.ts';
import { dropTaken, readAttachment } from '../desk/attachments/read-attachment.ts';
import { createSyncCore, SAFE_AFTER_MS, type SyncCore } from '../desk/sync/core.ts';
import { announceConfig, appendFeed, tabletSide } from '../desk/sync/feed.ts';
import { sharedPapers } from '../desk/sync/submit-shared.ts';
import { takeoverSide } from '../desk/sync/takeover-side.ts';
import type { TabletLinks } from '../desk/tablet/links.ts';
import { findTablet, findTabletNames } from '../desk/tablet/store.ts';
import { createWrongCodes } from '../desk/tablet/wrong-codes.ts';
import { listBoardMappen } from '../desk/task/list-mappen.ts';
import type { TaskLinks } from '../desk/task/links.ts';
import { releaseTablet } from '../desk/task/place-mappe.ts';
import { mappeOfTaskAt } from '../desk/task/store.ts';
import { canonicalDocument } from '../paper/seal/canonical.ts';
import type { Views } from '../platform/audit/views.ts';
import { systemClock } from '../platform/clock.ts';
import type { Look } from '../platform/work.ts';
import { requirementFor } from '../records/consent/partners.ts';
import { fileDocument, replaceDocument } from '../records/documents/file-document.ts';
import { findText, textsInUse } from '../records/texts/text-library.ts';
import { listCids, type Deps } from './deps.ts';
import { auditNames } from './platform.module.ts';

/** Forms of the house and of the practices, and what tasks and rules ask of them. */
export interface DeskForms {
  shipped: ReturnType<typeof catalogueForms>;
  library: ReturnType<typeof practiceForms>;
  side: ReturnType<typeof formLinks>;
}

/** Opens the library of forms. */
export function deskForms(): DeskForms {
  const shipped = catalogueForms(),
    library = practiceForms(shipped);
  return { shipped, library, side: formLinks(library, recordSide) };
}

const taskLinks = ({ side }: DeskForms): TaskLinks => ({
  ...tabletSide,
  ...side,
  findTemplate: findText,
  templatesInUse: textsInUse,
  requirementFor,
  canonicalDocument,
  praxis: readPraxisFacts,
});

/**
 * Targets of rules and their names: every consent text and every form that can be sent in this
 * practice.
 */
const rulesLinks = ({ side }: DeskForms): RulesLinks => ({
  items: async (look) => [
    ...(await side.formsInUse(look)).map((f) => ({ ...f, kind: 'questionnaire' as const })),
    ...(await textsInUse(look, berlinDay(look.now))),
  ],
  expected: (look) => listTermine(look, berlinDay(look.now)),
  numbersOfAll: listPatidsOf,
  person: resolvePatient,
});

const tabletLinks = (d: Deps, rules: RulesLinks): TabletLinks => ({
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
});

/** Decrypts content sealed to a practice's receive key. */
const opener =
  (d: Deps) =>
  async (cid: string, bytes: Uint8Array, aad: string): Promise<Uint8Array> =>
    (await d.keys(cid)).openReceived(bytes, aad);

const syncCore = (
  d: Deps,
  { library, side }: DeskForms,
  { praxisConfig }: TabletLinks,
  hasBackup: BackupService['hasBackup'],
): SyncCore =>
  createSyncCore({
    seals: d.seals,
    store: d.store,
    workshop: d.workshop,
    clock: systemClock,
    installation: () => d.installation,
    praxisConfig,
    acceptSubmission,
    acceptAnswers: side.acceptAnswers,
    acceptBlank: acceptBlank({ forms: library, marks: side.marks }),
    formText: side.formText,
    safeAfterMs: SAFE_AFTER_MS,
    hasBackup,
    report: (code, error) => {
      d.log.failure({ code, error });
    },
    openOp: opener(d),
    originKey: d.originKey,
  });

/** Returns the heading of a patient on a sheet; undefined without a record. */
export async function headOf(
  look: Look,
  patid: string,
): Promise<{ name: string; geburtsdatum: string } | undefined> {
  const [row] = await findPatientRows(look, [patid]);
  return row && { name: listName(row), geburtsdatum: row.geburtsdatum };
}

const trayOf = ({ library, side }: DeskForms) => ({
  forms: library,
  record: resolvePatient,
  records: resolvePatients,
  marks: side.marks,
  filed: side.tellRecord,
  returned: withdrawProposals,
});

/** Dependencies of the desk on other wings. */
interface DeskNeeds {
  views: Views;
  accounts: Pick<AccountsDeps, 'auth' | 'sms'>;
  backup: Pick<BackupService, 'hasBackup' | 'noteRevoked'>;
}

/**
 * Limit of wrong takeover codes per address and hour: 256 bits cannot be guessed, but attempts must
 * not be unlimited.
 */
const WRONG_TAKEOVERS = 30;

const sharesLinks = (
  d: Deps,
  { accounts: { auth }, backup }: DeskNeeds,
  forms: DeskForms,
): DeskDeps['shares'] => {
  const tray = trayOf(forms);
  return {
    canMail: d.mail?.sender !== undefined,
    sms: { isReady: hasGateway },
    bareReason: async (s) => (await readSettings(s)).shareBareReason,
    ended: () => backup.noteRevoked(),
    secrets: shareSecretsOf(d.rootKey),
    attempts: d.attempts,
    networkOf,
    blobs: d.blobs,
    keys: d.keys,
    publicUrl: d.publicUrl,
    praxis: readPraxisFacts,
    record: resolvePatient,
    records: resolvePatients,
    numbersOf: listPatids,
    mail: auth.mail,
    owners: listMailedOwners,
    form: (s, formId) => newestOf(tray, s, formId),
    takeAnswers: (w, answers) => takeShared(w, tray, answers),
    ...sharedPapers(acceptSubmission),
  };
};

const shareCodesLinks = (d: Deps, { accounts: { sms } }: DeskNeeds): DeskDeps['shareCodes'] => ({
  workshop: d.workshop,
  secrets: shareSecretsOf(d.rootKey),
  record: resolvePatient,
  praxis: readPraxisFacts,
  send: async (cid, to, text) => (await sendSms(sms, cid, { to, text, purpose: 'code' })).outcome,
});

const formsLinks = (
  d: Deps,
  needs: DeskNeeds,
  forms: DeskForms,
  { rooms, rules }: { rooms: TabletLinks['rooms']; rules: RulesLinks },
): Pick<DeskDeps, 'blanks' | 'answers' | 'home' | 'unmatched' | 'forms'> => {
  const tray = trayOf(forms),
    { people } = auditNames;
  return {
    blanks: {
      forms: forms.library,
      wishes: async (look) => {
        const { blankForms, languages } = await readSettings(look);
        return { forms: blankForms, languages };
      },
    },
    answers: {
      forms: forms.library,
      views: needs.views,
      renderer: d.renderer,
      praxis: readPraxisFacts,
      patient: headOf,
      tabletName: async (look, tabletId) => (await findTablet(look, tabletId))?.name,
      numbersOf: listPatids,
      people,
      rooms,
      expected: rules.expected,
    },
    home: {
      ...tray,
      secrets: homeSecretsOf(d.rootKey),
      praxis: readPraxisFacts,
      publicUrl: d.publicUrl,
      mail: needs.accounts.auth.mail,
      numbersOf: listPatids,
      limits: createHomeLimits(),
      networkOf,
      ended: () => needs.backup.noteRevoked(),
    },
    unmatched: {
      ...tray,
      alike: findAlike,
      tabletNames: findTabletNames,
      people,
      createRecord: createPatient,
      views: needs.views,
    },
    forms: {
      shipped: forms.shipped,
      forms: forms.library,
      checker: d.formChecker,
      languages: async (source) => (await readPraxisFacts(source)).languages,
    },
  };
};

/** Builds the links of the desk, and the judge of submissions. */
export function deskLinks(
  d: Deps,
  needs: DeskNeeds,
  forms: DeskForms,
): { deps: DeskDeps; core: SyncCore } {
  const rules = rulesLinks(forms),
    links = tabletLinks(d, rules),
    core = syncCore(d, forms, links, () => needs.backup.hasBackup()),
    attachments = {
      workshop: d.workshop,
      installation: () => d.installation,
      openOp: opener(d),
    };
  const deps: DeskDeps = {
    workshop: d.workshop,
    views: needs.views,
    listCids: () => listCids(d),
    tablets: {
      links,
      bus: d.bus,
      wrongCodes: createWrongCodes(),
      publicUrl: d.publicUrl,
      revoked: () => needs.backup.noteRevoked(),
      views: needs.views,
    },
    tasks: taskLinks(forms),
    takeover: {
      links: takeoverSide(links),
      publicUrl: d.publicUrl,
      r4chost: async (uuid) => (await findR4chost(d.store, uuid)) ?? '',
      guesses: createWrongCodes(WRONG_TAKEOVERS),
    },
    rules,
    ...formsLinks(d, needs, forms, { rooms: links.rooms, rules }),
    shares: sharesLinks(d, needs, forms),
    shareCodes: shareCodesLinks(d, needs),
    sync: { core, bus: d.bus, seals: d.seals },
    signing: {
      workshop: d.workshop,
      blobs: d.blobs,
      keys: d.keys,
      renderer: d.renderer,
      sealer: d.sealer,
      tsa: d.tsa,
      now: d.now,
      fileDocument,
      replaceDocument,
    },
    attachments,
    photos: {
      workshop: d.workshop,
      reencode: (picture) => d.pictures.reencode(picture),
      numbersOf: listPatids,
      attachments: {
        read: (look, taskId, sha256) => readAttachment(attachments, look, taskId, sha256),
        taken: dropTaken,
      },
    },
  };
  return { deps, core };
}
