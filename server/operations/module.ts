// The wing of operations: backup, and the state of the server for apps and monitors.

import type { Module } from '../platform/module.ts';
import { drill } from './backup/drill.ts';
import { makeBackup } from './backup/make-backup.ts';
import { backupRoutes, type BackupRoutesDeps } from './backup/routes.ts';
import { createBackupService, type BackupDeps } from './backup/service.ts';
import type { DamageDeps } from './damage/store.ts';
import { damageRoutes } from './damage/routes.ts';
import { createReadiness, type Checks } from './health/check-readiness.ts';
import { healthRoutes, statusRoutes, type UiDeps } from './health/routes.ts';
import { watchTroubles, type TroubleDeps } from './health/watch-troubles.ts';
import { createIncidentReader } from './incidents/read-incidents.ts';
import { metricsRoutes, type MetricsDeps } from './metrics/routes.ts';

type BackupHost = Omit<BackupDeps, 'perform'> &
  Pick<BackupRoutesDeps['sheet'], 'keys'> & {
    /** How backups are made and tested; in this process when absent (tests). */
    perform: BackupDeps['perform'] | undefined;
  };

/** Builds the service of backups with the dependencies of its routes. */
export function wireBackup({ keys, perform, ...host }: BackupHost): BackupRoutesDeps {
  const { store, rootKey, data, now, newId, note, changed } = host;
  return {
    service: createBackupService({
      ...host,
      perform: perform ?? { backup: makeBackup, drill, stop: () => undefined },
    }),
    note,
    changed,
    sheet: { store, rootKey, data, now, newId, keys },
  };
}

export interface OperationsDeps {
  backup: BackupRoutesDeps;
  health: Omit<UiDeps, 'readiness' | 'incidents'>;
  /** The operator's file of incidents. */
  incidents: string;
  checks: Checks;
  now: () => number;
  metrics: MetricsDeps;
  damage: DamageDeps;
  log: TroubleDeps['log'];
  /** Mails troubles of the server to the people who can help. */
  tell: TroubleDeps['tell'];
}

/** Builds the routes of backup, health and metrics. */
export function operationsModule({
  backup,
  checks,
  now,
  metrics,
  damage,
  incidents,
  log,
  tell,
  ...rest
}: OperationsDeps): Module {
  const health = {
    ...rest.health,
    readiness: createReadiness(checks, now),
    incidents: createIncidentReader(incidents, now),
  };
  return {
    routes: [
      { section: 'backup', role: 'metrics', path: '/api', routes: backupRoutes(backup) },
      { section: 'damage', role: 'metrics', path: '/api', routes: damageRoutes(damage) },
      { section: 'health', role: 'ui', path: '/ui', routes: statusRoutes(health) },
      { section: 'health', role: 'every', path: '', routes: healthRoutes(health) },
      { section: 'health', role: 'every', path: '', routes: metricsRoutes(metrics) },
    ],
    jobs: {},
    sweep: watchTroubles({ readiness: health.readiness, log, tell }),
  };
}
