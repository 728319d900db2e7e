// Composes the slices: which slice serves which path, their dependencies, and the available jobs.

import { AppError } from '../../shared/base/errors.ts';
import { ROLES, type Role } from '../../shared/base/mounts.ts';
import { isVendor, VENDOR_CID } from '../../shared/base/roles.ts';
import { catalogueForms } from '../desk/forms/library/catalogue-forms.ts';
import { practiceForms } from '../desk/forms/library/form-library.ts';
import { formLinks } from '../desk/forms/library/form-links.ts';
import { formRoutes } from '../desk/forms/library/form-routes.ts';
import { createHomeLimits } from '../desk/forms/home/home-limits.ts';
import { homeRoutes } from '../desk/forms/home/home-routes.ts';
import { homeSecretsOf } from '../desk/forms/home/home-secret.ts';
import { newestOf } from '../desk/forms/home/home-public.ts';
import { takeShared } from '../desk/forms/tray/take-shared.ts';
import { unmatchedRoutes } from '../desk/forms/tray/unmatched-routes.ts';
import { anamneseRoutes } from '../desk/forms/answers/routes.ts';
import { blankRoutes } from '../desk/forms/tray/blank-routes.ts';
import { acceptBlank } from '../desk/forms/tray/take-blank.ts';
import { accessPdf, type AccessPdfDeps } from '../platform/audit/access-pdf.ts';
import { auditReadRoutes, auditRoutes } from '../platform/audit/routes.ts';
import { createViews } from '../platform/audit/views.ts';
import { networkOf } from '../accounts/sign-in/attempts.ts';
import type { AuthDeps } from '../accounts/sign-in/auth-deps.ts';
import { isFactorDue } from '../accounts/sign-in/factors.ts';
import { handoverRoutes } from '../accounts/handover/routes.ts';
import { handoverKeysOf } from '../accounts/handover/handover.ts';
import { backupRoutes } from '../operations/backup/routes.ts';
import { type BackupService } from '../operations/backup/service.ts';
import { sweepAccounts } from '../accounts/users/sweep-accounts.ts';
import { resolveActor } from '../accounts/sessions/resolve-actor.ts';
import { listOwners } from '../accounts/account-store/store.ts';
import { sweepSteps } from '../accounts/account-store/store-factors.ts';
import { listActive, listUsers } from '../accounts/account-store/store-links.ts';
import { nameOf } from '../accounts/sessions/open-session.ts';
import { authRoutes } from '../accounts/sign-in/routes.ts';
import { ownSettingsRoutes, setAvatar } from '../accounts/users/own-settings.ts';
import { tokenRoutes } from '../accounts/tokens/token-routes.ts';
import { userRoutes } from '../accounts/users/user-routes.ts';
import { systemClock } from '../platform/clock.ts';
import { reportRoutes } from '../analytics/reports/routes/routes.ts';
import { overviewRoutes } from '../analytics/reports/routes/overview-routes.ts';
import { bucketRoutes } from '../records/files/routes.ts';
import { consentRoutes } from '../records/consent/routes.ts';
import type { Deps } from './deps.ts';
import { doctosyncRoutes } from '../records/transfer/routes.ts';
import type { Watcher } from '../records/transfer/watch.ts';
import { dispatcherRoutes } from '../vendor/dispatcher/routes.ts';
import { createWrongGuesses } from '../vendor/dispatcher/wrong-guesses.ts';
import { documentsRoutes } from '../records/documents/routes.ts';
import {
  createFrame,
  type Frame,
  type FrameDeps,
  type MountedRoute,
} from '../platform/http/frame.ts';
import { openApiDocument } from '../platform/http/openapi.ts';
import { guardPath, missing } from '../platform/http/paths.ts';
import { route, type Route } from '../platform/http/route.ts';
import { imageRoutes } from '../accounts/pictures/routes.ts';
import { mailNews } from '../accounts/news/mail-news.ts';
import { mountPractice } from './practice-mounts.ts';
import { retentionSide } from './retention.links.ts';
import { personRoutes } from '../records/retention/person-routes.ts';
import { retentionRoutes } from '../records/retention/routes.ts';
import { newsRoutes } from '../accounts/news/routes.ts';
import { createHandOver } from './transfer.links.ts';
import { carryNewDay } from './carry-delivery.ts';
import { jobHandlers } from './job-handlers.ts';
import { createMessages } from './share.links.ts';
import { createScans } from './papers.links.ts';
import { createRunner, type Runner } from '../platform/jobs/runner.ts';
import { OLD_JOB_MS, removeOldJobs } from '../platform/jobs/store.ts';
import { paperCodes } from '../platform/keys/paper-mac.ts';
import { mailKeysOf } from '../accounts/mail/mail-keys.ts';
import { forgetMails } from '../accounts/mail/outbox.ts';
import { paperRoutes } from '../records/emergency/routes.ts';
import type { MissingLinks } from '../records/papers/list-missing.ts';
import { printRoutes } from '../records/papers/routes.ts';
import { portalRoutes } from '../desk/share/routes.ts';
import { shareSecretsOf } from '../desk/share/secrets.ts';
import { forgetOver } from '../desk/share/store.ts';
import { wishAgain } from '../accounts/mail/unsubscribe.ts';
import {
  mailEventRoutes,
  oneClickRoutes,
  outboxRoutes,
  suppressionRoutes,
} from '../accounts/mail/routes.ts';
import { listTermine } from '../desk/patient/list-appointments.ts';
import {
  listPatids,
  listPatidsOf,
  resolvePatient,
  resolvePatients,
} from '../desk/patient/read-patient.ts';
import { withdrawProposals } from '../desk/patient/propose-changes.ts';
import { createPatient } from '../desk/patient/create-patient.ts';
import { recordSide } from '../desk/patient/record-side.ts';
import { patientRoutes } from '../desk/patient/routes.ts';
import { expectedVisits } from '../desk/rules/propose-mappe.ts';
import { rulesRoutes } from '../desk/rules/routes.ts';
import { readPraxisFacts, readSettings } from '../accounts/settings/read-settings.ts';
import { settingsRoutes } from '../accounts/settings/routes.ts';
import { findR4c, findR4chost, listPraxisRows } from '../accounts/settings/store.ts';
import { acceptSubmission } from '../desk/signature/accept-submission.ts';
import { sweepUnsealed } from '../desk/signature/sweep-unsealed.ts';
import { createSyncCore, SAFE_AFTER_MS, type SyncCore } from '../desk/sync/core.ts';
import { announceConfig } from '../desk/sync/feed.ts';
import { createInline } from '../desk/sync/inline.ts';
import { createLiveSeals } from '../desk/sync/live-seals.ts';
import { takeoverSide } from '../desk/sync/takeover-side.ts';
import { routes as syncRoutes } from '../desk/sync/routes.ts';
import { sharedPapers } from '../desk/sync/submit-shared.ts';
import { routes as taskRoutes } from '../desk/task/routes.ts';
import { takeoverRoutes } from '../desk/takeover/routes.ts';
import { findAlike, findPatientRows } from '../desk/patient/store.ts';
import { findTablet, findTabletNames } from '../desk/tablet/store.ts';
import { listName } from '../../shared/desk/patient.ts';
import { sweepGuests } from '../desk/tablet/guests.ts';
import { routes as tabletRoutes } from '../desk/tablet/routes.ts';
import { createWrongCodes } from '../desk/tablet/wrong-codes.ts';
import { actingGrant } from '../vendor/support/acting-grant.ts';
import { adminRoutes, grantRoutes, supportRoutes } from '../vendor/support/routes.ts';
import { mailTerms } from '../accounts/terms/mail-terms.ts';
import { termsRoutes } from '../accounts/terms/routes.ts';
import { createTermsGate } from '../accounts/terms/terms.ts';
import { textRoutes } from '../records/texts/routes.ts';
import { textsInUse } from '../records/texts/text-library.ts';
import { createReadiness, type Check } from '../operations/health/check-readiness.ts';
import { healthRoutes, statusRoutes } from '../operations/health/routes.ts';
import { z } from 'zod';
import {
  WRONG_TAKEOVERS,
  auditNames,
  authDeps,
  backupOf,
  consentLinks,
  dataOf,
  headSigner,
  listMailedOwners,
  mailDeps,
  noteEverywhere,
  renewSeals,
  rulesLinks,
  storageLimit,
  supportDeps,
  tabletLinks,
  taskLinks,
  tellEverywhere,
} from './accounts.links.ts';
import type { Look } from '../platform/work.ts';

