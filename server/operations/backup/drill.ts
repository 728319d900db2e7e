// The drill: restores a backup while the server is running, opens documents from it and deletes
// everything again.

import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { openBlob } from '../../platform/blobs/blobs.ts';
import { scopeStore } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { openPracticeKeys } from '../../platform/keys/practice-keys.ts';
import { verifyPdf } from '../../paper/seal/verify-pdf.ts';
import type { Say, Unlock } from './container.ts';
import { authoritiesOf, documentsAtRandom } from './store.ts';
import type { TargetFolder } from './target-folder.ts';
import { BackupFailed, on } from './trouble.ts';
import { chooseSnapshot, findTarget, missingFiles, readSealed, unpack } from './unpack.ts';
import { fixedRoot, type Root } from '../../platform/keys/rootkey/root-keys.ts';

/** Number of random documents that a drill opens. */
const OPENED = 20;

export interface DrillOrder {
  /** The given folder, or the installation's own. */
  target: string;
  installation: string | undefined;
  snapshot: string | undefined;
  unlock: Unlock;
  now: number;
  /** Folder that the drill creates and deletes; kept with `keep`. */
  work: string;
  keep?: boolean;
}
export interface DrillResult {
  snapshot: string;
  takenAt: number;
  patients: number;
  documents: number;
  auditRows: number;
  files: number;
  opened: number;
  missing: number;
}
/** Folder of drills, below the data folder. */
export const DRILL_FOLDER = 'drill-work';

/** Rehearses a restore. @throws BackupFailed with the parts that cannot be restored */
export async function drill(order: DrillOrder, say: Say): Promise<DrillResult> {
  const folder = await findTarget(order.target, order.installation);
  const { name } = await chooseSnapshot(folder, order.now, order.snapshot);
  const to = path.join(order.work, randomUUID());
  await on('data', () => mkdir(to, { recursive: true, mode: 0o700 }));
  try {
    const { manifest, rootKeys, store, auditRows } = await unpack(
      folder,
      name,
      order.unlock,
      to,
      say,
    );
    try {
      const missing = await missingFiles(folder, manifest);
      if (missing.length > 0)
        throw new BackupFailed(
          'files_missing',
          `${missing.length} of ${manifest.facts.files.length}`,
        );
      const opened = await openDocuments(folder, store, fixedRoot(rootKeys), say);
      const { counts, files } = manifest.facts;
      return {
        snapshot: name,
        takenAt: manifest.at,
        patients: counts.patient ?? 0,
        documents: counts.document ?? 0,
        auditRows,
        files: files.length,
        opened,
        missing: 0,
      };
    } finally {
      await store.close();
    }
  } finally {
    if (!order.keep) await rm(order.work, { recursive: true, force: true });
  }
}

async function openDocuments(
  folder: TargetFolder,
  store: Store,
  root: Root,
  say: Say,
): Promise<number> {
  const documents = await documentsAtRandom(store, OPENED);
  let opened = 0;
  for (const { cid, sha256, fileId, isSealed } of documents) {
    say('documents', opened, documents.length);
    const { blobKey } = await openPracticeKeys(scopeStore(store, cid), store.t, root);
    try {
      // Opening verifies the content against its name.
      const bytes = openBlob(await readSealed(folder, cid, sha256), cid, sha256, blobKey),
        report = isSealed
          ? await verifyPdf(bytes, { authorities: await authoritiesOf(store, cid), tsaRoots: [] })
          : undefined;
      if (report && (!report.isReadable || report.verdict !== 'unchanged'))
        throw new Error(report.isReadable ? report.verdict : report.reason);
    } catch (cause) {
      throw new BackupFailed('document_broken', fileId, cause);
    }
    opened++;
  }
  return opened;
}
