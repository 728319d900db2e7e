// Dependencies of the practice software exchange on other slices; injected where the server is
// assembled.

import type { z } from 'zod';
import type { herkunftSchema } from '../../../shared/desk/patient.schema.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import type {
  MasterField,
  OptionalField,
  RequiredField,
} from '../../../shared/desk/master-fields.ts';
import type { CarriedField } from '../../../shared/records/field-exchange.ts';
import type { HandedPerson } from '../../../shared/records/gdt-records.ts';
import type { Look, Work } from '../../platform/work.ts';

export type Person = {
  patid: string;
  /** Who gave the number: `pvs` and `gdt` are the practice software itself. */
  herkunft: z.output<typeof herkunftSchema>;
} & Record<RequiredField, string> &
  Record<OptionalField & CarriedField, string | null>;
/** An accepted change of master data that the practice software does not know. */
export interface TakenChange {
  id: string;
  field: MasterField;
  before: string;
  after: string;
  decidedAt: number | null;
}
interface NewTermin {
  terminId: string;
  patid: string;
  day: string;
  time: string;
  minutes: number;
  zimmer: string;
  behandler: string;
  art: string;
}

/** Submitted answers of a task as one sheet, preceded by the critical facts. */
export interface AnswersPaper {
  bytes: Uint8Array;
  /** `Allergie: Penicillin`; questions that were not asked are left out. */
  findings: readonly string[];
  questionnaire: Questionnaire | null;
  response: QuestionnaireResponse;
  answersId: string;
  answeredAt: number;
}

export interface DoctosyncLinks {
  /**
   * `left`: fields with uncertain characters; `trouble`: why nothing was written.
   * @param source id of the entry
   */
  takePerson(
    w: Work,
    person: HandedPerson,
    source: string,
  ): Promise<{
    patid: string;
    left: readonly unknown[];
    trouble: 'other_person' | 'birth_unknown' | 'bad_charset' | null;
  }>;
  noteArrival(w: Work, input: { patid: string; isThere: boolean }): Promise<void>;
  /** Reads the active record behind a number. */
  person(s: Look | Work, patid: string): Promise<Person | undefined>;
  /** Those of the given changes that are neither ticked off nor overtaken by the record. */
  takenChanges(s: Look | Work, patid: string, ids: readonly string[]): Promise<TakenChange[]>;
  /** Ticks changes off, as staff do who enter them by hand. */
  noteHanded(w: Work, patid: string, ids: readonly string[]): Promise<void>;
  /** Active records with this date of birth or this folded name. */
  alike(s: Look | Work, days: string[], search: string): Promise<(Person & { search: string })[]>;
  putTermin(w: Work, termin: NewTermin): Promise<void>;
  dropTermin(w: Work, terminId: string): Promise<void>;
  setExport(w: Work, taskId: string, state: 'none' | 'queued' | 'done' | 'failed'): Promise<void>;
  exportKey(taskId: string): string;
  /** Bytes of a sealed document. */
  file(cid: string, sha256: string): Promise<Uint8Array>;
  answers(look: Look, taskId: string): Promise<AnswersPaper | undefined>;
  praxis(
    s: Look | Work,
  ): Promise<{ name: string; anschrift: string; telefon: string; mail: string }>;
  /** Names of the practice's users by `user:<id>`. */
  nameOf(look: Look): Promise<(actor: string | null) => string>;
}
