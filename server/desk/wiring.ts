// Links the rooms of the desk to one another, given the platform and functions of other wings.

import { berlinDay } from '../../shared/base/dates.ts';
import type { DocumentData } from '../../shared/desk/document.ts';
import { listName } from '../../shared/desk/patient.ts';
import { isFormData, type FormData } from '../../shared/forms/task/form-task.ts';
import { canonicalDocument } from '../paper/seal/canonical.ts';
import type { Views } from '../platform/audit/views.ts';
import { systemClock } from '../platform/clock.ts';
import type { Store } from '../platform/db/store.ts';
import type { Limits } from '../platform/limits/limits.ts';
import type { Bus } from '../platform/events/bus.ts';
import type { Log } from '../platform/http/log.ts';
import type { PracticeKeys } from '../platform/keys/practice-keys.ts';
import type { Look, Work, Workshop } from '../platform/work.ts';
import { taskOfParked } from './attachments/attachment-store.ts';
import { putHomePiece } from './attachments/put-piece.ts';
import { dropTaken, readAttachment } from './attachments/read-attachment.ts';
import type { AttachmentDeps } from './attachments/routes.ts';
import type { cleanPhotos } from './forms/answers/clean-photos.job.ts';
import type { JudgeDeps } from './forms/answers/judge-answers.job.ts';
import { printAnswers } from './forms/answers/print-answers.ts';
import type { answersRoutes } from './forms/answers/routes.ts';
import { homeLimits } from './forms/home/home-limits.ts';
import { newestOf } from './forms/home/home-public.ts';
import type { homeRoutes } from './forms/home/home-routes.ts';
import { homeSecretsOf } from './forms/home/home-secret.ts';
import { catalogueForms } from './forms/library/catalogue-forms.ts';
import { createFactsReader } from './forms/library/facts-reader.ts';
import { practiceForms } from './forms/library/form-library.ts';
import { formLinks } from './forms/library/form-links.ts';
import type { formRoutes } from './forms/library/form-routes.ts';
import type { blankRoutes } from './forms/tray/blank-routes.ts';
import type { RescueDeps } from './sync/drafts/blank-drafts.ts';
import { assignParkedAnswers } from './forms/tray/assign-parked.ts';
import { acceptBlank } from './forms/tray/take-blank.ts';
import { takeShared } from './forms/tray/take-shared.ts';
import type { unmatchedRoutes } from './forms/tray/unmatched-routes.ts';
import { listArrivals } from './patient/arrivals.ts';
import { createPatient } from './patient/create-patient.ts';
import { listTermine } from './patient/list-appointments.ts';
import { withdrawProposals } from './patient/propose-changes.ts';
import { withOpenChanges } from './patient/read-changes.ts';
import {
  listPatids,
  listPatidsOf,
  resolvePatient,
  resolvePatients,
} from './patient/read-patient.ts';
import { recordSide } from './patient/record-side.ts';
import { listRooms } from './patient/rooms.ts';
import { findAlike, findPatientRows } from './patient/store.ts';
import { expectedVisits, type RulesLinks } from './rules/propose-mappe.ts';
import type { PortalDeps } from './share/links.ts';
import { shareSecretsOf } from './share/secrets.ts';
import type { sendShareCode } from './share/send-code.ts';
import { acceptSubmission } from './signature/accept-submission.ts';
import type { prepareDocument } from './signature/prepare-document.job.ts';
import type { PatientLinks } from './patient/routes.ts';
import type { sealDocument } from './signature/seal-document.job.ts';
import { createSyncCore, SAFE_AFTER_MS, type SyncCore } from './sync/core.ts';
import { appendFeed, tabletSide } from './sync/feed.ts';
import type { LiveSeals } from './sync/live-seals.ts';
import type { routes as syncRoutes } from './sync/routes.ts';
import { sharedPapers } from './sync/submit-shared.ts';
import { takeoverSide } from './sync/takeover-side.ts';
import type { Installation, TabletLinks } from './tablet/links.ts';
import type { routes as tabletRoutes } from './tablet/routes.ts';
import { findTablet, findTabletNames } from './tablet/store.ts';
import type { takeoverRoutes } from './takeover/routes.ts';
import type { PraxisFacts, TaskLinks } from './task/links.ts';
import { listBoardMappen } from './task/list-mappen.ts';
import { releaseTablet } from './task/place-mappe.ts';
import { findTask, mappeOfTaskAt } from './task/store.ts';
import type { Root } from '../platform/keys/rootkey/root-keys.ts';

