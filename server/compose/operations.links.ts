// Links of operations: the backup notes its events with every practice and informs tablets which
// ops are safe; readiness asks the judge of submissions.

import { raiseSafe } from '../desk/tablet/store-heads.ts';
import type { SyncCore } from '../desk/sync/core.ts';
import { listPraxisRows } from '../accounts/settings/store.ts';
import { drill } from '../operations/backup/drill.ts';
import { makeBackup } from '../operations/backup/make-backup.ts';
import type { BackupRoutesDeps } from '../operations/backup/routes.ts';
import { createBackupService } from '../operations/backup/service.ts';
import { createReadiness, type Check } from '../operations/health/check-readiness.ts';
import type { OperationsDeps } from '../operations/module.ts';
import { dataOf, type Deps } from './deps.ts';

/** Events of the whole installation are written to every practice's chain. */
const noteEverywhere =
  (d: Deps) =>
  async (type: string, data: Record<string, unknown>): Promise<void> => {
    for (const { cid } of await listPraxisRows(d.store))
      await d.workshop.write(cid, { kind: 'system', cid }, (w) => w.audit(type, data));
  };
function tellEverywhere(d: Deps): void {
  listPraxisRows(d.store).then(
    (rows) => {
      for (const { cid } of rows) d.bus.publish(cid, { to: 'staff', event: { kind: 'backup' } });
    },
    (error: unknown) => {
      d.log.failure({ code: 'backup.changed', error });
    },
  );
}

/** Builds the service of backups with the dependencies of its routes. */
export function backupLinks(d: Deps): BackupRoutesDeps {
  const note = noteEverywhere(d),
    changed = (): void => {
      tellEverywhere(d);
    };
  const service = createBackupService({
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
    blobKey: d.originKey,
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
  return {
    service,
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
  };
}

/**
 * Builds the links of backup and health; a judge of submissions that is stuck makes the server
 * unready.
 */
export const operationsLinks = (
  d: Deps,
  backup: BackupRoutesDeps,
  judge: Pick<SyncCore, 'isStuck'>,
  checks: Readonly<Record<string, Check>>,
): OperationsDeps => ({
  backup,
  health: {
    version: d.version,
    build: d.build,
    environment: d.environment,
    readiness: createReadiness(
      { ...checks, judging: () => Promise.resolve(!judge.isStuck()) },
      d.now,
    ),
  },
});
