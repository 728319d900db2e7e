// Puts the server together: builds the wings, mounts their routes, and collects their jobs and
// repeated work.

import { AppError } from '../../shared/base/errors.ts';
import { ROLES, type Role } from '../../shared/base/mounts.ts';
import { isVendor } from '../../shared/base/roles.ts';
import { resolveActor } from '../accounts/sessions/resolve-actor.ts';
import { findR4c } from '../accounts/settings/store.ts';
import { isFactorDue } from '../accounts/sign-in/factors.ts';
import { createProcessingGate } from '../accounts/terms/processing.ts';
import { createTermsGate } from '../accounts/terms/terms.ts';
import type { SyncCore } from '../desk/sync/core.ts';
import type { Checks } from '../operations/health/check-readiness.ts';
import {
  createFrame,
  type Frame,
  type FrameDeps,
  type MountedRoute,
} from '../platform/http/frame.ts';
import { openApiDocument } from '../platform/http/openapi.ts';
import { guardPath, missing } from '../platform/http/paths.ts';
import { route, type Route } from '../platform/http/route.ts';
import { createRunner, type Runner } from '../platform/jobs/runner.ts';
import type { ModuleMount } from '../platform/module.ts';
import type { Look } from '../platform/work.ts';
import { actingGrant } from '../vendor/support/acting-grant.ts';
import type { Deps } from './deps.ts';
import { dailyQueue } from './repeated/daily-queue.ts';
import { eachModule, handlersOf, sweepModules } from './repeated/module-work.ts';
import { createWings, mountsOf, type Wings } from './modules.ts';
import { queueSealRenewal } from './platform.module.ts';

export interface App extends Pick<Wings, 'auth' | 'backup'> {
  frame: Frame;
  /** The directory only, for its own port. */
  dispatcher: Frame;
  runner: Runner;
  /** Judges submissions of tablets; start and stop it together with the runner. */
  sync: Pick<SyncCore, 'isStuck' | 'judged' | 'start' | 'stop'>;
  table: readonly MountedRoute[];
  /**
   * Watches the folders of the practice software and of scanners; start and stop it together with
   * the runner.
   */
  watcher: Wings['watcher'];
  scanWatcher: Wings['scanWatcher'];
  /**
   * Erases people again who came back with an older database; await it before serving any request.
   * @returns how many
   */
  eraseAgain: () => Promise<number>;
  /** Preloads the practices' data after a start, before the first request needs it. */
  warm: () => Promise<void>;
  /** Work done every minute: that of the server, and that of practices which have some. */
  sweep: () => Promise<void>;
  /** Work of the whole server, done every day and at the start. */
  tidy: () => Promise<void>;
  /** Queues the daily work of every practice, once a day and version. */
  queueDaily: () => Promise<void>;
  /** Does the daily work of one practice; the job calls it. */
  daily: (cid: string) => Promise<void>;
}

/** About an hour of retries; then the next day's job does it. */
const DAILY_TRIES = 20;

function frameDeps(d: Deps, { auth, flags }: Pick<Wings, 'auth' | 'flags'>): FrameDeps {
  const look = (cid: string): Look => d.workshop.look(cid, { kind: 'system', cid }),
    isTermsOpen = createTermsGate({}, look),
    isContractOpen = createProcessingGate(look);
  return {
    workshop: d.workshop,
    now: d.now,
    newId: d.newId,
    publicUrl: d.publicUrl,
    proxies: d.proxies,
    log: d.log,
    resolveActor: (token, ip) => resolveActor(d, token, ip),
    grantOf: (actor, cid) => actingGrant(d.workshop, actor, cid),
    r4cOf: (uuid) => findR4c(d.store, uuid),
    isFactorDue: (actor) => isFactorDue(auth, actor),
    isOff: flags.isOff,
    isTermsOpen: async (cid) => (await isTermsOpen(cid)) || (await isContractOpen(cid)),
  };
}

/**
 * The document of all mounted routes; in production for owners and the vendor only. It is written
 * once: strangers may request it, and writing it takes a tenth of a second of the only thread.
 */
function documentRoute(d: Deps, table: readonly MountedRoute[]): Route {
  let bytes: Uint8Array | undefined;
  return route(
    {
      method: 'get',
      path: '/openapi.json',
      policy: 'docs.read',
      summary: 'This document',
      answerType: 'application/json',
    },
    async (_input, context) => {
      const isOpen =
        !d.isProd ||
        (context.actor.kind === 'user' &&
          (context.actor.role === 'owner' || isVendor(context.actor.role)));
      if (!isOpen) throw new AppError('unauthenticated');
      bytes ??= Buffer.from(JSON.stringify(openApiDocument(table, d.version)));
      return { bytes, type: 'application/json; charset=utf-8' };
    },
  );
}

/** Mounts what these roles serve; the directory's own port serves the directory in any role. */
function mountAll(
  { frame, dispatcher }: Pick<App, 'frame' | 'dispatcher'>,
  mounts: readonly ModuleMount[],
  roles: readonly Role[],
): void {
  for (const { role, path, routes } of mounts) {
    if (role === 'every' || roles.includes(role)) frame.mount(path, routes);
    if (role === 'dispatcher') dispatcher.mount(path, routes);
  }
}

/**
 * Builds routes (those of `roles`) and jobs without starting or listening.
 * @throws when a route has no policy
 */
export function createApp(d: Deps, checks: Checks, roles: readonly Role[] = ROLES): App {
  const { modules, ...wings } = createWings(d, checks);
  const asked = frameDeps(d, wings),
    frame = createFrame(asked),
    dispatcher = createFrame(asked);
  for (const one of [frame, dispatcher]) one.app.use(guardPath);
  mountAll({ frame, dispatcher }, mountsOf(modules), roles);
  if (roles.includes('ui')) frame.mount('', [documentRoute(d, frame.table)]);
  dispatcher.app.notFound(missing(dispatcher.table));

  const daily = async (cid: string): Promise<void> => {
    // First, because the following may need to seal.
    await queueSealRenewal(d, cid);
    await eachModule(d, modules, (one) => one.daily?.(cid));
  };
  const runner = createRunner({
    store: d.store,
    now: d.now,
    log: d.log,
    handlers: {
      ...handlersOf(modules),
      'daily-work': { tries: DAILY_TRIES, run: (job) => daily(job.cid) },
    },
    ...(d.jobLanes !== undefined && { lanes: d.jobLanes }),
  });
  d.jobsWaiting.onWake(runner.wake);
  return {
    ...wings,
    frame,
    dispatcher,
    runner,
    table: frame.table,
    sweep: () => sweepModules(d, modules),
    tidy: () => eachModule(d, modules, (one) => one.tidy?.()),
    queueDaily: dailyQueue(d),
    daily,
  };
}
