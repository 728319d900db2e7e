/** Report of a restore at its end. */

export interface RestoreResult {
  snapshot: string;
  takenAt: number;
  /** Number of skipped snapshots with a future date. */
  later: number;
  patients: number;
  documents: number;
  files: number;
  missing: string[];
  auditRows: number;
  revoked: number;
  movedTo: string | undefined;
  app: string;
  /**
   * Ops that tablets sent to the folder that was moved aside, copied to be judged again; undefined
   * if it could not be read.
   */
  carried: number | undefined;
}
