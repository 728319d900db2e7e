// Manifest of a backup, inside its encrypted part.

import type { SnapshotFacts } from '../../platform/db/carry/snapshot.ts';

export interface Manifest {
  at: number;
  /** Counts, audit heads, heads of tablets, files: compared with the restored data. */
  facts: SnapshotFacts;
  /** Files in the database that could not be copied; hex SHA-256. */
  missing: string[];
  /**
   * Root keys with which the database of this backup opens, newest first, base64: two while the key
   * was rotated.
   */
  rootKeys?: string[];
  /** Key of the database in this backup, base64; backups of older versions hold a plain one. */
  databaseKey?: string;
  /**
   * Small files of the data folder that a server also needs (`tls/`): path with forward slashes,
   * base64.
   */
  extras: { path: string; bytes: string }[];
}