/** Dependencies of the signature's jobs. */
type SigningDeps = Omit<Parameters<typeof prepareDocument>[0], 'markPrepared'> &
  Omit<Parameters<typeof sealDocument>[0], 'moveTask'>;

export interface DeskDeps {
  workshop: Workshop;
  views: Views;
  patients: PatientLinks;
  tablets: Parameters<typeof tabletRoutes>[0];
  tasks: TaskLinks;
  takeover: Parameters<typeof takeoverRoutes>[0];
  rules: RulesLinks;
  blanks: Parameters<typeof blankRoutes>[0];
  answers: Parameters<typeof answersRoutes>[0];
  home: Parameters<typeof homeRoutes>[0];
  shares: PortalDeps;
  shareCodes: Parameters<typeof sendShareCode>[0];
  unmatched: Parameters<typeof unmatchedRoutes>[0];
  forms: Parameters<typeof formRoutes>[0];
  sync: Parameters<typeof syncRoutes>[0];
  attachments: AttachmentDeps;
  rescue: RescueDeps;
  signing: SigningDeps;
  photos: Parameters<typeof cleanPhotos>[0];
  judge: JudgeDeps;
  /** Lists practices with repeated work. */
  listDue: () => Promise<readonly string[]>;
}

/** Platform of the desk, and the functions that it needs of other wings. */
export interface DeskHost {
  store: Store;
  workshop: Workshop;
  views: Views;
  patients: PatientLinks;
  bus: Pick<Bus, 'staff' | 'tablet' | 'dropTablet'>;
  limits: Limits;
  seals: LiveSeals;
  keys: (cid: string) => Promise<PracticeKeys>;
  originKey: (cid: string) => Promise<Uint8Array>;
  rootKey: Root;
  log: Pick<Log, 'failure'>;
  publicUrl: string | undefined;
  installation: () => Installation;
  formChecker: DeskDeps['forms']['checker'];
  terminology: DeskDeps['forms']['terminology'];
  /** Asks whether the practice's licence lets it add something. @throws AppError licence_… */
  needLicence: (w: Work, point: 'tablet' | 'form') => Promise<void>;
  listDue: DeskDeps['listDue'];
  signing: SigningDeps;
  renderer: DeskDeps['answers']['renderer'];
  praxis: (source: Look | Work) => Promise<PraxisFacts>;
  /** Staff of the practice. */
  people: DeskDeps['answers']['people'];
  reencode: DeskDeps['photos']['reencode'];
  texts: Pick<TaskLinks, 'findTemplate' | 'templatesInUse' | 'requirementFor' | 'declarationOn'>;
  tablets: Pick<
    TabletLinks,
    'praxisConfig' | 'giveToken' | 'dropTokens' | 'checkPin' | 'noteWrongCode' | 'version'
  >;
  shares: Pick<
    PortalDeps,
    'canMail' | 'sms' | 'bareReason' | 'attempts' | 'networkOf' | 'mail' | 'owners'
  >;
  sendCode: DeskDeps['shareCodes']['send'];
  blankWishes: DeskDeps['blanks']['wishes'];
  r4chost: DeskDeps['takeover']['r4chost'];
  backup: { hasBackup: () => boolean; noteRevoked: () => Promise<void> };
}

/** Forms of the catalogue and of the practices, and the queries of tasks and rules on them. */
function openForms(checker: DeskHost['formChecker']) {
  const shipped = catalogueForms(),
    facts = createFactsReader(checker),
    library = practiceForms(shipped, facts);
  return { shipped, library, facts, side: formLinks(library, recordSide) };
}
type Forms = ReturnType<typeof openForms>;

