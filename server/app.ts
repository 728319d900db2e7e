// Puts the slices together: which path is answered by which slice, what each gets from the others, and which jobs exist.

import path from 'node:path';
import { berlinDay } from '../shared/dates.ts';
import { AppError } from '../shared/errors.ts';
import { ROLES, type Role } from '../shared/mounts.ts';
import { findTemplate, templatesInUse } from '../catalog/einwilligung/catalogue.ts';
import { auditRoutes } from './audit/routes.ts';
import type { AuthDeps } from './auth/auth-deps.ts';
import { drill } from './backup/drill.ts';
import { makeBackup } from './backup/make-backup.ts';
import { backupRoutes } from './backup/routes.ts';
import { createBackupService, type BackupService } from './backup/service.ts';
import { sweepAccounts } from './auth/sweep-accounts.ts';
import { resolveActor } from './auth/resolve-actor.ts';
import { authRoutes } from './auth/routes.ts';
import { dropTabletTokens, giveTabletToken } from './auth/tablet-token.ts';
import { systemClock } from './clock.ts';
import type { Deps } from './deps.ts';
import { dispatcherRoutes } from './dispatcher/routes.ts';
import { createWrongGuesses } from './dispatcher/wrong-guesses.ts';
import { fileDocument, replaceDocument } from './documents/file-document.ts';
import { documentsRoutes } from './documents/routes.ts';
import { createFrame, type Frame, type FrameDeps, type MountedRoute } from './http/frame.ts';
import { openApiDocument } from './http/openapi.ts';
import { guardPath, missing } from './http/paths.ts';
import { route, type Route } from './http/route.ts';
import { createRunner, type JobHandler, type Runner } from './jobs/runner.ts';
import { removeOldJobs, type Job } from './jobs/store.ts';
import type { JobKind } from './work.ts';
import { listTermine } from './patient/list-termine.ts';
import { patientRoutes } from './patient/routes.ts';
import { canonicalDocument } from './seal/canonical.ts';
import { checkTabletPin } from './settings/check-tablet-pin.ts';
import { createPraxis } from './settings/create-praxis.ts';
import { readPraxisFacts, readSettings } from './settings/read-settings.ts';
import { settingsRoutes } from './settings/routes.ts';
import { findR4c, listPraxisRows } from './settings/store.ts';
import { acceptSubmission } from './signature/accept-submission.ts';
import { prepareDocument } from './signature/prepare-document.job.ts';
import { sealDocument } from './signature/seal-document.job.ts';
import { SWEEP_MS, sweepUnsealed } from './signature/sweep-unsealed.ts';
import { timestampDocument } from './signature/timestamp-document.job.ts';
import { createSyncCore, SAFE_AFTER_MS, type SyncCore } from './sync/core.ts';
import { announceConfig, appendFeed, tabletSide } from './sync/feed.ts';
import { createInline } from './sync/inline.ts';
import { routes as syncRoutes } from './sync/routes.ts';
import { closeMappe } from './task/close-mappe.ts';
import type { TaskLinks } from './task/links.ts';
import { listBoardMappen } from './task/list-mappen.ts';
import { markPrepared } from './task/mark-prepared.ts';
import { failTask, moveTaskById } from './task/move-task.ts';
import { releaseTablet } from './task/place-mappe.ts';
import { routes as taskRoutes } from './task/routes.ts';
import type { TabletLinks } from './tablet/links.ts';
import { raiseSafe } from './tablet/store-heads.ts';
import { routes as tabletRoutes } from './tablet/routes.ts';
import { createWrongCodes } from './tablet/wrong-codes.ts';
import { createReadiness, type Check } from './ui/check-readiness.ts';
import { healthRoutes, statusRoutes } from './ui/routes.ts';
import { z } from 'zod';

export interface App {
  frame: Frame;
  /** Only the directory, for its own port. */
  dispatcher: Frame;
  runner: Runner;
  /** Judges what tablets sent; to be started and stopped with the runner. */
  sync: Pick<SyncCore, 'judged' | 'start' | 'stop'>;
  table: readonly MountedRoute[];
  backup: BackupService;
  auth: AuthDeps;
  /** Work of each minute. */
  sweep: () => Promise<void>;
  /** Work of each day; also done at the start. */
  tidy: () => Promise<void>;
}

const R4C = '/r4c/{r4cUuid}';
export { SWEEP_MS };

