/** Resolver of a fact: a function over the current patient and day. */
import { type Duration } from '../../../../shared/analytics/billing/rule-language.ts';
import type { AgreedCoPayment, AgreedFee } from '../../../../shared/analytics/billing/proposal.ts';
import type { Situation } from '../day-state.ts';

/** Several values: any of them may match. */
export type Value =
  | number
  | string
  | boolean
  | Duration
  | readonly string[]
  | readonly number[]
  | null;
export type Finder = (k: Situation) => Value;
/** Facts about the practice as a whole. */
export interface Surroundings {
  readonly region: string | null;
  readonly schalter: Readonly<Record<string, boolean>>;
  readonly schwellen: Readonly<Record<string, number>>;
  readonly agreements: readonly AgreedFee[];
  readonly coPayments: readonly AgreedCoPayment[];
}

/** Facts by name. */
export type Facts = Readonly<Record<string, (u: Surroundings) => Finder>>;

/** Returns the codes that any of these tokens names. */
export const codesOf = (k: Situation, ...words: string[]): Uint8Array =>
  k.m.codebook.codesOfWords(words);
