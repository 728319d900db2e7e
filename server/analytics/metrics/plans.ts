// Key figures of plans and invoices (43, 47 to 58).

import {
  alleZeilen,
  anteilR,
  imZeitraum,
  jederBesuch,
  passtPlan,
  passtR,
  type Auswahl,
} from '../snapshot/selection.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { LEER } from '../snapshot/calendar.ts';
import { offenAm, RECHNUNG } from '../snapshot/invoices.ts';
import { abStelle } from '../snapshot/tables/sort-rows.ts';
import type { Definition, Tageweise } from './sink.ts';
import { einmal, letzteBehandlung, rechnungenNachTag } from './row-index.ts';
import { jedeUnberechneteAm, jederOffenePlanAm } from './cutoff-day.ts';
import { angegangenePlaene, besuchAm, centsVon, jederNeuePlan } from './walks.ts';

/** Calls back with each chosen open invoice: its place, what is open of the chosen share in cents, its age in days. */
export function jederOffenePosten(
  a: Auswahl,
  visit: (at: number, cents: number, alter: number) => void,
): void {
  const datum = a.bild.roh.tabellen.rechnung.spalten['datum']!,
    alle = alleZeilen(a);
  const { rows, cents } = offeneAm(a.bild, a.stichtag);
  for (let k = 0; k < rows.length; k += 1)
    if (alle || passtR(a, rows[k]!))
      visit(
        rows[k]!,
        alle ? cents[k]! : cents[k]! * anteilR(a, rows[k]!),
        a.stichtag - datum[rows[k]!]!,
      );
}
/**
 * The same of those that a patient should have paid before that day.
 * What the association settles is left out: nobody reminds it.
 */
export function jederUeberfaelligePosten(
  a: Auswahl,
  visit: (at: number, cents: number) => void,
): void {
  const { art, faelligAm } = a.bild.roh.tabellen.rechnung.spalten;
  jederOffenePosten(a, (at, cents) => {
    if (
      cents > 0 &&
      art![at] !== RECHNUNG.KZV &&
      faelligAm![at] !== LEER &&
      faelligAm![at]! < a.stichtag
    )
      visit(at, cents);
  });
}
interface Offene {
  rows: number[];
  cents: number[];
}
/** Days for which open invoices are remembered: the ends of ten years' months, asked by several figures each. */
const GEMERKT = 130;
/** Invoices of which something was open at the end of a day, whatever is chosen. */
function offeneAm(bild: Bild, tag: number): Offene {
  const days = einmal(bild, 'offen', () => new Map<number, Offene>()),
    known = days.get(tag);
  if (known) return known;
  const { rows, tag: datum } = rechnungenNachTag(bild),
    { R, roh } = bild,
    end = erledigtAb(bild),
    found: Offene = { rows: [], cents: [] };
  for (let k = 0; k < rows.length && datum[k]! <= tag; k += 1) {
    if (end[rows[k]!]! <= tag) continue;
    const open = offenAm(roh, R, rows[k]!, tag);
    if (open !== 0) {
      found.rows.push(rows[k]!);
      found.cents.push(open);
    }
  }
  if (days.size >= GEMERKT) days.delete(days.keys().next().value!);
  days.set(tag, found);
  return found;
}
/** Of each invoice the day from which on nothing of it is open any more: after the last thing that happens to it. */
function erledigtAb(bild: Bild): Int32Array {
  return einmal(bild, 'erledigt', () => {
    const { R, roh } = bild,
      { datum, stornoAm } = roh.tabellen.rechnung.spalten,
      made = new Int32Array(roh.tabellen.rechnung.anzahl).fill(NIE);
    for (const at of R.lebende) {
      let last = datum![at]!;
      const later = (day: number): void => {
        if (day > last) last = day;
      };
      later(stornoAm![at]!);
      for (let g = R.gutschriften.from[at]!; g < R.gutschriften.from[at + 1]!; g += 1) {
        const note = R.gutschriften.rows[g]!;
        later(datum![note]!);
        later(stornoAm![note]!);
      }
      for (let g = R.zahlungenAn.from[at]!; g < R.zahlungenAn.from[at + 1]!; g += 1)
        later(R.Z.tag[R.zahlungenAn.rows[g]!]!);
      if (offenAm(roh, R, at, last) === 0) made[at] = last;
    }
    return made;
  });
}
const NIE = 2_147_483_647;
/** Ages of open items in days, first and last. */
const ALTER: readonly (readonly [string, number, number])[] = [
  ['offen0bis30', 0, 30],
  ['offen31bis60', 31, 60],
  ['offen61bis90', 61, 90],
  ['offenUeber90', 91, Infinity],
];
/** Of days further back or ahead no sums are kept, so that a wrong date of one row does not cost gigabytes. */
const ZURUECK = 366 * 12,
  VORAUS = 366 * 3;
