/** Calls of the rule language: counts, quantities, teeth, durations. */
import type { ServiceRow } from './practice.ts';
import type { FactValue, Occasion } from './occasion.ts';
import { isInTimeWindow, noteOf, regionOf, todayOf, type Situation } from './situation.ts';
import { isCode, tokenOf } from './words.ts';

/**
 * Services that allow a surcharge for outpatient surgery, with their points, from the schedule's
 * table.
 */
const POINTS: Readonly<Record<string, number>> = {
  3020: 270,
  3030: 350,
  3040: 540,
  3045: 767,
  3090: 370,
  3100: 270,
  3110: 460,
  3120: 580,
  3130: 280,
  3140: 550,
  3160: 650,
  3190: 270,
  3200: 500,
  3230: 440,
  3240: 550,
  3250: 270,
  3260: 550,
  3270: 590,
  3280: 270,
  4090: 180,
  4100: 275,
  4130: 180,
  4133: 880,
  9010: 1545,
  9020: 515,
  9090: 400,
  9100: 2694,
  9110: 1500,
  9120: 3000,
  9130: 1540,
  9140: 650,
  9150: 675,
  9160: 330,
  9170: 500,
};
const sum = (list: readonly ServiceRow[]): number => list.reduce((all, one) => all + one.menge, 0);

/** Services named by a list of tokens: those of the day, or of the window if one is named. */
const named = (situation: Situation, text: string): readonly ServiceRow[] =>
  text
    .split('|')
    .flatMap((one) =>
      tokenOf(one).fenster === null
        ? situation.heute.filter((other) => isCode(tokenOf(one), other.system, other.code))
        : (isInTimeWindow(situation, one.replace(/@[ZK]$/, ''), true) ?? []),
    );
const regionsOf = (list: readonly ServiceRow[]): number =>
  Math.max(1, new Set(list.map((one) => regionOf(one.zahn)).filter((one) => one !== '')).size);
const isUpper = (zahn: string): boolean => ['1', '2', '5', '6'].includes(zahn[0] ?? '');

/** Quantities of the window and the day; of the day alone without a window. */
export function summed(
  situation: Situation,
  text: string,
  window: string | undefined,
): number | undefined {
  const tokens = text.split('|'),
    space = /@[ZK]$/.exec(tokens[0] ?? '')?.[0] ?? '';
  let all = 0;
  for (const one of tokens) {
    const token = `${one.replace(/@[ZK]$/, '')}${space}`,
      before = window === undefined ? [] : isInTimeWindow(situation, token, false, window);
    if (before === undefined) return undefined;
    const own = tokenOf(token).space;
    for (const row of [...before, ...todayOf(situation, token)])
      all += own === null ? row.menge : (row.share?.[own] ?? row.menge);
  }
  return all;
}

function teethOf(situation: Situation, text: string): number {
  const list = named(situation, text);
  return (
    new Set(list.map((one) => one.zahn).filter((zahn) => zahn !== '')).size +
    list.filter((one) => one.zahn === '').reduce((all, one) => all + Math.max(1, one.menge), 0)
  );
}

/** Regions of each jaw, two of them at most. */
function jawRegionsOf(situation: Situation, text: string): number {
  const list = named(situation, text);
  return Math.max(
    1,
    [true, false].reduce((all, upper) => {
      const own = list.filter((one) => one.zahn !== '' && isUpper(one.zahn) === upper);
      return all + (own.length === 0 ? 0 : Math.min(2, regionsOf(own)));
    }, 0),
  );
}

/** Areas of two neighbouring teeth; at a region only its teeth count. */
function pairsOf(situation: Situation, text: string): number {
  const isHere = /@K/.test(text),
    teeth = [
      ...new Set(
        named(situation, text.replaceAll('@K', ''))
          .map((one) => one.zahn)
          .filter((zahn) => zahn !== '' && (!isHere || regionOf(zahn) === situation.space))
          .map(Number),
      ),
    ].toSorted((a, b) => a - b);
  let pairs = 0,
    covered = 0;
  for (const tooth of teeth) {
    if (tooth === covered) {
      covered = 0;
      continue;
    }
    pairs += 1;
    covered = tooth + 1;
  }
  return pairs;
}

function jawsOf(situation: Situation, text: string): number {
  const jaws = named(situation, text)
    .filter((one) => one.zahn !== '')
    .map((one) => isUpper(one.zahn));
  return Math.max(1, new Set(jaws).size);
}

/** Quantities in the jaw with more of them. */
function fullerJawOf(situation: Situation, text: string): number {
  const list = named(situation, text).filter((one) => one.zahn !== ''),
    inJaw = (upper: boolean): number => sum(list.filter((one) => isUpper(one.zahn) === upper));
  return Math.max(inJaw(true), inJaw(false));
}

/** Minutes of the instruction or the talk in the day's note. */
function minutesOf(situation: Situation, what: string): number | undefined {
  const words =
      what === 'mundhygiene' ? 'mundhyg|unterweis|instrukt' : 'berat|gespräch|erörter|aufklär',
    found = new RegExp(`(?:${words})[^.\\n]{0,80}?(\\d{1,3})\\s*min`, 'i').exec(
      noteOf(situation) ?? '',
    );
  return found ? Number(found[1]) : undefined;
}

/** Returns the value of a call. @throws if the language knows no such call */
export function call({ situation }: Occasion, name: string, args: readonly string[]): FactValue {
  const [first = '', second] = args.map((one) => one.trim());
  switch (name) {
    case 'count':
    case 'qty':
      return summed(situation, first, second);
    case 'praxisquote':
      return situation.quote(first);
    case 'maxPunkte':
      return Math.max(
        0,
        ...situation.heute
          .filter((one) => one.system === 'GOZ')
          .map((one) => POINTS[one.code] ?? 0),
      );
    case 'zaehne':
      return teethOf(situation, first);
    case 'kieferhaelften':
      return regionsOf(named(situation, first));
    case 'kieferbereiche':
      return jawRegionsOf(situation, first);
    case 'zahnpaare':
      return pairsOf(situation, first);
    case 'jeKiefer':
      return fullerJawOf(situation, first);
    case 'kiefer':
      return jawsOf(situation, first);
    case 'kanaele':
      return Math.max(...first.split('|').map((one) => sum(todayOf(situation, one))));
    case 'abstand': {
      const day = isInTimeWindow(situation, first, false, 'EVER')?.at(-1)?.tag;
      return day === undefined ? undefined : { tag: day };
    }
    case 'dauer':
      return minutesOf(situation, first);
    default:
      throw new Error(`no such call: ${name}`);
  }
}
