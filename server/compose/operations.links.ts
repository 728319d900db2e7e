// Links of operations: the backup notes its events with every practice and informs tablets which
// ops are safe; readiness asks the judge of submissions.

import path from 'node:path';
import { listName } from '../../shared/desk/patient.ts';
import { findPatientRows } from '../desk/patient/store.ts';
import { raiseSafe } from '../desk/tablet/store-heads.ts';
import type { SyncCore } from '../desk/sync/core.ts';
import { readCommonWindow } from '../accounts/settings/update-windows.ts';
import { listFirst, listPraxisRows } from '../accounts/settings/store.ts';
import type { BackupRoutesDeps } from '../operations/backup/routes.ts';
import { leadOf, VENDOR_CID } from '../../shared/base/roles.ts';
import { languageOf } from '../../shared/accounts/user-settings.ts';
import { listActive } from '../accounts/account-store/store-links.ts';
import type { AuthDeps } from '../accounts/sign-in/auth-deps.ts';
import type { Checks } from '../operations/health/check-readiness.ts';
import { succeedsSoon } from '../operations/health/store.ts';
import { TROUBLE_WORDS } from '../operations/health/trouble-words.ts';
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
      for (const { cid } of rows) d.events.publish(cid, { to: 'staff', event: { kind: 'backup' } });
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
    rootKeyFile: d.backup?.rootKeyFile,
    data: dataOf(d),
    objects: d.objects,
    databaseUrl: d.backup?.databaseUrl,
    databaseKey: d.backup?.databaseKey,
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

/**
 * Mails troubles of the server: to the owners where one practice runs it, else to the vendor's
 * administrators.
 */
const tellTroubles =
  (d: Deps, mail: AuthDeps['mail']): OperationsDeps['tell'] =>
  async (troubles) => {
    const [first, ...others] = await listFirst(d.store, 2);
    if (first === undefined) return;
    const isShared = others.length > 0,
      cid = isShared ? VENDOR_CID : first,
      by = { kind: 'system', cid } as const;
    const readers = (await listActive(d.workshop.look(cid, by))).filter(
      ({ role }) => role === leadOf(cid),
    );
    await d.workshop.write(cid, by, async (w) => {
      for (const one of readers)
        await mail(w, {
          key: `trouble:${troubles.join('.')}:${w.now}:${one.id}`,
          to: one.email,
          template: 'serverTrouble',
          language: languageOf(one),
          data: {
            what: troubles.map((name) => TROUBLE_WORDS[name][languageOf(one)]).join(' '),
            link: isShared ? '/practice/betrieb' : '/practice/empfang',
          },
        });
    });
  };

/** Builds the links of health; a judge of submissions that is stuck makes the server unready. */
export const operationsLinks = (
  d: Deps,
  backup: BackupRoutesDeps,
  judge: Pick<SyncCore, 'isStuck'>,
  checks: Checks,
  mail: AuthDeps['mail'],
): OperationsDeps => ({
  backup,
  health: {
    version: d.version,
    build: d.build,
    environment: d.environment,
    isLeaving: () => d.leaving.isOn,
  },
  checks: {
    ...checks,
    entries: () => d.damage.isClean(),
    judging: () => Promise.resolve(!judge.isStuck()),
    ...(d.mail?.sender && { mail: succeedsSoon(d.store, 'send-mail') }),
    ...(d.tsa && { timeService: succeedsSoon(d.store, 'raise-proof') }),
  },
  log: d.log,
  tell: tellTroubles(d, mail),
  now: d.now,
  incidents: d.incidents ?? path.join(dataOf(d), 'incidents.json'),
  damage: {
    names: async (look, patids) =>
      new Map((await findPatientRows(look, [...patids])).map((p) => [p.patid, listName(p)])),
  },
  metrics: {
    store: d.store,
    now: d.now,
    monitor: d.monitor,
    relayLink: d.relayLink,
    isUpdateTime: async () => (await readCommonWindow(d.store, d.now()))?.isNow ?? true,
  },
});