/** Cents open at the end of each day from `ab` on, by age; undefined where an invoice says no sum. */
interface Offenstand {
  readonly ab: number;
  readonly cents: readonly Float64Array[];
}
export function offenstand(bild: Bild): Offenstand | undefined {
  return einmal(bild, 'offenstand', () => {
    const { R, roh, heute } = bild,
      { datum, stornoAm } = roh.tabellen.rechnung.spalten,
      ab = heute - ZURUECK,
      tage = ZURUECK + VORAUS + 1,
      cents = ALTER.map(() => new Float64Array(tage + 1));
    /** Adds to all days from `from` up to before `to`. */
    const add = (sums: Float64Array, from: number, to: number, value: number): void => {
      const a = Math.max(from, ab),
        z = Math.min(to, ab + tage);
      if (a < z) {
        sums[a - ab]! += value;
        sums[z - ab]! -= value;
      }
    };
    const days: number[] = [],
      von = ALTER.map(([, from]) => from),
      bis = ALTER.map(([, , to]) => to + 1);
    let first = 0;
    const merke = (day: number): void => {
      if (day > first && !days.includes(day)) days.push(day);
    };
    for (const at of R.lebende) {
      first = datum![at]!;
      if (first === LEER || R.ziel[at] !== at) continue;
      // What is open changes on these days only.
      days.length = 0;
      days.push(first);
      merke(stornoAm![at]!);
      for (let g = R.gutschriften.from[at]!; g < R.gutschriften.from[at + 1]!; g += 1) {
        const note = R.gutschriften.rows[g]!;
        merke(datum![note]!);
        merke(stornoAm![note]!);
      }
      for (let g = R.zahlungenAn.from[at]!; g < R.zahlungenAn.from[at + 1]!; g += 1)
        merke(R.Z.tag[R.zahlungenAn.rows[g]!]!);
      if (days.length > 2) days.sort((x, y) => x - y);
      for (let k = 0; k < days.length; k += 1) {
        const open = offenAm(roh, R, at, days[k]!),
          end = days[k + 1] ?? NIE;
        if (Number.isNaN(open)) return undefined;
        if (open !== 0)
          for (let n = 0; n < cents.length; n += 1)
            add(
              cents[n]!,
              Math.max(days[k]!, first + von[n]!),
              Math.min(end, first + bis[n]!),
              open,
            );
      }
    }
    for (const sums of cents) for (let d = 1; d < sums.length; d += 1) sums[d]! += sums[d - 1]!;
    return { ab, cents };
  });
}
const offene = new WeakMap<Auswahl['marken'], Map<string, readonly number[]>>();
/** Cents of open items on the last day of a choice, by age: of everything as they are kept, else added up once. */
function offeneJeAlter(a: Auswahl): readonly number[] {
  const stand = alleZeilen(a) ? offenstand(a.bild) : undefined,
    d = a.stichtag - (stand?.ab ?? 0);
  if (stand && d >= 0 && d < stand.cents[0]!.length - 1) return stand.cents.map((by) => by[d]!);
  let own = offene.get(a.marken);
  if (!own) offene.set(a.marken, (own = new Map()));
  const day = `${a.stichtag} ${a.wochentag ?? ''}`,
    known = own.get(day);
  if (known) return known;
  const sums = ALTER.map(() => 0);
  jederOffenePosten(a, (_at, cents, age) => {
    sums[ALTER.findIndex(([, , to]) => age <= to)]! += cents;
  });
  own.set(day, sums);
  return sums;
}
/** Cents of open items on the last day of a choice, as their figure asks; undefined for other figures. */
export function plaeneOffen(key: string, a: Auswahl): number | undefined {
  const only = ALTER.findIndex(([of]) => of === key);
  return only < 0 && key !== 'offenePosten'
    ? undefined
    : offeneJeAlter(a).reduce((sum, cents, at) => (only < 0 || only === at ? sum + cents : sum), 0);
}
const posten =
  (from: number, to: number): Definition =>
  (a, s) => {
    jederOffenePosten(a, (at, cents, age) => {
      if (age >= from && age <= to) s.z('rechnung', at, cents);
    });
  };
