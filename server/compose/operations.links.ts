// Links of operations: the backup notes its events with every practice and informs tablets which
// ops are safe; readiness asks the judge of submissions.

import path from 'node:path';
import { raiseSafe } from '../desk/tablet/store-heads.ts';
import type { SyncCore } from '../desk/sync/core.ts';
import { listPraxisRows } from '../accounts/settings/store.ts';
import type { BackupRoutesDeps } from '../operations/backup/routes.ts';
import type { Check } from '../operations/health/check-readiness.ts';
import { wireBackup, type OperationsDeps } from '../operations/module.ts';
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

/** Passes the functions of other wings to the service of backups. */
export const backupLinks = (d: Deps): BackupRoutesDeps =>
  wireBackup({
    store: d.store,
    log: d.log,
    rootKey: d.rootKey,
    data: dataOf(d),
    databaseUrl: d.backup?.databaseUrl,
    program: d.backup?.program ?? dataOf(d),
    version: `${d.version}+${d.build}`,
    now: d.now,
    newId: d.newId,
    keys: d.keys,
    perform: d.backup?.perform,
    ...(d.backup?.isSameDisk && { isSameDisk: d.backup.isSameDisk }),
    blobKey: d.originKey,
    note: noteEverywhere(d),
    changed: () => {
      tellEverywhere(d);
    },
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

/** Builds the links of health; a judge of submissions that is stuck makes the server unready. */
export const operationsLinks = (
  d: Deps,
  backup: BackupRoutesDeps,
  judge: Pick<SyncCore, 'isStuck'>,
  checks: Readonly<Record<string, Check>>,
): OperationsDeps => ({
  backup,
  health: { version: d.version, build: d.build, environment: d.environment },
  checks: { ...checks, judging: () => Promise.resolve(!judge.isStuck()) },
  now: d.now,
  incidents: d.incidents ?? path.join(dataOf(d), 'incidents.json'),
  metrics: { store: d.store, now: d.now, monitor: d.monitor },
});