/**
 * Targets of rules and their names: every consent text and every form that can be sent in this
 * practice.
 */
const rulesOf = ({ texts, people }: DeskHost, { side }: Forms): RulesLinks => ({
  items: async (look) => [
    ...(await side.formsInUse(look)).map((f) => ({ ...f, kind: 'questionnaire' as const })),
    ...(await texts.templatesInUse(look, berlinDay(look.now))),
  ],
  expected: (look) => listTermine(look, berlinDay(look.now)),
  numbersOfAll: listPatidsOf,
  people,
  person: resolvePatient,
});

const tabletLinksOf = (host: DeskHost, rules: RulesLinks): TabletLinks => ({
  ...host.tablets,
  installation: host.installation,
  feed: (w, tabletId, op) => appendFeed(w, tabletId, op),
  release: (w, tabletId) => releaseTablet(w, tabletSide, tabletId),
  mappeAt: mappeOfTaskAt,
  boardMappen: async (look) => withOpenChanges(look, await listBoardMappen(look)),
  expected: (look) => expectedVisits(look, rules),
  rooms: listRooms,
  arrivals: listArrivals,
});

/** Decrypts content sealed to a practice's receive key. */
const openerOf =
  ({ keys }: DeskHost) =>
  async (cid: string, bytes: Uint8Array, aad: string): Promise<Uint8Array> =>
    (await keys(cid)).openReceived(bytes, aad);

const coreOf = (host: DeskHost, { library, side }: Forms): SyncCore =>
  createSyncCore({
    seals: host.seals,
    store: host.store,
    workshop: host.workshop,
    clock: systemClock,
    installation: host.installation,
    praxisConfig: host.tablets.praxisConfig,
    acceptSubmission,
    acceptAnswers: side.acceptAnswers,
    acceptBlank: acceptBlank({ forms: library, marks: side.marks }),
    formText: side.formText,
    formAt: side.formAt,
    safeAfterMs: SAFE_AFTER_MS,
    hasBackup: () => host.backup.hasBackup(),
    report: (code, error) => {
      host.log.failure({ code, error });
    },
    openOp: openerOf(host),
    originKey: host.originKey,
  });

/** Returns the heading of a patient on a sheet; undefined without a record. */
async function headOf(
  look: Look,
  patid: string,
): Promise<{ name: string; geburtsdatum: string } | undefined> {
  const [row] = await findPatientRows(look, [patid]);
  return row && { name: listName(row), geburtsdatum: row.geburtsdatum };
}

/** Returns the heading of the active record behind a number. */
async function livingHeadOf(
  look: Look,
  patid: string,
): Promise<{ name: string; geburtsdatum: string } | undefined> {
  const person = await resolvePatient(look, patid);
  return person && { name: listName(person), geburtsdatum: person.geburtsdatum };
}

/** Returns what the page of a questionnaire's task was given. */
async function givenOf(look: Look, taskId: string): Promise<FormData | undefined> {
  const task = await findTask(look, taskId),
    data = task && (JSON.parse(task.data) as DocumentData);
  return data && isFormData(data) ? data : undefined;
}

const trayOf = ({ library, side }: Forms) => ({
  forms: library,
  record: resolvePatient,
  records: resolvePatients,
  marks: side.marks,
  filed: side.tellRecord,
  returned: withdrawProposals,
});

const sharesOf = (host: DeskHost, forms: Forms): Pick<DeskDeps, 'shares' | 'shareCodes'> => {
  const tray = trayOf(forms),
    common = {
      secrets: shareSecretsOf(host.rootKey),
      record: resolvePatient,
      praxis: host.praxis,
    };
  return {
    shares: {
      ...host.shares,
      ...common,
      ended: () => host.backup.noteRevoked(),
      blobs: host.signing.blobs,
      keys: host.keys,
      publicUrl: host.publicUrl,
      records: resolvePatients,
      numbersOf: listPatids,
      form: (s, formId) => newestOf(tray, s, formId),
      takeAnswers: (w, answers) => takeShared(w, tray, answers),
      ...sharedPapers(acceptSubmission),
    },
    shareCodes: { ...common, workshop: host.workshop, send: host.sendCode },
  };
};

