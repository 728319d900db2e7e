// The wing of operations: backup, and the state of the server for apps and monitors.

import type { Module } from '../platform/module.ts';
import { backupRoutes, type BackupRoutesDeps } from './backup/routes.ts';
import { healthRoutes, statusRoutes, type UiDeps } from './health/routes.ts';

export interface OperationsDeps {
  backup: BackupRoutesDeps;
  health: UiDeps;
}

/** Builds the routes of backup and health. */
export const operationsModule = ({ backup, health }: OperationsDeps): Module => ({
  routes: [
    { section: 'backup', role: 'metrics', path: '/api', routes: backupRoutes(backup) },
    { section: 'health', role: 'ui', path: '/ui', routes: statusRoutes(health) },
    { section: 'health', role: 'every', path: '', routes: healthRoutes(health) },
  ],
  jobs: {},
});
