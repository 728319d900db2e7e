// What scanned pages need of other rooms, handed in where the server is put together.

import type { DocumentPraxis } from '../../../shared/desk/document.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { PracticeSealDeps } from '../../platform/keys/practice-seal.ts';
import type { Actor, Look, Work, Workshop } from '../../platform/work.ts';
import type { ScanReader } from './read-scan.ts';

interface ScanPerson {
  patid: string;
  firstName: string;
  lastName: string;
  geburtsdatum: string;
}
export interface ScanLinks {
  /** The living record behind a number. */
  record(s: Look | Work, patid: string): Promise<ScanPerson | undefined>;
  /** Living records by the numbers that were asked for. */
  records(s: Look | Work, patids: readonly string[]): Promise<ReadonlyMap<string, ScanPerson>>;
  /** Every number that stands for this person. */
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
  /** Verb of server/records/documents: lists a stored file with its patient. */
  list: (
    w: Work,
    file: { fileId: string; patid: string; taskId: string | null; sha256: string; title: string },
  ) => Promise<void>;
  /** Verb of server/desk/task: the paper signed by hand is here. `by` brought it in. */
  filePaper: (w: Work, taskId: string, by: string) => Promise<void>;
}

/** Who brings something in: a person at a desk, or the folder that is watched. */
export interface Bringer {
  cid: string;
  actor: Actor;
  look(): Look;
  write<T>(work: (w: Work) => Promise<T>): Promise<T>;
}