const formsOf = (
  host: DeskHost,
  forms: Forms,
  rules: RulesLinks,
): Pick<DeskDeps, 'blanks' | 'answers' | 'home' | 'unmatched' | 'forms'> => {
  const tray = trayOf(forms),
    { praxis, people, views } = host;
  return {
    blanks: { forms: forms.library, wishes: host.blankWishes },
    answers: {
      forms: forms.library,
      views,
      renderer: host.renderer,
      praxis,
      patient: headOf,
      tabletName: async (look, tabletId) => (await findTablet(look, tabletId))?.name,
      numbersOf: listPatids,
      people,
      rooms: listRooms,
      expected: rules.expected,
    },
    home: {
      ...tray,
      secrets: homeSecretsOf(host.rootKey),
      praxis,
      publicUrl: host.publicUrl,
      mail: host.shares.mail,
      numbersOf: listPatids,
      limits: homeLimits(host.limits),
      networkOf: host.shares.networkOf,
      ended: () => host.backup.noteRevoked(),
      putPhoto: putHomePiece,
    },
    unmatched: {
      ...tray,
      alike: findAlike,
      tabletNames: findTabletNames,
      people,
      createRecord: createPatient,
      views,
    },
    forms: {
      shipped: forms.shipped,
      forms: forms.library,
      checker: host.formChecker,
      terminology: host.terminology,
      facts: forms.facts,
      needLicence: host.needLicence,
      languages: async (source) => (await praxis(source)).languages,
      people: async (look) => new Map((await people(look)).map((one) => [one.id, one.name])),
    },
  };
};

/** Links the rooms of the desk to one another. Also returns what other wings ask of it. */
export function wireDesk(host: DeskHost) {
  const forms = openForms(host.formChecker),
    rules = rulesOf(host, forms),
    links = tabletLinksOf(host, rules),
    core = coreOf(host, forms);
  const { workshop, views, bus, publicUrl, limits } = host,
    { networkOf } = host.shares,
    revoked = (): Promise<void> => host.backup.noteRevoked(),
    attachments = { workshop, installation: host.installation, openOp: openerOf(host) };
  const deps: DeskDeps = {
    workshop,
    views,
    patients: host.patients,
    listDue: host.listDue,
    tablets: {
      links,
      bus,
      limits,
      networkOf,
      publicUrl,
      revoked,
      views,
      needLicence: host.needLicence,
    },
    tasks: { ...tabletSide, ...forms.side, ...host.texts, canonicalDocument, praxis: host.praxis },
    takeover: {
      links: takeoverSide(links),
      publicUrl,
      r4chost: host.r4chost,
      limits,
      networkOf,
    },
    rules,
    ...formsOf(host, forms, rules),
    ...sharesOf(host, forms),
    sync: {
      core,
      bus,
      seals: host.seals,
      file: assignParkedAnswers(trayOf(forms)),
      formTitle: async (look, key) => (await forms.library(look).find(key))?.title.de,
    },
    signing: host.signing,
    attachments,
    rescue: {
      workshop,
      openOp: attachments.openOp,
      acceptBlank: acceptBlank({ forms: forms.library, marks: forms.side.marks }),
    },
    judge: { workshop, forms: forms.library, checker: host.formChecker, given: givenOf },
    photos: {
      workshop,
      reencode: host.reencode,
      numbersOf: listPatids,
      attachments: {
        read: (look, taskId, sha256) => readAttachment(attachments, look, taskId, sha256),
        taskOfParked,
        taken: dropTaken,
      },
    },
  };
  return {
    deps,
    core,
    library: forms.library,
    headOf,
    /** Prints answers as the practice software gets them, under the name of the living record. */
    printAnswers: (look: Look, answersId: string) =>
      printAnswers({ ...deps.answers, patient: livingHeadOf }, look, answersId),
  };
}
export type Desk = ReturnType<typeof wireDesk>;
