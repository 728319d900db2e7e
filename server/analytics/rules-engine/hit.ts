/** A finding of a rule before it is named by ids, and the value of a position. */
import type {
  CounterReason,
  Evidence,
  ValueKind,
} from '../../../shared/analytics/billing/proposal.ts';
import type { System } from './codebook.ts';
import type { CompiledRule } from './compiled-rules.ts';

export interface Hit {
  readonly compiledRule: CompiledRule;
  readonly tag: number;
  readonly zahn: string;
  readonly behandler: number;
  readonly system: System;
  readonly nr: string;
  readonly menge: number;
  readonly punkte: number | null;
  readonly cents: number;
  readonly wertArt?: ValueKind;
  readonly sichert?: number;
  readonly belege: readonly Evidence[];
  readonly gegen: readonly CounterReason[];
  readonly verdeckt?: true;
  /** See `Finding`; days as numbers. */
  readonly reihe?: { readonly zuvor: readonly number[]; readonly wartet: boolean };
}
/** A position with its value; `menge` where it differs from that of the rule. */
export interface PricedPosition {
  system: System;
  nr: string;
  punkte: number | null;
  cents: number;
  wertArt?: ValueKind;
  menge?: number;
}
/** Returns the doubt as a field; absent where the euros are certain. */
export const withDoubt = (valueKind: ValueKind | undefined): { wertArt?: ValueKind } =>
  valueKind === undefined ? {} : { wertArt: valueKind };
