// Dependencies of this slice, passed in where the server is composed.

import type {
  DocumentTemplate,
  FormRequirement,
  LocalText,
} from '../../../shared/desk/document.ts';
import type { PatientName } from '../../../shared/desk/patient.ts';
import type { PatientRead } from '../../../shared/forms/answers/patient-variable.ts';
import type { FormRef, PreviousResponse } from '../../../shared/forms/task/form-task.ts';
import type { Said } from '../../../shared/desk/master-data.ts';
import type { Look, Work } from '../../platform/work.ts';

/** Tablet side: feed and drafts (server/desk/sync), and device data (server/desk/tablet). */
export interface TabletSide {
  /** Asks a tablet to take or release a task; the body is built when it pulls. */
  feed(
    w: Work,
    tabletId: string,
    op: 'put' | 'revoke',
    task: { taskId: string; mappeId: string },
  ): Promise<void>;
  /** Checks whether the last request to the tablet was to take this task, not to release it. */
  holds(w: Work, tabletId: string, taskId: string): Promise<boolean>;
  dropDraft(w: Work, taskId: string): Promise<void>;
  findTablet(
    w: Work,
    tabletId: string,
  ): Promise<
    | {
        id: string;
        revokedAt: number | null;
        lastSeenAt: number | null;
        leaseUntil: number;
        guestOf: string | null;
      }
    | undefined
  >;
}
export interface PraxisFacts {
  name: string;
  anschrift: string;
  telefon: string;
  mail: string;
  /** Berlin time, `HH:MM`. */
  closingTime: string;
  /** Languages that the practice offers. */
  languages: readonly string[];
  /** The answers to forms about health are signed. */
  signsAnswers: boolean;
  /** Data URL of a PNG; empty: none. */
  logo: string;
}

export interface TaskLinks extends TabletSide {
  praxis(s: Look | Work): Promise<PraxisFacts>;
  /**
   * A text that may be sent: of the catalogue, with these languages in addition, or the practice's
   * own.
   */
  findTemplate(
    w: Work,
    key: string,
    languages: readonly string[],
  ): Promise<DocumentTemplate | undefined>;
  templatesInUse(look: Look, day: string): Promise<DocumentTemplate[]>;
  /**
   * Returns the form that a text needs with these fields: for a billing company's consent the form
   * required by that company.
   */
  requirementFor(
    w: Work,
    template: DocumentTemplate,
    fields: Readonly<Record<string, string>>,
  ): Promise<FormRequirement>;
  /** A questionnaire by its key, with these languages in addition to German. */
  findForm(
    w: Work,
    key: string,
    languages: readonly string[],
  ): Promise<(FormRef & { title: LocalText; asksHealth: boolean }) | undefined>;
  /** The declaration below signed answers that is in use on a day. */
  declarationOn(day: string): string | undefined;
  formsInUse(look: Look): Promise<
    readonly {
      key: string;
      id: string;
      version: number;
      title: LocalText;
      languages: readonly string[];
      asksHealth: boolean;
    }[]
  >;
  /**
   * The person's last answers to this form, in any version of it or of the form it was derived
   * from.
   */
  lastAnswers(w: Work, patid: string, key: string): Promise<PreviousResponse | undefined>;
  /** Reads the record's values for the fields of a form. */
  knownFor(w: Work, patid: string, key: string): Promise<Said | undefined>;
  /** Reads what a form's formulas read of the record. */
  patientReadFor(
    w: Work,
    patient: PatientName & { readonly patid: string },
    key: string,
  ): Promise<PatientRead | undefined>;
  /** Canonical JSON and its hash (server/paper/seal). */
  canonicalDocument(data: object): { readonly text: string; readonly sha256: string };
}
