// The wings of the server in the order of their repeated work, and the order of their routes.

import { accountsModule } from '../accounts/module.ts';
import { analyticsModule, followAtStart } from '../analytics/module.ts';
import { deskModule } from '../desk/module.ts';
import type { BackupService } from '../operations/backup/service.ts';
import type { Checks } from '../operations/health/check-readiness.ts';
import { operationsModule } from '../operations/module.ts';
import { createViews } from '../platform/audit/views.ts';
import type { Module, ModuleMount } from '../platform/module.ts';
import { recordsModule } from '../records/module.ts';
import { eraseAgain } from '../records/retention/erase-again.ts';
import { createFlagReader, type FlagReader } from '../vendor/flags/read-flags.ts';
import { vendorModule } from '../vendor/module.ts';
import type { AuthDeps } from '../accounts/sign-in/auth-deps.ts';
import type { SyncCore } from '../desk/sync/core.ts';
import type { Watcher } from '../records/transfer/watch.ts';
import { accountsLinks } from './accounts.links.ts';
import { analyticsLinks } from './analytics.links.ts';
import type { Deps } from './deps.ts';
import { deskLinks } from './desk.links.ts';
import { backupLinks, operationsLinks } from './operations.links.ts';
import { platformModule } from './platform.module.ts';
import { licenceLinks } from './vendor/licence.links.ts';
import { recordsLinks } from './records.links.ts';
import type { ScanWatcher } from '../records/papers/watch-scans.ts';
import { vendorLinks } from './vendor.links.ts';

export interface Wings {
  modules: readonly Module[];
  auth: AuthDeps;
  backup: BackupService;
  sync: SyncCore;
  watcher: Watcher;
  scanWatcher: ScanWatcher;
  flags: FlagReader;
  eraseAgain: () => Promise<number>;
  warm: () => Promise<void>;
}

/** Links the wings to one another, and builds the module of each. */
export function createWings(d: Deps, checks: Checks): Wings {
  const views = createViews(),
    backupDeps = backupLinks(d),
    backup = backupDeps.service,
    flags = createFlagReader({ ...d, environment: d.here ?? 'dev' }),
    { licence, needLicence, hasReports } = licenceLinks(d);
  const accounts = accountsLinks(d, {
      revoked: (gone) => backup.noteRevoked(gone),
      needLicence,
      flagsOff: flags.offFor,
    }),
    desk = deskLinks(d, { views, accounts, backup, needLicence }),
    records = recordsLinks(d, { views, desk, backup }),
    analytics = analyticsLinks(d, {
      views,
      mail: accounts.auth.mail,
      records: records.deps,
      backup,
      needLicence,
      hasReports,
      isOff: flags.isOff,
    });
  return {
    modules: [
      deskModule(desk.deps),
      recordsModule(records.deps),
      analyticsModule(analytics),
      accountsModule(accounts),
      vendorModule({ ...vendorLinks(d, accounts.auth, flags), licence }),
      operationsModule(operationsLinks(d, backupDeps, desk.core, checks, accounts.auth.mail)),
      platformModule(d),
    ],
    auth: accounts.auth,
    backup,
    sync: desk.core,
    watcher: records.watcher,
    scanWatcher: records.scanWatcher,
    flags,
    eraseAgain: () => eraseAgain(records.deps.retention),
    warm: () => followAtStart(analytics),
  };
}

/** Sections in the order of the OpenAPI document; of two paths that match, the first answers. */
const SECTIONS = [
  'sign-in',
  'backup',
  'damage',
  'reports',
  'support',
  'users',
  'directory',
  'health',
  'audit',
  'desk',
  'sms',
  'shares',
  'records',
  'audit-check',
  'retention',
  'analytics',
];

/**
 * Lists the routes of all modules in the order in which they are mounted.
 * @throws when a mount names no section
 */
export function mountsOf(modules: readonly Module[]): ModuleMount[] {
  const mounts = modules.flatMap((one) => one.routes),
    lost = mounts.find((one) => !SECTIONS.includes(one.section));
  if (lost) throw new Error(`${lost.path} is in the unknown section ${lost.section}`);
  return mounts.sort((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section));
}