export interface App {
  frame: Frame;
  /** The directory only, for its own port. */
  dispatcher: Frame;
  runner: Runner;
  /** Judges submissions of tablets; start and stop it together with the runner. */
  sync: Pick<SyncCore, 'judged' | 'start' | 'stop'>;
  table: readonly MountedRoute[];
  backup: BackupService;
  /**
   * Watches the folders of the practice software and of scanners; start and stop it together with
   * the runner.
   */
  watcher: Watcher;
  scanWatcher: ReturnType<typeof createScans>['watcher'];
  auth: AuthDeps;
  /**
   * Erases people again who came back with an older database; await it before serving any request.
   * @returns how many
   */
  eraseAgain: () => Promise<number>;
  /** Preloads the practices' data after a start, before the first request needs it. */
  warm: () => Promise<void>;
  /** Work done every minute. */
  sweep: () => Promise<void>;
  /** Work done every day and at the start. */
  tidy: () => Promise<void>;
}

const R4C = '/r4c/{r4cUuid}';

/**
 * Builds routes (those of `roles`) and jobs without starting or listening.
 * @throws when a route has no policy
 */
export function createApp(
  d: Deps,
  checks: Readonly<Record<string, Check>>,
  roles: readonly Role[] = ROLES,
): App {
  const frameDeps: FrameDeps = {
    workshop: d.workshop,
    now: d.now,
    newId: d.newId,
    publicUrl: d.publicUrl,
    log: d.log,
    resolveActor: (token, ip) => resolveActor(d, token, ip),
    grantOf: (actor, cid) => actingGrant(d.workshop, actor, cid),
    r4cOf: (uuid) => findR4c(d.store, uuid),
    isFactorDue: (actor) => isFactorDue(auth, actor),
    isTermsOpen: createTermsGate({}, (cid) => d.workshop.look(cid, { kind: 'system', cid })),
  };
  const frame = createFrame(frameDeps),
    dispatcher = createFrame(frameDeps);
  for (const f of [frame, dispatcher]) f.app.use(guardPath);
  const mailKeys = mailKeysOf(d.rootKey),
    auth = authDeps(d, mailKeys, (gone) => backup.noteRevoked(gone)),
    rules = rulesLinks(() => formSide),
    links = tabletLinks(d, rules),
    mail = mailDeps(d, mailKeys);
  const ui = {
    version: d.version,
    build: d.build,
    environment: d.environment,
    readiness: createReadiness(
      { ...checks, judging: () => Promise.resolve(!core.isStuck()) },
      d.now,
    ),
  };
  const directory = dispatcherRoutes({
    store: d.store,
    now: d.now,
    guesses: createWrongGuesses(),
    baseUrl: d.publicUrl ?? '',
  });

  const note = noteEverywhere(d),
    changed = (): void => {
      tellEverywhere(d);
    };
  const backup = backupOf(d, note, changed);
  const originKey = async (cid: string): Promise<Uint8Array> => (await d.keys(cid)).blobKey;
  const seals = createLiveSeals();
  d.atEnd.current = createInline({
    isListening: d.bus.isListening,
    seals,
    installation: () => d.installation,
    originKey,
  });
  const shipped = catalogueForms(),
    forms = practiceForms(shipped),
    formSide = formLinks(forms, recordSide);
  const core = createSyncCore({
    seals,
    store: d.store,
    workshop: d.workshop,
    clock: systemClock,
    installation: () => d.installation,
    praxisConfig: links.praxisConfig,
    acceptSubmission,
    acceptAnswers: formSide.acceptAnswers,
    acceptBlank: acceptBlank({ forms, marks: formSide.marks }),
    formText: formSide.formText,
    safeAfterMs: SAFE_AFTER_MS,
    hasBackup: () => backup.hasBackup(),
    report: (code, error) => {
      d.log.failure({ code, error });
    },
    openOp: async (cid, bytes, aad) => (await d.keys(cid)).openReceived(bytes, aad),
    originKey,
  });

  const mount = (role: Role, prefix: string, routes: readonly Route[]): void => {
    if (roles.includes(role)) frame.mount(prefix, routes);
  };
  mount('metrics', '/auth', handoverRoutes(auth, handoverKeysOf(d.rootKey)));
  mount('metrics', '/auth', authRoutes(auth));
  mount('metrics', '/auth', tokenRoutes());
  mount(
    'metrics',
    '/auth',
    ownSettingsRoutes({ wishAgain: (w, email) => wishAgain(w, mailKeys, email) }),
  );
  mount('metrics', '/auth', newsRoutes());
  mount(
    'saver',
    '/imageUploads',
    imageRoutes({ blobs: d.blobs, keys: d.keys, pictures: d.pictures, setAvatar }),
  );
  mount(
    'metrics',
    '/api',
    termsRoutes({ owners: async (look) => (await listOwners(look)).map(nameOf) }),
  );
  mount(
    'metrics',
    '/api',
    settingsRoutes({ passwords: d.passwords, attempts: d.attempts, changed: announceConfig }),
  );
  mount(
    'metrics',
    '/api',
    backupRoutes({
      service: backup,
      note,
      changed,
      sheet: {
        store: d.store,
        rootKey: d.rootKey,
        data: dataOf(d),
        now: d.now,
        newId: d.newId,
        keys: d.keys,
      },
    }),
  );
  mount('metrics', '/api', [...reportRoutes(d.reportWorker), ...overviewRoutes()]);
  const support = supportDeps(d, auth);
  mount('metrics', '/api', grantRoutes(support));
  mount('metrics', '/support', supportRoutes(support));
  mount('metrics', '/admin', adminRoutes(support));
  mount('metrics', '/auth', userRoutes(auth));
  mount('metrics', '/auth', suppressionRoutes(mail));
  mount('metrics', '/api', outboxRoutes(mail));
  mount('metrics', '/mail', mailEventRoutes(mail));
  mount('metrics', '', oneClickRoutes(mail));
  mount('dispatcher', '/dispatcher', directory);
  mount('ui', '/ui', statusRoutes(ui));
  // Monitoring queries every process, whatever it serves.
  frame.mount('', healthRoutes(ui));
  const views = createViews(),
    accessDeps: AccessPdfDeps = {
      renderer: d.renderer,
      praxis: readPraxisFacts,
      birthOf: async (look, patid) => (await findPatientRows(look, [patid]))[0]?.geburtsdatum,
    };
  mount('metrics', '/api', auditReadRoutes(auditNames, accessDeps));
  mount('r4c', `${R4C}/patient`, patientRoutes(views));
  mount(
    'r4c',
    `${R4C}/tablet`,
    tabletRoutes({
      links,
      bus: d.bus,
      wrongCodes: createWrongCodes(),
      publicUrl: d.publicUrl,
      revoked: () => backup.noteRevoked(),
      views,
    }),
  );
  mount('r4c', `${R4C}/tablet`, taskRoutes(taskLinks(formSide)));
  mount(
    'r4c',
    `${R4C}/tablet`,
    takeoverRoutes({
      links: takeoverSide(links),
      publicUrl: d.publicUrl,
      r4chost: async (uuid) => (await findR4chost(d.store, uuid)) ?? '',
      guesses: createWrongCodes(WRONG_TAKEOVERS),
    }),
  );
  mount('r4c', `${R4C}/tablet`, rulesRoutes(rules, views));
  mount(
    'r4c',
    `${R4C}/tablet`,
    blankRoutes({
      forms,
      wishes: async (look) => {
        const { blankForms, languages } = await readSettings(look);
        return { forms: blankForms, languages };
      },
    }),
  );
  const headOf = async (
    look: Look,
    patid: string,
  ): Promise<{ name: string; geburtsdatum: string } | undefined> => {
    const [row] = await findPatientRows(look, [patid]);
    return row && { name: listName(row), geburtsdatum: row.geburtsdatum };
  };
  mount(
    'r4c',
    `${R4C}/anamnese`,
    anamneseRoutes({
      forms,
      views,
      renderer: d.renderer,
      praxis: readPraxisFacts,
      patient: headOf,
      tabletName: async (look, tabletId) => (await findTablet(look, tabletId))?.name,
      numbersOf: listPatids,
      people: auditNames.people,
      rooms: links.rooms,
      expected: rules.expected,
    }),
  );
  const tray = {
    forms,
    record: resolvePatient,
    records: resolvePatients,
    marks: formSide.marks,
    filed: formSide.tellRecord,
    returned: withdrawProposals,
  };
  mount(
    'r4c',
    `${R4C}/anamnese`,
    homeRoutes({
      ...tray,
      secrets: homeSecretsOf(d.rootKey),
      praxis: readPraxisFacts,
      publicUrl: d.publicUrl,
      mail: auth.mail,
      numbersOf: listPatids,
      limits: createHomeLimits(),
      networkOf,
      ended: () => backup.noteRevoked(),
    }),
  );
  const messages = createMessages(d);
  mount('r4c', `${R4C}/sms`, messages.routes());
  mount(
    'r4c',
    R4C,
    portalRoutes({
      ...messages.portal,
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
    }),
  );
  mount(
    'r4c',
    `${R4C}/anamnese`,
    unmatchedRoutes({
      ...tray,
      alike: findAlike,
      tabletNames: findTabletNames,
      people: auditNames.people,
      createRecord: createPatient,
      views,
    }),
  );
  mount(
    'r4c',
    `${R4C}/anamnese`,
    formRoutes({
      shipped,
      forms,
      checker: d.formChecker,
      languages: async (source) => (await readPraxisFacts(source)).languages,
    }),
  );
  mount('r4c', `${R4C}/tablet`, syncRoutes({ core, bus: d.bus, seals }));
  mount(
    'r4c',
    `${R4C}/notfall`,
    paperRoutes({
      codes: async (cid) => paperCodes((await d.keys(cid)).blobKey, cid),
      renderer: d.renderer,
      praxis: readPraxisFacts,
      textsInUse,
      formsInUse: (look) => forms(look).inUse(),
      questionnaire: async (look, key, languages) =>
        (await forms(look).find(key))?.inLanguages(languages),
    }),
  );
  const missingSide: MissingLinks = {
    textsInUse,
    numbersOfAll: listPatidsOf,
    visits: (look, day) =>
      expectedVisits(look, { ...rules, expected: (one) => listTermine(one, day) }),
  };
  mount(
    'r4c',
    `${R4C}/papers`,
    printRoutes({
      views,
      renderer: d.renderer,
      praxis: readPraxisFacts,
      patient: headOf,
      ...missingSide,
    }),
  );
  const scans = createScans(d);
  mount('r4c', `${R4C}/papers`, scans.routes(views));
  mount('r4c', `${R4C}/texts`, textRoutes({ renderer: d.renderer, praxis: readPraxisFacts }));
  const handOver = createHandOver(d, forms);
  mount(
    'doctosync',
    `${R4C}/doctosync`,
    doctosyncRoutes({
      store: d.store,
      workshop: d.workshop,
      links: handOver.links,
      watcher: handOver.watcher,
      base: d.exchangeBase,
      away: { data: dataOf(d), program: d.backup?.program ?? dataOf(d) },
      views,
    }),
  );
  mount(
    'r4c',
    R4C,
    documentsRoutes({
      limit: storageLimit,
      blobs: d.blobs,
      keys: d.keys,
      renderer: d.renderer,
      verifier: d.verifier,
      tsaRoots: d.tsaRoots,
      pictures: d.pictures,
      views,
      people: async (look) => new Map((await listUsers(look)).map((u) => [u.id, nameOf(u)])),
    }),
  );
  mount(
    'r4c',
    `${R4C}/admin/bucket`,
    bucketRoutes({ limit: storageLimit, blobs: d.blobs, keys: d.keys, now: d.now }),
  );
  mount('r4c', R4C, consentRoutes(consentLinks(taskLinks(formSide)), views));
  mount('r4c', R4C, auditRoutes());
  const retention = retentionSide(d, backup, {
    answers: handOver.answersOf,
    accesses: (look, patid) => accessPdf(accessDeps, auditNames, look, patid),
  });
  mount('r4c', `${R4C}/retention`, [
    ...retentionRoutes(retention.deps, views),
    ...personRoutes(retention.deps, views),
  ]);
  const { sendDue, forgetUploads, follow, warm } = mountPractice(d, mount, {
    views,
    tasks: taskLinks(formSide),
    mail: auth.mail,
    backup,
    missing: missingSide,
  });
  dispatcher.mount('/dispatcher', directory);
  let document: object | undefined;
  mount('ui', '', [
    route(
      {
        method: 'get',
        path: '/openapi.json',
        policy: 'docs.read',
        summary: 'This document',
        answer: z.looseObject({ openapi: z.string() }),
      },
      async (_input, context) => {
        const isOpen =
          !d.isProd ||
          (context.actor.kind === 'user' &&
            (context.actor.role === 'owner' || isVendor(context.actor.role)));
        if (!isOpen) throw new AppError('unauthenticated');
        return (document ??= openApiDocument(frame.table, d.version)) as { openapi: string };
      },
    ),
  ]);
  dispatcher.app.notFound(missing(dispatcher.table));

  const signHeads = headSigner(d);
  const runner = createRunner({
    store: d.store,
    now: d.now,
    log: d.log,
    handlers: {
      ...jobHandlers(d, mail),
      'export-task': handOver.handler,
      'send-share-code': messages.handler,
      'follow-delivery': follow,
      ...retention.handlers,
    },
    ...(d.jobLanes !== undefined && { lanes: d.jobLanes }),
  });
  d.wakeJobs.current = runner.wake;
  return {
    frame,
    dispatcher,
    runner,
    sync: core,
    auth,
    table: frame.table,
    backup,
    watcher: handOver.watcher,
    scanWatcher: scans.watcher,
    eraseAgain: retention.eraseAgain,
    warm,
    async sweep() {
      for (const { cid } of await listPraxisRows(d.store))
        await d.workshop.write(cid, { kind: 'system', cid }, async (w) => {
          await sweepUnsealed(w);
          await sweepGuests(w, links);
          await forgetOver(w);
        });
      for (const { cid } of await listPraxisRows(d.store)) await sendDue(cid);
      await sweepSteps(d.store, d.now());
      await signHeads();
    },
    async tidy() {
      // First, because the following may need to seal.
      await renewSeals(d);
      await sweepAccounts(d.store, d.now());
      for (const { cid } of await listPraxisRows(d.store)) {
        await scans.forget(cid);
        await retention.forgetOld(cid);
      }
      for (const { cid } of await listPraxisRows(d.store))
        await carryNewDay({ workshop: d.workshop }, cid);
      await signHeads();
      // Without a mail transport they would only fill the outbox.
      if (d.mail?.sender)
        for (const cid of [...(await listPraxisRows(d.store)).map((row) => row.cid), VENDOR_CID])
          await mailNews({ workshop: d.workshop, people: listActive, mail: auth.mail }, cid);
      if (d.mail?.sender)
        for (const { cid } of await listPraxisRows(d.store))
          await mailTerms({ workshop: d.workshop, owners: listMailedOwners, mail: auth.mail }, cid);
      await forgetUploads();
      await forgetMails(mail);
      await removeOldJobs(d.store, d.now() - OLD_JOB_MS);
    },
  };
}
