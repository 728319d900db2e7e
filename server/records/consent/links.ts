// What consents need of other slices, handed in where the server is put together.

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
/** A paper to be sent anew. */
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
  /** The living record behind a number. */
  record(s: Look | Work, patid: string): Promise<Person | undefined>;
  records(s: Look | Work, patids: readonly string[]): Promise<Map<string, Person>>;
  /** Every number that stands for this person. */
  numbersOf(s: Look | Work, patid: string): Promise<string[]>;
  /** @param day YYYY-MM-DD */
  textsInUse(s: Look | Work, day: string): Promise<DocumentTemplate[]>;
  /** Shipped text that each of the practice's own texts was made from, by id. */
  basisOf(s: Look | Work): Promise<ReadonlyMap<string, string>>;
  /** Verb of server/desk/signature; false when it was marked before. */
  voidEnvelope(w: Work, id: string, reason: VoidReason, by: string): Promise<boolean>;
  /** Verb of server/desk/task. */
  compose(w: Work, mappe: Anew): Promise<{ mappeId: string; undoUntil: number }>;
}