const ALLE_POSTEN = posten(0, Infinity);
/** Calls back with each chosen invoice and credit note written in the span that still counts on its last day, with the chosen share of its sum in cents. */
export function jedeRechnung(a: Auswahl, visit: (at: number, cents: number) => void): void {
  const { rows, tag, stornoAm, betrag } = rechnungenNachTag(a.bild),
    bis = abStelle(tag, a.bis + 1),
    alle = alleZeilen(a),
    { stichtag } = a;
  for (let k = abStelle(tag, a.von); k < bis; k += 1) {
    const day = tag[k]!,
      off = stornoAm[k]!;
    if ((off === LEER || off > (day > stichtag ? day : stichtag)) && (alle || passtR(a, rows[k]!)))
      visit(rows[k]!, alle ? centsVon(betrag[k]!) : centsVon(betrag[k]!) * anteilR(a, rows[k]!));
  }
}
/** Private services that nobody had billed on the last day of a choice, older than some days. */
export function jedeUnberechnete(a: Auswahl, aelterAls: number, visit: (i: number) => void): void {
  jedeUnberechneteAm(bisVor(aelterAls)(a), a.stichtag, visit);
}
/** The days of a choice that lie back further than so many. */
const bisVor =
  (tage: number) =>
  (a: Auswahl): Auswahl =>
    imZeitraum(a, a.von, Math.min(a.bis, a.stichtag - tage - 1));
const unberechnet =
  (days: number): Definition =>
  (a, s) => {
    const { L } = a.bild;
    jedeUnberechnete(a, days, (i) => {
      s.z('leistung', L.roh[i]!, L.betrag[i]!);
    });
  };
/** What is unbilled today, whatever its day. */
const heuteUnberechnet: Definition = (a, s) => {
  const { L } = a.bild;
  jedeUnberechneteAm(a, a.bild.heute, (i) => {
    s.z('leistung', L.roh[i]!, L.betrag[i]!);
  });
};
/** Kept by day as it is today: of a day before nothing is known from it. */
const unberechneteTage = (tage: number): Tageweise => ({
  wort: 'unberechnet',
  weg: heuteUnberechnet,
  spanne: bisVor(tage),
  gilt: (a) => a.stichtag >= a.bild.heute,
});
/** Figures whose sums are kept by day. */
export const plaeneTageweise: Readonly<Record<string, Tageweise>> = {
  nichtFakturiert: unberechneteTage(7),
  nichtFakturiert30: unberechneteTage(30),
};

