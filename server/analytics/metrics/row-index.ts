// Places of an image that walks go through instead of all rows: services of some kinds, cases, recalls and invoices by day. Made at first use of an image; what they leave out counts for nothing there.

import type { Bild } from '../snapshot/snapshot.ts';
import { BEREICH, SYSTEM, TRAEGER } from '../snapshot/snapshot.ts';
import { LEER, quartalVon } from '../snapshot/calendar.ts';
import { geordnet, gewaehlt, wachsende } from '../snapshot/tables/sort-rows.ts';

const gemerkt = new WeakMap<Bild, Map<string, unknown>>();
/** What is worked out once an image, under a word of its own. */
export function einmal<T>(bild: Bild, wort: string, mache: () => T): T {
  let known = gemerkt.get(bild);
  if (!known) gemerkt.set(bild, (known = new Map()));
  if (!known.has(wort)) known.set(wort, mache());
  return known.get(wort) as T;
}
/** Whether something was worked out of an image yet. */
export const istGemacht = (bild: Bild, wort: string): boolean =>
  gemerkt.get(bild)?.has(wort) === true;
/** Some places of a table, and their days; both in the order of the days. */
export interface Stellen {
  readonly rows: Int32Array;
  readonly tag: Int32Array;
  /** Services of a kind: whether one is of it, and whether the list was made yet; for a few days it is not worth making. */ readonly ist?: (
    i: number,
  ) => boolean;
  readonly istGemacht?: () => boolean;
}

function gesammelt(n: number, is: (i: number) => boolean): Int32Array {
  const found = wachsende();
  for (let i = 0; i < n; i += 1) if (is(i)) found.nimm(i);
  return found.liste();
}
/** Services of one kind; `wort` names it. `alle`: lists them quicker than by asking of each. */
export function stellenL(
  bild: Bild,
  wort: string,
  is: (i: number) => boolean,
  alle?: () => Int32Array,
): Stellen {
  return einmal(bild, `L ${wort}`, () => {
    let made: { rows: Int32Array; tag: Int32Array } | undefined;
    const mache = (): { rows: Int32Array; tag: Int32Array } => {
      const rows = alle?.() ?? gesammelt(bild.L.n, is);
      return (made = { rows, tag: gewaehlt(bild.L.tag, rows) });
    };
    return {
      ist: is,
      istGemacht: () => made !== undefined,
      get rows() {
        return (made ?? mache()).rows;
      },
      get tag() {
        return (made ?? mache()).tag;
      },
    };
  });
}
/** Those of some places of which something more is true. */
export function davon({ rows, tag }: Stellen, is: (i: number) => boolean): Stellen {
  const chosen = gesammelt(rows.length, (k) => is(rows[k]!));
  return { rows: gewaehlt(rows, chosen), tag: gewaehlt(tag, chosen) };
}
/** Services of KCH at the expense of the statutory insurance: those that make a case. */
export const fallLeistungen = (bild: Bild): Stellen => {
  const { L } = bild;
  return stellenL(
    bild,
    'fall',
    (i) =>
      L.system[i] === SYSTEM.BEMA &&
      L.bereich[i] === BEREICH.KCH &&
      L.traeger[i] === TRAEGER.GKV &&
      L.pat[i]! >= 0,
  );
};
/** Of those the first of each patient and quarter. */
export function fallBeginne(bild: Bild): Stellen {
  return einmal(bild, 'beginn', () => {
    const { rows, tag } = fallLeistungen(bild),
      { pat } = bild.L,
      last = new Int32Array(bild.roh.tabellen.patient.anzahl).fill(LEER),
      first = gesammelt(rows.length, (k) => {
        const p = pat[rows[k]!]!,
          quarter = quartalVon(tag[k]!);
        if (last[p] === quarter) return false;
        last[p] = quarter;
        return true;
      });
    return { rows: gewaehlt(rows, first), tag: gewaehlt(tag, first) };
  });
}
/** Of each raw service its place in the image; -1 where it has none. */
export function stelleDerLeistung(bild: Bild): Int32Array {
  return einmal(bild, 'stelleDerLeistung', () => {
    const { roh } = bild.L,
      places = new Int32Array(bild.roh.tabellen.leistung.anzahl).fill(-1);
    for (let i = 0; i < roh.length; i += 1) places[roh[i]!] = i;
    return places;
  });
}
/** Of each raw appointment its place in the image; -1 where it has none. */
export function stelleDesTermins(bild: Bild): Int32Array {
  return einmal(bild, 'stelleDesTermins', () => {
    const { roh } = bild.T,
      places = new Int32Array(bild.roh.tabellen.termin.anzahl).fill(-1);
    for (let i = 0; i < roh.length; i += 1) places[roh[i]!] = i;
    return places;
  });
}
/** True recalls of somebody, by the day they are due. */
export function recallsNachTag(bild: Bild): Stellen {
  return einmal(bild, 'recall', () => {
    const c = bild.roh.tabellen.recall.spalten,
      due = c['faelligAm'] as Int32Array,
      own = bild.lebende.recall.filter((at) => c['patid']![at]! >= 0 && due[at] !== LEER),
      rows = gewaehlt(own, geordnet(gewaehlt(due, own)));
    return { rows, tag: gewaehlt(due, rows) };
  });
}
/** True plans with a day, by the day on which they were made. */
export function plaeneNachTag(bild: Bild): Stellen {
  return einmal(bild, 'plan', () => {
    const made = bild.roh.tabellen.hkp.spalten['erstelltAm'] as Int32Array,
      own = bild.lebende.hkp.filter((at) => made[at] !== LEER),
      rows = gewaehlt(own, geordnet(gewaehlt(made, own)));
    return { rows, tag: gewaehlt(made, rows) };
  });
}
/** True invoices and credit notes with a day, by that day, with the day on which each was cancelled and its cents (NaN: none said). */
export function rechnungenNachTag(
  bild: Bild,
): Stellen & { readonly stornoAm: Int32Array; readonly betrag: Float64Array } {
  return einmal(bild, 'rechnung', () => {
    const c = bild.roh.tabellen.rechnung.spalten,
      day = c['datum'] as Int32Array,
      own = bild.R.lebende.filter((at) => day[at] !== LEER),
      rows = gewaehlt(own, geordnet(gewaehlt(day, own)));
    return {
      rows,
      tag: gewaehlt(day, rows),
      stornoAm: gewaehlt(c['stornoAm'] as Int32Array, rows),
      betrag: gewaehlt(c['betrag'] as Float64Array, rows),
    };
  });
}
/** Of each invoice the last day of treatment on it; LEER without one. */
export function letzteBehandlung(bild: Bild): Int32Array {
  return einmal(bild, 'behandlung', () => {
    const { tag, rechnung } = bild.L,
      last = new Int32Array(bild.roh.tabellen.rechnung.anzahl).fill(LEER);
    for (let i = 0; i < tag.length; i += 1) {
      const at = rechnung[i]!;
      if (at >= 0 && tag[i]! > last[at]!) last[at] = tag[i]!;
    }
    return last;
  });
}
