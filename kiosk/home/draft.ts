// What a person fills in at home, as it is kept on the device: one plain value for one link.

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

/** The form as it was begun with: a newer version of it does not change what is being answered. */
export interface BegunForm {
  readonly key: string;
  readonly sha256: string;
  readonly questionnaire: Questionnaire;
}

export interface HomeDraft {
  /** Made once, sent each time: answers never count twice. */
  readonly id: string;
  readonly language: string;
  readonly textScale: TextScale;
  /** Einfache Sprache, where the form has it. */
  readonly isPlain: boolean;
  readonly person: Person;
  /** V4: the person was asked about a birth date of the last six months. */
  readonly isConfirmed: boolean;
  /** What was asked because it is unusual (V2–V5), and confirmed. */
  readonly asked: readonly Confirmed[];
  /** Values of the link, by name; looked at once, when the form opens first. */
  readonly parameters: Readonly<Record<string, string>>;
  /** `null` until the form was opened. */
  readonly state: FormState | null;
  /** 0-based page of the form. */
  readonly page: number;
  /** Answers as they were handed in; from then on nothing changes any more. */
  readonly handed: Handed | null;
}
/** What goes out, and its words for the person who wants to keep them. */
interface Handed {
  readonly answers: HomeAnswers;
  readonly copy: string;
}

/** YYYY-MM-DD; `null` for a day that is not whole or does not exist. */
export const birthOf = (person: Person): string | null => isoFromParts(person.birth);

const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null;

/** A kept draft read back; `null` when it makes no sense. */
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
  // A draft of an older page knows neither.
  return { isPlain: false, asked: [], ...v } as unknown as HomeDraft;
}
/** A kept form read back. */
export function asBegunForm(v: unknown): BegunForm | null {
  return isObject(v) &&
    typeof v.key === 'string' &&
    typeof v.sha256 === 'string' &&
    isObject(v.questionnaire)
    ? (v as unknown as BegunForm)
    : null;
}
