// Dependencies of consents on other slices, injected where the server is assembled.

import type { VoidReason } from '../../../shared/papers/consent.ts';
import type { DocumentTemplate } from '../../../shared/desk/document.ts';
import type { Identification, TextScale } from '../../../shared/desk/mappe.ts';
import type { Standing } from '../../../shared/desk/mappe-family.ts';
import type { Look, Work } from '../../platform/work.ts';

export interface Person {
  patid: string;
  title: string;
  firstName: string;
  lastName: string;
  geburtsdatum: string;
}
/** A paper to send again. */
interface Anew {
  id: string;
  patids: string[];
  items: { template: string; fields?: Record<string, string>; replaces?: string }[];
  tabletId: string | null;
  language: string;
  textScale: TextScale;
  identifiedBy: Identification | null;
  signers: Standing[];
}

export interface ConsentLinks {
  /** Reads the active record behind a number. */
  record(s: Look | Work, patid: string): Promise<Person | undefined>;
  records(s: Look | Work, patids: readonly string[]): Promise<Map<string, Person>>;
  /** Returns every number of this person. */
  numbersOf(s: Look | Work, patid: string): Promise<string[]>;
  /** @param day YYYY-MM-DD */
  textsInUse(s: Look | Work, day: string): Promise<DocumentTemplate[]>;
  /** Shipped source text of each of the practice's own texts, by id. */
  basisOf(s: Look | Work): Promise<ReadonlyMap<string, string>>;
  /** Command of server/desk/signature; false when it was marked before. */
  voidEnvelope(w: Work, id: string, reason: VoidReason, by: string): Promise<boolean>;
  /** Command of server/desk/task, of a paper without an envelope; false when it was marked before. */
  voidTask(w: Work, taskId: string, reason: VoidReason, by: string): Promise<boolean>;
  /** Command of server/desk/task. */
  compose(w: Work, mappe: Anew): Promise<{ mappeId: string; undoUntil: number }>;
}
