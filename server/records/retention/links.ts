// Dependencies of deletion on other slices.

import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Log } from '../../platform/http/log.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import type { Look, Workshop } from '../../platform/work.ts';
import type { ErasureKeys } from './erasure-keys.ts';
import type { ConsentStanding } from './export/fhir-bundle.ts';
import type { MailsOf } from './store-erase.ts';

/** Dependencies of a person's export on other slices. */
interface ExportLinks {
  /** Opens a stored file. */
  file: (cid: string, sha256: string) => Promise<Uint8Array>;
  /** Stores the result, encrypted like every file. */
  put: (cid: string, bytes: Uint8Array) => Promise<{ sha256: string; size: number; keyId: string }>;
  /** One set of answers as a PDF, and the form that it answers. */
  answers: (
    look: Look,
    answersId: string,
  ) => Promise<{ bytes: Uint8Array; questionnaire: Questionnaire | null }>;
  /** Whether the paper of a task holds today. */
  standing: (look: Look, taskId: string) => Promise<ConsentStanding | undefined>;
  /** The access log of the record, as a PDF. */
  accesses: (look: Look, patid: string) => Promise<Uint8Array>;
}

export interface RetentionDeps {
  workshop: Workshop;
  blobs: Blobs;
  log: Log;
  keys: ErasureKeys;
  now: () => number;
  /** Data folder, which contains the erasure list. */
  data: string;
  /** Copies of the list in the data folder: at the backup's target, while it is available. */
  otherLists: () => Promise<string[]>;
  listCids: () => Promise<string[]>;
  /** Mails to these addresses, and addresses that belong to no other person. */
  mailsOf: (look: Look, emails: readonly string[], patids: readonly string[]) => Promise<MailsOf>;
  /** All numbers of a person, the living one first. */
  numbersOf: (look: Look, patid: string) => Promise<string[]>;
  praxis: (
    look: Look,
  ) => Promise<{ name: string; anschrift: string; telefon: string; mail: string }>;
  renderer: Pick<Renderer, 'renderReport'>;
  /** Called after a commit that closed a record, opened or reopened one. */
  closedChanged: (cid: string) => void;
  newId: () => string;
  exports: ExportLinks;
}
