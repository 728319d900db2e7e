// Dependencies of the portal on other slices; wired in the app.

import type { HomeReceipt } from '../../../shared/forms/task/home.schema.ts';
import type { ShareAnswers } from '../../../shared/exchange/share.schema.ts';
import type { DocumentData } from '../../../shared/desk/document.ts';
import type { Signer, SignerRole } from '../../../shared/desk/mappe.ts';
import type { OutcomePayload, SubmitPayload } from '../../../shared/papers/signature.ts';
import type { MailOrder } from '../../../shared/accounts/mail.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { ShareSecrets } from './secrets.ts';

/** Number of free failures, and the waiting time after them (ms). */
export interface TryRule {
  free: number;
  waitMs: number;
  maxWaitMs: number;
  forgetMs: number;
}
/** The fields of a living record that a share needs. */
export interface ShareRecord {
  patid: string;
  firstName: string;
  lastName: string;
  geburtsdatum: string;
  email: string | null;
  mobile: string | null;
}
/** A form that can be given out. */
interface ShareForm {
  key: string;
  sha256: string;
  title: { readonly de: string; readonly [language: string]: string };
  languages: readonly string[];
  minutes: number;
  inLanguages(languages: readonly string[]): Promise<unknown>;
}

interface SharePaper {
  taskId: string;
  patid: string;
  title: string;
  signer: Signer;
  /** Other signers of the same paper whose signature is missing. */
  waitsFor: string[];
  data: DocumentData;
  dataSha256: string;
  presentedPdfSha256: string;
}

export interface PortalDeps {
  secrets: ShareSecrets;
  /** Rate limit of strangers over all shares: takes an attempt, or throws `rate_limited`. */
  attempts: {
    reserve(key: string, rule: TryRule, now: number): Promise<void>;
  };
  networkOf(ip: string): string;
  blobs: Blobs;
  keys(cid: string): Promise<PracticeKeys>;
  /** Public URL of this installation without a trailing slash, if known. */
  publicUrl: string | undefined;
  praxis(
    s: Look | Work,
  ): Promise<{ name: string; anschrift: string; telefon: string; mail: string }>;
  record(s: Look | Work, patid: string): Promise<ShareRecord | undefined>;
  records(s: Look | Work, patids: readonly string[]): Promise<Map<string, ShareRecord>>;
  /** Returns every number of a person. */
  numbersOf(s: Look | Work, patid: string): Promise<string[]>;
  mail(w: Work, order: MailOrder): Promise<void>;
  /** Whether this installation sends mails at all. */
  canMail: boolean;
  /** Called after a link was ended: it must stay ended whatever happens to this database. */
  ended(): Promise<void>;
  sms: {
    /** Whether the practice can send text messages. */
    isReady(s: Look | Work): Promise<boolean>;
  };
  /** The practice's reason for sharing documents without a second step; empty: it does not. */
  bareReason(s: Look | Work): Promise<string>;
  /** Owners of the practice that have an address. */
  owners(look: Look): Promise<{ id: string; email: string; language: 'de' | 'en' }[]>;
  /** Returns the newest offered version of a form. */
  form(s: Look | Work, formId: string): Promise<ShareForm | undefined>;
  /** A paper that may be signed outside the practice; undefined when it may not (any more). */
  paper(s: Look | Work, taskId: string, role: SignerRole): Promise<SharePaper | undefined>;
  /** One entry for each possible signer. */
  papers(s: Look, patids: readonly string[]): Promise<SharePaper[]>;
  /** Missing signers of a paper with several signers. */
  waitsFor(s: Look | Work, taskId: string): Promise<string[]>;
  /** Keeps a paper open as long as its link (ms). */
  keepPaper(w: Work, taskId: string, until: number): Promise<void>;
  /**
   * Stores a signature through the code path of tablet signatures; a returned code: rejected, and
   * the transaction must be rolled back.
   */
  submitSigned(
    w: Work,
    receivePublic: JsonWebKey,
    input: { share: string; item: string; id: string; role: SignerRole; payload: SubmitPayload },
  ): Promise<string | undefined>;
  /**
   * Stores questions or a refusal through the code path of tablet outcomes; a returned code:
   * rejected, and the transaction must be rolled back.
   */
  submitSaid(
    w: Work,
    receivePublic: JsonWebKey,
    input: { share: string; item: string; id: string; role: SignerRole; payload: OutcomePayload },
  ): Promise<string | undefined>;
  /** Stores answers through the code path of answers from home. @throws AppError as there */
  takeAnswers(
    w: Work,
    answers: ShareAnswers & { formId: string; person: ShareRecord },
  ): Promise<HomeReceipt>;
}
