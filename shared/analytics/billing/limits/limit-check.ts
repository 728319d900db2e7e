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
/** Lists numbers for a title: `40, 41a` of `B:40@Z` and `B:41a`, `501*–528*` of many tens. */
export function listed(tokens: readonly string[]): string {
  const numbers = tokens.map((one) => one.slice(2).replace(/@.$/, '')),
    parts: string[] = [];
  for (let at = 0; at < numbers.length; at += 1) {
    let last = at;
    while (isNextTen(numbers[last]!, numbers[last + 1])) last += 1;
    parts.push(last - at > 1 ? `${numbers[at]}–${numbers[last]}` : numbers[at]!);
    if (last - at > 1) at = last;
  }
  return parts.join(', ');
}
const isNextTen = (one: string, next: string | undefined): boolean =>
  next !== undefined &&
  /^\d{3}\*$/.test(one) &&
  /^\d{3}\*$/.test(next) &&
  Number.parseInt(next, 10) === Number.parseInt(one, 10) + 1;
