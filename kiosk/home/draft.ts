// Draft of a person at home, as stored on the device: one plain value per link.

import type { HomeAnswers } from '../../shared/forms/task/home.schema.ts';
import type { Confirmed } from '../../shared/desk/master-data.ts';
import type { FormState } from '../../shared/forms/questionnaire/state.ts';
import type { Questionnaire } from '../../shared/forms/questionnaire/questionnaire.ts';
import type { TextScale } from '../ui/comfort.ts';
import { isoFromParts, type DateParts } from '../ui/fields/dateParts.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly birth: DateParts;
}

/** The form at the start: a newer version of it does not change the running form. */
export interface BegunForm {
  readonly key: string;
  readonly sha256: string;
  readonly questionnaire: Questionnaire;
}

export interface HomeDraft {
  /** Created once, sent with each attempt: answers are never counted twice. */
  readonly id: string;
  readonly language: string;
  readonly textScale: TextScale;
  /** Einfache Sprache, where the form has it. */
  readonly isPlain: boolean;
  readonly person: Person;
  /** V4: the person confirmed a birth date of the last six months. */
  readonly isConfirmed: boolean;
  /** Confirmed unusual answers (V2–V5). */
  readonly asked: readonly Confirmed[];
  /** Values of the link, by name; applied once, when the form first opens. */
  readonly parameters: Readonly<Record<string, string>>;
  /** `null` until the form was opened. */
  readonly state: FormState | null;
  /** 0-based page of the form. */
  readonly page: number;
  /** Answers as submitted; immutable from then on. */
  readonly handed: Handed | null;
}
/** The submission, and its text for the person's copy. */
interface Handed {
  readonly answers: HomeAnswers;
  readonly copy: string;
}

/** A draft with its form. */
export interface Kept {
  readonly draft: HomeDraft;
  readonly form: BegunForm;
}

/** Returns the date as YYYY-MM-DD; `null` for an incomplete or non-existent date. */
export const birthOf = (person: Person): string | null => isoFromParts(person.birth);

const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null;

/** Parses a stored draft; `null` when invalid. */
export function asDraft(v: unknown): HomeDraft | null {
  if (
    !isObject(v) ||
    typeof v.id !== 'string' ||
    typeof v.language !== 'string' ||
    typeof v.page !== 'number' ||
    !isObject(v.parameters)
  )
    return null;
  const { person, state, handed } = v;
  if (
    !isObject(person) ||
    typeof person.firstName !== 'string' ||
    typeof person.lastName !== 'string' ||
    !isObject(person.birth)
  )
    return null;
  if (state !== null && !(isObject(state) && isObject(state.answers) && isObject(state.instances)))
    return null;
  if (
    handed !== null &&
    !(isObject(handed) && isObject(handed.answers) && handed.answers.id === v.id)
  )
    return null;
  // A draft of an older page has neither field.
  return { isPlain: false, asked: [], ...v } as unknown as HomeDraft;
}
/** Parses a stored form. */
export function asBegunForm(v: unknown): BegunForm | null {
  return isObject(v) &&
    typeof v.key === 'string' &&
    typeof v.sha256 === 'string' &&
    isObject(v.questionnaire)
    ? (v as unknown as BegunForm)
    : null;
}
