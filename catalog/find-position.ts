// Finds a position by the number as practice software writes it (`Ae925a`, `UPT a`, `goz 1040`), on
// the day it was charged.

import { BEMA, BEMA_FORMER } from './bema/positions.ts';
import { GOAE } from './goae/positions.ts';
import { GOZ, gozArea } from './goz/schedule.ts';
import spellings from './spellings/spellings@2026.json' with { type: 'json' };
import { isValidOn, type Bereich, type Gebuehr, type Position } from './position.ts';

/** Analogous services (§ 6 Abs. 1 GOZ) as programs write them: `2410 analog`, `§6-2410`. */
const ANALOG = /^(?:(\d{4})a(?:nalog)?|§6-?(\d{4}))$/iu;
const bare = (number: string): string =>
  number
    .trim()
    .replaceAll(/\s+/g, '')
    .replace(/^(?:bema|goz|go[äÄ]|goae)(?:-?nr\.?)?:?/iu, '')
    .replace(/^(?:ae|ä)/iu, 'Ä')
    .replace(ANALOG, '$1$2a')
    .toLocaleLowerCase('de');
type Key = 'BEMA' | 'GOZ' | 'GOAE';
const ALL: Readonly<Record<Key, readonly Position[]>> = {
  BEMA: [...BEMA, ...BEMA_FORMER],
  GOZ,
  GOAE,
};
const byNumber = (Object.keys(ALL) as Key[]).reduce<Record<Key, Map<string, Position[]>>>(
  (made, key) => {
    for (const one of ALL[key]) {
      const id = bare(one.number),
        known = made[key].get(id);
      if (known) known.push(one);
      else made[key].set(id, [one]);
    }
    return made;
  },
  { BEMA: new Map(), GOZ: new Map(), GOAE: new Map() },
);

/**
 * Early checks as programs name them by their window: FUZ1 to FUZ3 are FU1, FUZ4 to FUZ6 are FU2;
 * FU1a to FU1c until 2025.
 */
const EARLY_CHECKS: Readonly<Record<string, readonly string[]>> = {
  fu1: ['fuz1', 'fuz2', 'fuz3', 'fu1a', 'fu1b', 'fu1c'],
  fu2: ['fuz4', 'fuz5', 'fuz6'],
};
/**
 * Statutory positions by an abbreviation (`F2`, `bMF`, `L1`) that denotes one number and is no number
 * itself.
 */
const byAbbreviation = ((): Map<string, Position[]> => {
  const numbers = new Map<string, Set<string>>();
  const add = (word: string, number: string): void => {
    numbers.set(word, (numbers.get(word) ?? new Set()).add(number));
  };
  for (const one of ALL.BEMA) if (one.abbr !== '') add(bare(one.abbr), bare(one.number));
  for (const [number, words] of Object.entries(EARLY_CHECKS))
    for (const word of words) add(word, number);
  const found = new Map<string, Position[]>();
  for (const [word, [number, ...others]] of numbers) {
    const positions = byNumber.BEMA.get(number ?? '');
    if (positions !== undefined && others.length === 0 && !byNumber.BEMA.has(word))
      found.set(word, positions);
  }
  return found;
})();
/**
 * Other spellings of programs and code lists by fee schedule. Unsure ones, and those that are a number
 * or an abbreviation of the same schedule, are left out.
 */
const bySpelling = ((): Record<Key, Map<string, Position[]>> => {
  const numbers: Record<Key, Map<string, Set<string>>> = {
    BEMA: new Map(),
    GOZ: new Map(),
    GOAE: new Map(),
  };
  for (const one of spellings.spellings) {
    if (one.certainty === 'unsure') continue;
    const own = numbers[one.system as Key],
      id = bare(one.spelling);
    own.set(id, (own.get(id) ?? new Set()).add(bare(one.number)));
  }
  const found: Record<Key, Map<string, Position[]>> = {
    BEMA: new Map(),
    GOZ: new Map(),
    GOAE: new Map(),
  };
  for (const system of Object.keys(numbers) as Key[])
    for (const [id, [number, ...others]] of numbers[system]) {
      const positions = byNumber[system].get(
        (number ?? '').replace(system === 'GOAE' ? /^ä/u : '', ''),
      );
      if (positions !== undefined && others.length === 0 && !byNumber[system].has(id))
        found[system].set(id, positions);
    }
  return found;
})();
function find(system: Key, number: string): Position[] | undefined {
  return findWritten(system, number) ?? bySpelling[system].get(bare(number));
}
function findWritten(system: Key, number: string): Position[] | undefined {
  const id = bare(number),
    list = byNumber[system];
  // X-ray numbers of BEMA are written without their Ä, those of GOÄ with one; GOZ numbers lose
  // leading zeros when a table program has saved the file.
  if (system === 'BEMA')
    // A table program turns 01 into 1: the examination, not the advice, which keeps its Ä.
    return (
      list.get(id) ??
      (/^\d$/.test(id) ? list.get(`0${id}`) : undefined) ??
      list.get(`ä${id}`) ??
      byAbbreviation.get(id)
    );
  if (system === 'GOAE') return list.get(id.replace(/^ä/u, '').replace(/^0+/, ''));
  return (
    list.get(id) ??
    list.get(id.padStart(4, '0')) ??
    (/^\d{4}a$/.test(id) ? list.get(id.slice(0, 4)) : undefined)
  );
}
/**
 * Returns the position valid on `day`; if there is none, the one closest to that day, so that old
 * data stays readable.
 * @param day YYYY-MM-DD; without it the latest valid one
 */
export function findPosition(
  system: Gebuehr,
  number: string,
  day = '9999-12-31',
): Position | undefined {
  if (system === 'EIGEN') return undefined;
  const found = find(system, number);
  return (
    found?.find((one) => isValidOn(one, day)) ??
    found?.toSorted((a, b) => distance(a, day) - distance(b, day))[0]
  );
}
const distance = (one: Position, day: string): number =>
  Math.abs(
    Date.parse(one.to !== null && one.to < day ? one.to : (one.from ?? day)) -
      Date.parse(day === '9999-12-31' ? '2100-01-01' : day),
  );

/**
 * Returns the number as written in the catalogue (`Ä925a`, `UPTa`, `98h/1`, `1040`); an unknown one
 * without spaces, otherwise unchanged. An analogous service (§ 6 Abs. 1 GOZ) keeps its `a`.
 */
export function normalNumber(system: Gebuehr, number: string): string {
  const known = findPosition(system, number);
  if (known === undefined)
    return number
      .trim()
      .replaceAll(/\s+/g, '')
      .replace(/^(?:ae|ä)(?=\d)/iu, system === 'GOAE' ? '' : 'Ä');
  return system === 'GOZ' && /^\d{4}a$/.test(bare(number)) ? `${known.number}a` : known.number;
}
/** Returns the area of a service whose delivery names none. */
export function areaOf(system: Gebuehr, number: string): Bereich {
  if (system === 'EIGEN') return /^(?:bel|beb|labor)/i.test(number.trim()) ? 'LABOR' : 'SONSTIGE';
  const known = findPosition(system, number);
  if (known) return known.area;
  return system === 'GOZ' && /^\d{3,4}a?$/.test(number.trim())
    ? gozArea(number.trim().padStart(4, '0'))
    : system === 'GOAE'
      ? 'GOZ_KONS'
      : 'SONSTIGE';
}
