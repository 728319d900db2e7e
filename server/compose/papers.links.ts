// Binds scanned paper to the slices it needs: patients, stored files, and the folders in the
// settings of the practice software.

import type { Views } from '../platform/audit/views.ts';
import type { Deps } from './deps.ts';
import { mayUseFolder } from '../records/transfer/exchange-folder.ts';
import { setupOf } from '../records/transfer/settings.ts';
import { listAllSettings } from '../records/transfer/store.ts';
import { voidScan } from '../records/documents/store.ts';
import type { Route } from '../platform/http/route.ts';
import { agreementRoutes } from '../records/papers/agreement-routes.ts';
import { scanRoutes } from '../records/papers/scan-routes.ts';
import type { ScanLinks } from '../records/papers/scan-links.ts';
import { takeFromFolder } from '../records/papers/take-scan.ts';
import { forgetScans } from '../records/papers/tray.ts';
import {
  createScanWatcher,
  type ScanFolder,
  type ScanWatcher,
} from '../records/papers/watch-scans.ts';
import { listPatids, resolvePatient, resolvePatients } from '../desk/patient/read-patient.ts';
import { readPraxisFacts } from '../accounts/settings/read-settings.ts';

export const SCAN_LINKS: ScanLinks = {
  record: resolvePatient,
  records: resolvePatients,
  numbersOf: listPatids,
};

/** Returns the scan folders that practices configured and may use. */
async function scanFolders(d: Deps): Promise<ScanFolder[]> {
  const folders: ScanFolder[] = [];
  for (const row of await listAllSettings(d.store)) {
    const {
      settings: { scanFolder: folder, afterRead },
      markers,
    } = setupOf(row);
    if (
      folder === null ||
      !(await mayUseFolder({ store: d.store, base: d.exchangeBase }, row.cid, folder))
    )
      continue;
    folders.push({ cid: row.cid, folder, marker: markers.scan ?? null, afterRead });
  }
  return folders;
}

export function createScans(d: Deps): {
  watcher: ScanWatcher;
  routes: (views: Views) => Route[];
  /** Deletes unreferenced pictures. */ forget: (cid: string) => Promise<void>;
} {
  const taking = { scans: d.scans, blobs: d.blobs, keys: d.keys, links: SCAN_LINKS },
    watcher = createScanWatcher({
      log: d.log,
      now: d.now,
      folders: () => scanFolders(d),
      take: (cid, bytes, isTooLarge) => {
        const actor = { kind: 'system', cid } as const;
        return takeFromFolder(
          taking,
          {
            cid,
            actor,
            look: () => d.workshop.look(cid, actor),
            write: (work) => d.workshop.write(cid, actor, work),
          },
          bytes,
          isTooLarge,
        );
      },
    });
  const agreements = {
    links: SCAN_LINKS,
    renderer: d.renderer,
    keys: d.keys,
    praxis: readPraxisFacts,
    voidScan,
  };
  return {
    watcher,
    routes: (views) => [
      ...scanRoutes({ ...taking, views, folderOf: watcher.stateOf }),
      ...agreementRoutes({ ...agreements, views }),
    ],
    forget: (cid) => forgetScans(d, cid),
  };
}
