// What a backup says about itself, inside its encrypted part.

import type { SnapshotFacts } from '../../platform/db/carry/snapshot.ts';

export interface Manifest {
  at: number;
  /** Counts, audit heads, heads of tablets, files: compared with what comes out again. */
  facts: SnapshotFacts;
  /** Files that the database names and that could not be had; hex SHA-256. */
  missing: string[];
  /** Small files of the data folder that a server needs besides (`tls/`): path with forward slashes, base64. */
  extras: { path: string; bytes: string }[];
}
