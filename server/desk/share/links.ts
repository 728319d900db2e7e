// What the portal asks of other slices; put together where the app is.

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

/** How many failures are free, and how long to wait after them (ms). */
export interface TryRule {
  free: number;
  waitMs: number;
  maxWaitMs: number;
  forgetMs: number;
}
/** A living record, as far as a share asks for it. */
export interface ShareRecord {
  patid: string;
  firstName: string;
  lastName: string;
  geburtsdatum: string;
  email: string | null;
  mobile: string | null;
}
/** A form as it is given out. */
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
  /** Who signs the same paper elsewhere and has not yet. */ waitsFor: string[];
  data: DocumentData;
  dataSha256: string;
  presentedPdfSha256: string;
}

export interface PortalDeps {
  secrets: ShareSecrets;
  /** Counted tries over all shares; one is taken before anything is compared, or `rate_limited` thrown. */
  attempts: {
    reserve(key: string, rule: TryRule, now: number): Promise<void>;
    giveBack(key: string): Promise<void>;
  };
  networkOf(ip: string): string;
  blobs: Blobs;
  keys(cid: string): Promise<PracticeKeys>;
  /** Public address of this installation without a trailing slash, where it is known. */
  publicUrl: string | undefined;
  praxis(
    s: Look | Work,
  ): Promise<{ name: string; anschrift: string; telefon: string; mail: string }>;
  record(s: Look | Work, patid: string): Promise<ShareRecord | undefined>;
  records(s: Look | Work, patids: readonly string[]): Promise<Map<string, ShareRecord>>;
  /** Every number that stands for a person. */
  numbersOf(s: Look | Work, patid: string): Promise<string[]>;
  mail(w: Work, order: MailOrder): Promise<void>;
  /** Whether mails leave this installation at all. */
  canMail: boolean;
  /** Called after a link was ended: it must stay so whatever happens to this database. */
  ended(): Promise<void>;
  sms: {
    /** Whether the practice can send text messages. */ isReady(s: Look | Work): Promise<boolean>;
  };
  /** Why this practice gives documents home without a second step; empty: it does not. */
  bareReason(s: Look | Work): Promise<string>;
  /** Who leads the practice and can be written to. */
  owners(look: Look): Promise<{ id: string; email: string; language: 'de' | 'en' }[]>;
  /** The newest version of a form that is given out. */
  form(s: Look | Work, formId: string): Promise<ShareForm | undefined>;
  /** A paper that may be signed away from the practice; undefined where it may not, or not any more. */
  paper(s: Look | Work, taskId: string, role: SignerRole): Promise<SharePaper | undefined>;
  /** One entry for each who may sign. */
  papers(s: Look, patids: readonly string[]): Promise<SharePaper[]>;
  /** Whose signature a paper of several signers still waits for. */
  waitsFor(s: Look | Work, taskId: string): Promise<string[]>;
  /** Keeps a paper open as long as its link (ms). */
  keepPaper(w: Work, taskId: string, until: number): Promise<void>;
  /** A signature by the one way that tablets' signatures take; a code: it does not count and the unit must be undone. */
  submitSigned(
    w: Work,
    receivePublic: JsonWebKey,
    input: { share: string; item: string; id: string; role: SignerRole; payload: SubmitPayload },
  ): Promise<string | undefined>;
  /** Questions or a no by the one way that tablets' outcomes take; a code: it does not count and the unit must be undone. */
  submitSaid(
    w: Work,
    receivePublic: JsonWebKey,
    input: { share: string; item: string; id: string; role: SignerRole; payload: OutcomePayload },
  ): Promise<string | undefined>;
  /** Answers by the one way that answers from home take. @throws AppError as there */
  takeAnswers(
    w: Work,
    answers: ShareAnswers & { formId: string; person: ShareRecord },
  ): Promise<HomeReceipt>;
}