export const plaene: Readonly<Record<string, Definition>> = {
  parTrichter(a, s) {
    const c = a.bild.roh.tabellen.parfall.spalten;
    for (const at of a.bild.lebende.parfall) {
      if (
        c['erstelltAm']![at] === LEER ||
        c['erstelltAm']![at]! < a.von ||
        c['erstelltAm']![at]! > a.bis ||
        !passtPlan(a, 'parfall', at)
      )
        continue;
      s.n('parfall', at, 1);
      if (c['uptVon']![at] !== LEER) s.z('parfall', at, 1);
    }
  },
  hkpAnnahme(a, s) {
    const begun = a.bild.roh.tabellen.hkp.spalten['begonnenAm']!;
    jederNeuePlan(a, (at) => {
      s.n('hkp', at, 1);
      if (begun[at] !== LEER) s.z('hkp', at, 1);
    });
  },
  hkpAnnahmeWert(a, s) {
    const c = a.bild.roh.tabellen.hkp.spalten;
    jederNeuePlan(a, (at) => {
      const cents = centsVon(c['gesamt']![at]!);
      s.n('hkp', at, cents);
      if (c['begonnenAm']![at] !== LEER) s.z('hkp', at, cents);
    });
  },
  planungsquote(a, s) {
    const { B, roh } = a.bild,
      visits = new Uint8Array(B.n),
      seen = new Uint8Array(roh.tabellen.patient.anzahl),
      planned = new Uint8Array(roh.tabellen.patient.anzahl),
      made = roh.tabellen.hkp.spalten['erstelltAm']!;
    jederBesuch(a, (b) => {
      visits[b] = 1;
      const p = B.pat[b]!;
      if (seen[p] === 0) {
        seen[p] = 1;
        s.n('patient', p, 1);
      }
    });
    jederNeuePlan(a, (at, p) => {
      if (p < 0 || planned[p] === 1) return;
      const b = besuchAm(a.bild, p, made[at]!);
      if (b >= 0 && visits[b] === 1) {
        planned[p] = 1;
        s.z('patient', p, 1);
      }
    });
  },
  patientenAnnahme(a, s) {
    const touched = angegangenePlaene(a.bild),
      seen = new Uint8Array(a.bild.roh.tabellen.patient.anzahl),
      done = new Uint8Array(seen.length);
    jederNeuePlan(a, (at, p) => {
      if (p < 0) return;
      if (seen[p] === 0) {
        seen[p] = 1;
        s.n('patient', p, 1);
      }
      if (done[p] === 0 && touched[at] === 1) {
        done[p] = 1;
        s.z('patient', p, 1);
      }
    });
  },
  behandlungsAnnahme(a, s) {
    const c = a.bild.roh.tabellen.hkp.spalten,
      touched = angegangenePlaene(a.bild);
    jederNeuePlan(a, (at) => {
      if (c['besprochenAm']![at] === LEER) return;
      const cents = centsVon(c['gesamt']![at]!);
      s.n('hkp', at, cents);
      if (touched[at] === 1) s.z('hkp', at, cents);
    });
  },
  hkpOffen(a, s) {
    const gesamt = a.bild.roh.tabellen.hkp.spalten['gesamt']!;
    jederOffenePlanAm(a.bild, a.stichtag, (at) => {
      if (passtPlan(a, 'hkp', at)) s.z('hkp', at, centsVon(gesamt[at]!));
    });
  },
  zeitBisRechnung(a, s) {
    const { R, roh } = a.bild,
      datum = roh.tabellen.rechnung.spalten['datum']!,
      lastOf = letzteBehandlung(a.bild);
    jedeRechnung(a, (at) => {
      if (R.ziel[at] !== at) return;
      const last = lastOf[at]!;
      if (last !== LEER) {
        s.z('rechnung', at, datum[at]! - last);
        s.n('rechnung', at, 1);
      }
    });
  },
  nichtFakturiert: unberechnet(7),
  nichtFakturiert30: unberechnet(30),
  ueberfaelligePosten(a, s) {
    jederUeberfaelligePosten(a, (at, cents) => {
      s.z('rechnung', at, cents);
    });
  },
  offenePosten: ALLE_POSTEN,
  ...Object.fromEntries(ALTER.map(([key, from, to]) => [key, posten(from, to)])),
  dso(a, s) {
    if (s.nurSumme) s.z('rechnung', -1, plaeneOffen('offenePosten', a)!);
    else ALLE_POSTEN(a, s);
    jedeRechnung(imZeitraum(a, a.stichtag - 89, a.stichtag), (at, cents) => {
      s.n('rechnung', at, cents / 90);
    });
  },
  factoringquote(a, s) {
    const art = a.bild.roh.tabellen.rechnung.spalten['art']!;
    jedeRechnung(a, (at, cents) => {
      if (art[at] === RECHNUNG.KZV) return;
      s.n('rechnung', at, cents);
      if (art[at] === RECHNUNG.FACTORING) s.z('rechnung', at, cents);
    });
  },
  forderungsausfall(a, s) {
    const { R } = a.bild,
      { Z } = R;
    jedeRechnung(a, (at, cents) => {
      s.n('rechnung', at, cents);
    });
    for (let i = abStelle(Z.tag, a.von), to = abStelle(Z.tag, a.bis + 1); i < to; i += 1)
      if (Z.istAbschreibung[i] === 1 && R.ziel[Z.rechnung[i]!]! >= 0 && passtR(a, Z.rechnung[i]!))
        s.z('zahlung', Z.roh[i]!, Z.betrag[i]! * anteilR(a, Z.rechnung[i]!));
  },
  beanstandungsquote(a, s) {
    const { R, roh } = a.bild,
      objected = roh.tabellen.rechnung.spalten['beanstandetAm']!;
    jedeRechnung(a, (at) => {
      if (R.ziel[at] !== at) return;
      s.n('rechnung', at, 1);
      if (objected[at] !== LEER) s.z('rechnung', at, 1);
    });
  },
};
