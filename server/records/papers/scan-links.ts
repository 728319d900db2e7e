// Dependencies of scanned pages on other slices, injected where the server is assembled.

import type { DocumentPraxis } from '../../../shared/desk/document.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { PracticeSealDeps, SealProof } from '../../platform/keys/practice-seal.ts';
import type { Actor, Look, Work, Workshop } from '../../platform/work.ts';
import type { ScanReader } from './read-scan.ts';

interface ScanPerson {
  patid: string;
  firstName: string;
  lastName: string;
  geburtsdatum: string;
}
export interface ScanLinks {
  /** Reads the active record behind a number. */
  record(s: Look | Work, patid: string): Promise<ScanPerson | undefined>;
  /** Active records of the requested numbers. */
  records(s: Look | Work, patids: readonly string[]): Promise<ReadonlyMap<string, ScanPerson>>;
  /** Returns every number of this person. */
  numbersOf(s: Look | Work, patid: string): Promise<string[]>;
}
export interface TakeDeps {
  scans: ScanReader;
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  links: ScanLinks;
}
export interface FileDeps extends PracticeSealDeps {
  workshop: Workshop;
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  links: ScanLinks;
  praxis: (look: Look) => Promise<DocumentPraxis>;
  /** Function of the documents module: lists a stored file with its patient. */
  list: (
    w: Work,
    file: {
      fileId: string;
      patid: string;
      taskId: string | null;
      sha256: string;
      title: string;
      proof: SealProof;
    },
  ) => Promise<void>;
  /** Function of the task module: marks the hand-signed paper as received. `by` submitted it. */
  filePaper: (w: Work, taskId: string, by: string) => Promise<void>;
}

/** Source of a scan: a user at a desk, or the watched folder. */
export interface Bringer {
  cid: string;
  actor: Actor;
  look(): Look;
  write<T>(work: (w: Work) => Promise<T>): Promise<T>;
}
