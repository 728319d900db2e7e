/**
 * Positions of one kind of work, in all fee schedules: staff may enter another one than was
 * proposed, and a statutory one covers the private one. A compilation of our own.
 */
import { type Gebuehr } from '../position.ts';
import data from './same-work@2026.json' with { type: 'json' };

export interface NamedPosition {
  readonly system: Gebuehr;
  readonly nr: string;
}
interface Work {
  readonly positions: readonly string[];
  /** Private positions, and the BEMA numbers that cover them for people insured by statute. */
  readonly covered: readonly { readonly position: string; readonly by: readonly string[] }[];
}
function namedPosition(word: string): NamedPosition {
  const [, system, nr] = /^(BEMA|GOZ|GOAE) (\S+)$/.exec(word) ?? [];
  if (system === undefined || nr === undefined) throw new RangeError(`position ${word}`);
  return { system: system as Gebuehr, nr };
}
const WORKS: readonly Work[] = data.works;
const ALTERNATIVES: ReadonlyMap<string, readonly NamedPosition[]> = new Map(
  WORKS.flatMap(({ positions }) =>
    positions.map((own) => [
      own,
      positions.filter((other) => other !== own).map((other) => namedPosition(other)),
    ]),
  ),
);
const COVERED: ReadonlyMap<string, readonly string[]> = new Map(
  WORKS.flatMap(({ covered }) =>
    covered.map(({ position, by }) => [position, by.map((nr) => `B:${nr}`)]),
  ),
);
const NONE: readonly never[] = [];

/** Returns the other positions of the same kind of work. */
export const alternativesOf = (system: string, nr: string): readonly NamedPosition[] =>
  ALTERNATIVES.get(`${system} ${nr}`) ?? NONE;
/** Returns tokens of the statutory positions that cover the work of a private one. */
export const coveringTokens = (system: string, nr: string): readonly string[] =>
  COVERED.get(`${system} ${nr}`) ?? NONE;