function authDeps(d: Deps): AuthDeps {
  return {
    store: d.store, workshop: d.workshop, passwords: d.passwords, attempts: d.attempts, now: d.now, newId: d.newId,
    createPraxis: async (w, input) => { await createPraxis(w, input); },
    later: work => { work().catch((error: unknown) => { d.log.failure({ code: 'later', error }); }); },
  };
}

function taskLinks(): TaskLinks {
  return {
    ...tabletSide, findTemplate, templatesInUse, canonicalDocument,
    praxis: readPraxisFacts,
  };
}

function tabletLinks(d: Deps): TabletLinks {
  return {
    installation: () => d.installation,
    async praxisConfig(look) {
      const [settings, keys] = [await readSettings(look), await d.keys(look.cid)];
      return {
        praxis: { name: settings.praxisName, phone: settings.phone }, language: settings.language, languages: settings.languages, idleSeconds: settings.idleSeconds,
        serverKey: keys.receivePublic, serverKeyId: keys.receiveKeyId, escrowKey: keys.escrowPublic,
        restingHours: { from: settings.openingHours.to, to: settings.openingHours.from },
      };
    },
    giveToken: giveTabletToken, dropTokens: dropTabletTokens,
    feed: (w, tabletId, op) => appendFeed(w, tabletId, op),
    release: (w, tabletId) => releaseTablet(w, tabletSide, tabletId),
    boardMappen: listBoardMappen,
    expected: look => listTermine(look, berlinDay(look.now)),
    checkPin: (look, input) => checkTabletPin({ passwords: d.passwords, attempts: d.attempts }, look, input),
    version: `${d.version}+${d.build}`,
  };
}

function jobHandlers(d: Deps): Partial<Record<JobKind, JobHandler>> {
  const giveUp = (job: Job, code: string): Promise<void> => d.workshop.write(job.cid, { kind: 'system', cid: job.cid }, w => failTask(w, String(job.payload.taskId), code));
  const base = { workshop: d.workshop, blobs: d.blobs, keys: d.keys };
  const { tsa } = d;
  return {
    'prepare-document': { tries: 5, giveUp, run: job => prepareDocument({ ...base, renderer: d.renderer, markPrepared: (w, id, made) => markPrepared(w, tabletSide, id, made) }, job) },
    'seal-document': { tries: 8, giveUp, run: job => sealDocument({ ...base, renderer: d.renderer, sealer: d.sealer, tsa, now: d.now, moveTask: moveTaskById, fileDocument }, job) },
    ...(tsa && { 'timestamp-document': { tries: Infinity, run: (job: Job) => timestampDocument({ ...base, sealer: d.sealer, tsa, replaceDocument }, job) } }),
    'close-mappen': { tries: 20, run: job => d.workshop.write(job.cid, { kind: 'system', cid: job.cid }, w => closeMappe(w, tabletSide, String(job.payload.mappeId))) },
  };
}

const dataOf = (d: Deps): string => d.backup?.data ?? path.dirname(d.blobsFolder);
/** What concerns the whole installation stands in every practice's chain. */
const noteEverywhere = (d: Deps) => async (type: string, data: Record<string, unknown>): Promise<void> => {
  for (const { cid } of await listPraxisRows(d.store)) await d.workshop.write(cid, { kind: 'system', cid }, w => w.audit(type, data));
};
function tellEverywhere(d: Deps): void {
  listPraxisRows(d.store).then(rows => { for (const { cid } of rows) d.bus.publish(cid, { to: 'staff', event: { kind: 'backup' } }); }, (error: unknown) => { d.log.failure({ code: 'backup.changed', error }); });
}
function backupOf(d: Deps, note: (type: string, data: Record<string, unknown>) => Promise<void>, changed: () => void): BackupService {
  return createBackupService({
    store: d.store, log: d.log, rootKey: d.rootKey, data: dataOf(d), program: d.backup?.program ?? dataOf(d), version: `${d.version}+${d.build}`, now: d.now, newId: d.newId,
    perform: d.backup?.perform ?? { backup: makeBackup, drill, stop: () => undefined },
    ...(d.backup?.isSameDisk && { isSameDisk: d.backup.isSameDisk }),
    blobKey: async cid => (await d.keys(cid)).blobKey, note, changed,
    async saved(heads) {
      for (const cid of new Set(heads.map(h => h.cid))) await d.workshop.write(cid, { kind: 'system', cid }, w => raiseSafe(w, heads.filter(h => h.cid === cid)));
    },
  });
}

