/**
 * Finds where a practice charged a position without help and a rule would have proposed it: the
 * position is hidden from its day, and the rule is asked.
 */
import type { Snapshot } from '../snapshot/snapshot.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import { dayNumberOf, dayText } from '../snapshot/calendar.ts';
import type { BoundRules } from './bound-rules.ts';
import { DayCheck } from './check-day.ts';
import type { CompiledRule } from './compiled-rules.ts';
import { bindRules, type CompiledRules } from './engine.ts';
import type { Hit } from './hit.ts';
import { TOOTH_BITS, toothIndex } from './tooth-masks.ts';

/** Code of a service that no rule sees. */
const HIDDEN = 0;

/** A day and tooth of a patient; `zahn` is empty where the position names none. */
export interface ChargedPlace {
  readonly patid: string;
  readonly tag: string;
  readonly zahn: string;
}
export interface ChargedQuestion {
  /** Id of the rule. */
  readonly rule: string;
  /** First and last day of treatment `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Indexes of the patients, and of all that will be asked about in parts. */
  readonly patients: Int32Array;
  readonly askedPatients: Int32Array;
}

/** Returns the codes of the positions that a rule proposes; none where it proposes no single one. */
function proposedCodes({ m }: BoundRules, { rule }: CompiledRule): number[] {
  const { position, anZaehnen } = rule;
  if (rule.art === 'PRUEFUNG' || rule.wert !== undefined || position === null) return [];
  return [position.nr, ...(anZaehnen ? [anZaehnen.nr] : [])].map((nr) =>
    m.codebook.code(position.system, nr),
  );
}

/** Checks whether a service is at a tooth, or names none. */
function isAt({ k }: BoundRules, i: number, tooth: string): boolean {
  const bit = TOOTH_BITS[toothIndex(Number(tooth))];
  return (
    bit === undefined ||
    (k.permanent[i] === 0 && k.milk[i] === 0) ||
    (k.permanent[i]! & bit.permanent) !== 0 ||
    (k.milk[i]! & bit.milk) !== 0
  );
}

/** Returns the teeth at which the rule proposes a position that the current day contains. */
function teethOfDay(
  g: BoundRules,
  dayCheck: DayCheck,
  one: CompiledRule,
  charged: readonly number[],
  [a, b]: readonly [number, number],
): string[] {
  const { k } = g,
    codes = charged.map((i) => k.code[i]!);
  let found: readonly Hit[] = [];
  for (const i of charged) k.code[i] = HIDDEN;
  try {
    found = dayCheck.tag(k.days[a]!, a, b);
  } finally {
    // All questions share these codes.
    charged.forEach((i, at) => {
      k.code[i] = codes[at]!;
    });
  }
  const teeth = found
    .filter((hit) => hit.compiledRule === one)
    .map(({ zahn }) => zahn)
    .filter((tooth) => tooth === '' || charged.some((i) => isAt(g, i, tooth)));
  return [...new Set(teeth)];
}

/**
 * Lists the places where the practice charged the position of a rule and the rule would have
 * proposed it. Null where the rule proposes no single position.
 */
export function chargedAnyway(
  snapshot: Snapshot,
  compiled: CompiledRules,
  { rule, from, to, patients, askedPatients }: ChargedQuestion,
): ChargedPlace[] | null {
  const g = bindRules(snapshot, compiled, askedPatients),
    one = g.all.find((each) => each.rule.id === rule),
    codes = one === undefined ? [] : proposedCodes(g, one);
  if (one === undefined || codes.length === 0) return null;
  const { k } = g,
    dayCheck = new DayCheck(g),
    [first, last] = [dayNumberOf(from), Math.min(snapshot.today, dayNumberOf(to))],
    { rowState } = snapshot.rawRows.tables.patient,
    found: ChargedPlace[] = [];
  for (const p of patients) {
    if (rowState[p] !== LIVE || snapshot.mergedInto[p] !== p) continue;
    k.loadPatient(p);
    if (k.insurance < 0) continue;
    for (let a = 0; a < k.n;) {
      const day = k.days[a]!;
      let b = a;
      const charged: number[] = [];
      for (; b < k.n && k.days[b] === day; b += 1) if (codes.includes(k.code[b]!)) charged.push(b);
      if (charged.length > 0 && day >= first && day <= last)
        for (const zahn of teethOfDay(g, dayCheck, one, charged, [a, b]))
          found.push({ patid: g.m.id('patient', p), tag: dayText(day), zahn });
      a = b;
    }
  }
  return found;
}
