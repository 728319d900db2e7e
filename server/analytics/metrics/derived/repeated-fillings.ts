/** Fillings under warranty, and those repeated within it: both follow from the image alone. */
import { SYSTEM, type Snapshot } from '../../snapshot/snapshot.ts';
import { plusMonths } from '../../snapshot/calendar.ts';
import type { RowSet } from '../../snapshot/row-set.ts';
import { gather, groupRows } from '../../snapshot/tables/sort-rows.ts';
import { memoise, subsetOf } from '../row-index.ts';
import { servicesByNumber } from '../walks.ts';

/** § 136a Abs. 4 SGB V. */
const MONTHS_BACK = 24;

/** Surfaces as a set, regardless of their written order; with a bit for each letter. */
interface Surfaces {
  readonly text: string;
  readonly bits: number;
}
const LETTERS = 'abcdefghijklmnopqrstuvwxyzäöü';
function surfacesOf(written: string): Surfaces {
  const letters = [...new Set(written.toLowerCase().replaceAll(/[^a-zäöü]/g, ''))].toSorted();
  return {
    text: letters.join(''),
    bits: letters.reduce((bits, one) => bits | (1 << LETTERS.indexOf(one)), 0),
  };
}
const NO_SURFACES = surfacesOf('');
const CERVICAL = surfacesOf('z').bits;
/** Milk teeth carry no warranty (Bundesschiedsamt 13.12.1993). */
const isMilkTooth = (tooth: string): boolean => /^[5-8]\d$/.test(tooth);

/** Tooth and surfaces of services, each spelling read once. */
function createReader({ services, rawRows }: Snapshot) {
  const { columns, wordLists } = rawRows.tables.leistung,
    teeth = columns['zahn']!,
    sides = columns['flaechen']!,
    toothWords = wordLists['zahn']!.words,
    surfaces = wordLists['flaechen']!.words.map(surfacesOf);
  return {
    toothOf: (i: number): string => toothWords[teeth[services.rawRows[i]!]!] ?? '',
    surfacesOf: (i: number): Surfaces => surfaces[sides[services.rawRows[i]!]!] ?? NO_SURFACES,
  };
}

/** Of fillings of one day the one with the most surfaces counts, so that the order changes nothing. */
const isMore = (one: Surfaces, than: Surfaces): boolean =>
  one.text.length > than.text.length ||
  (one.text.length === than.text.length && one.text > than.text);

/** A filling of a tooth, and the newest one of an earlier day. */
interface Last {
  day: number;
  surfaces: Surfaces;
  before: { readonly day: number; readonly surfaces: Surfaces } | undefined;
}

/** Marks the fillings whose surfaces were all part of the tooth's last one within the warranty. */
function markRepeated(snapshot: Snapshot): Uint8Array {
  const { services, rawRows } = snapshot,
    fillings = servicesByNumber(snapshot, SYSTEM.BEMA, /^13[A-H]$/).rows,
    { from, rows } = groupRows(gather(services.pat, fillings), rawRows.tables.patient.count),
    { toothOf, surfacesOf: sidesOf } = createReader(snapshot),
    repeated = new Uint8Array(services.n),
    lastAt = new Map<string, Last>();
  for (let p = 0; p + 1 < from.length; p += 1) {
    lastAt.clear();
    // Rows of a patient are sorted by day.
    for (let g = from[p]!; g < from[p + 1]!; g += 1) {
      const i = fillings[rows[g]!]!,
        tooth = toothOf(i);
      if (tooth === '') continue;
      const day = services.day[i]!,
        surfaces = sidesOf(i),
        last = lastAt.get(tooth);
      if (!last) lastAt.set(tooth, { day, surfaces, before: undefined });
      else if (last.day === day) {
        if (isMore(surfaces, last.surfaces)) last.surfaces = surfaces;
      } else
        lastAt.set(tooth, { day, surfaces, before: { day: last.day, surfaces: last.surfaces } });
      const before = lastAt.get(tooth)!.before;
      if (
        before &&
        surfaces.bits !== 0 &&
        (surfaces.bits & before.surfaces.bits) === surfaces.bits &&
        plusMonths(before.day, MONTHS_BACK) >= day
      )
        repeated[i] = 1;
    }
  }
  return repeated;
}

/**
 * Returns the fillings of up to three surfaces that carry a warranty, and those among them that
 * repeat one within it.
 */
export const warrantyFillings = (snapshot: Snapshot): { all: RowSet; repeated: RowSet } =>
  memoise(snapshot, 'Füllungen mit Gewähr', () => {
    const { toothOf, surfacesOf: sidesOf } = createReader(snapshot),
      marks = markRepeated(snapshot),
      all = subsetOf(
        servicesByNumber(snapshot, SYSTEM.BEMA, /^13[A-C]$/),
        (i) => !isMilkTooth(toothOf(i)) && (sidesOf(i).bits & CERVICAL) === 0,
      );
    return { all, repeated: subsetOf(all, (i) => marks[i] === 1) };
  });