/** Builds routes (those of `roles`) and jobs; nothing runs and nothing listens yet. @throws when a route has no policy */
export function createApp(d: Deps, checks: Readonly<Record<string, Check>>, roles: readonly Role[] = ROLES): App {
  const frameDeps: FrameDeps = {
    workshop: d.workshop, now: d.now, newId: d.newId, publicUrl: d.publicUrl, log: d.log,
    resolveActor: (token, ip) => resolveActor(d, token, ip), r4cOf: uuid => findR4c(d.store, uuid),
  };
  const frame = createFrame(frameDeps), dispatcher = createFrame(frameDeps);
  for (const f of [frame, dispatcher]) f.app.use(guardPath);
  const auth = authDeps(d), links = tabletLinks(d);
  const ui = { version: d.version, build: d.build, environment: d.environment, readiness: createReadiness({ ...checks, judging: () => Promise.resolve(!core.isStuck()) }, d.now) };
  const directory = dispatcherRoutes({ store: d.store, now: d.now, guesses: createWrongGuesses(), baseUrl: d.publicUrl ?? '' });

  const note = noteEverywhere(d), changed = (): void => { tellEverywhere(d); };
  const backup = backupOf(d, note, changed);
  const originKey = async (cid: string): Promise<Uint8Array> => (await d.keys(cid)).blobKey;
  d.atEnd.current = createInline({ isListening: d.bus.isListening, installation: () => d.installation, originKey });
  const core = createSyncCore({
    store: d.store, workshop: d.workshop, clock: systemClock, installation: () => d.installation, praxisConfig: links.praxisConfig, acceptSubmission, safeAfterMs: SAFE_AFTER_MS,
    hasBackup: () => backup.hasBackup(), report: (code, error) => { d.log.failure({ code, error }); },
    openOp: async (cid, bytes, aad) => (await d.keys(cid)).openReceived(bytes, aad),
    originKey,
  });

  const mount = (role: Role, prefix: string, routes: readonly Route[]): void => { if (roles.includes(role)) frame.mount(prefix, routes); };
  mount('metrics', '/auth', authRoutes(auth));
  mount('metrics', '/api', settingsRoutes({ passwords: d.passwords, attempts: d.attempts, changed: announceConfig }));
  mount('metrics', '/api', backupRoutes({ service: backup, note, changed, sheet: { store: d.store, rootKey: d.rootKey, data: dataOf(d), now: d.now, newId: d.newId, keys: d.keys } }));
  mount('dispatcher', '/dispatcher', directory);
  mount('ui', '/ui', statusRoutes(ui));
  // Watchers ask every process, whatever it serves.
  frame.mount('', healthRoutes(ui));
  mount('r4c', `${R4C}/patient`, patientRoutes());
  mount('r4c', `${R4C}/tablet`, tabletRoutes({ links, bus: d.bus, wrongCodes: createWrongCodes(), publicUrl: d.publicUrl, revoked: () => backup.noteRevoked() }));
  mount('r4c', `${R4C}/tablet`, taskRoutes(taskLinks()));
  mount('r4c', `${R4C}/tablet`, syncRoutes({ core, bus: d.bus }));
  mount('r4c', R4C, documentsRoutes({ blobs: d.blobs, keys: d.keys, renderer: d.renderer, verifier: d.verifier }));
  mount('r4c', R4C, auditRoutes());
  dispatcher.mount('/dispatcher', directory);
  let document: object | undefined;
  mount('ui', '', [route({ method: 'get', path: '/openapi.json', policy: 'docs.read', summary: 'This document', answer: z.looseObject({ openapi: z.string() }) },
    async (_input, context) => {
      const isOpen = !d.isProd || (context.actor.kind === 'user' && context.actor.role === 'owner');
      if (!isOpen) throw new AppError('unauthenticated');
      return (document ??= openApiDocument(frame.table, d.version)) as { openapi: string };
    })]);
  dispatcher.app.notFound(missing(dispatcher.table));

  const runner = createRunner({ store: d.store, now: d.now, log: d.log, handlers: jobHandlers(d), ...(d.jobLanes !== undefined && { lanes: d.jobLanes }) });
  d.wakeJobs.current = runner.wake;
  return {
    frame, dispatcher, runner, sync: core, auth, table: frame.table, backup,
    async sweep() {
      for (const { cid } of await listPraxisRows(d.store)) await d.workshop.write(cid, { kind: 'system', cid }, sweepUnsealed);
    },
    async tidy() {
      await sweepAccounts(d.store, d.now());
      await removeOldJobs(d.store, d.now() - 7 * 86_400_000);
    },
  };
}
