// Links of scanned paper: patients, stored files, and the folders in the settings of the practice
// software.

import type { Deps } from './deps.ts';
import { mayUseFolder } from '../records/transfer/exchange-folder.ts';
import { setupOf } from '../records/transfer/settings.ts';
import { listAllSettings } from '../records/transfer/store.ts';
import { voidScan } from '../records/documents/store.ts';
import type { RecordsDeps } from '../records/module.ts';
import type { ScanLinks } from '../records/papers/scan-links.ts';
import { takeFromFolder } from '../records/papers/take-scan.ts';
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

export interface Scans {
  watcher: ScanWatcher;
  scans: Omit<RecordsDeps['scans'], 'views'>;
  agreements: Omit<RecordsDeps['agreements'], 'views'>;
}

/** Watches the scan folders, and takes scans from there and from calls. */
export function createScans(d: Deps): Scans {
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
  return {
    watcher,
    scans: { ...taking, folderOf: watcher.stateOf },
    agreements: {
      links: SCAN_LINKS,
      renderer: d.renderer,
      keys: d.keys,
      praxis: readPraxisFacts,
      voidScan,
    },
  };
}
