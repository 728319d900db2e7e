/** The shape of a limit's check, and what its makers share. Pure. */
import type { Limit } from './limit.ts';

/** The conditions of a check: tokens of the day, and a predicate. */
export interface LimitCheck {
  readonly heuteAlle: string;
  readonly heuteKeines?: readonly string[];
  readonly zusatz?: string;
  /** First day of the check. */
  readonly gueltigVon?: string;
  /** Two services exclude each other: the cheaper one is named. */
  readonly isPair?: true;
  /** The check names the charged position, whichever it is. */
  readonly isAnyPosition?: true;
  /** The words searched for in notes are ours: the check is off from the start. */
  readonly isOwnWords?: true;
  readonly de: string;
  readonly en: string;
}
/** Limits that are known together: mirrored pairs are evaluated once. */
export class LimitContext {
  private readonly pairs = new Map<string, string>();
  readonly limits: readonly Limit[];
  constructor(limits: readonly Limit[]) {
    this.limits = limits;
  }
  /** Registers a pair of numbers for a limit; false where an earlier limit said it. */
  isNewPair(key: string, id: string): boolean {
    if (this.pairs.has(key)) return false;
    this.pairs.set(key, id);
    return true;
  }
  /** Returns the id of the limit that said a pair. */
  sayerOf(key: string): string | undefined {
    return this.pairs.get(key);
  }
  /** Limits of the same number and kind. */
  siblings(one: Limit): Limit[] {
    return this.limits.filter(
      (other) =>
        other.system === one.system && other.number === one.number && other.kind === one.kind,
    );
  }
}

/** Makes the check of a limit; null where no delivered row answers it. */
export type Maker = (one: Limit, context: LimitContext) => LimitCheck | null;
export const anyOf = (tokens: readonly string[]): string =>
  tokens.length === 1 ? tokens[0]! : `(${tokens.join('|')})`;
/** Lists numbers for a title: `40, 41a` of `B:40@Z` and `B:41a`. */
export const listed = (tokens: readonly string[]): string =>
  tokens.map((one) => one.slice(2).replace(/@.$/, '')).join(', ');
