// The engine of billing rules: reads rules once, walks patients day by day over the image, and says what is missing and what does not go together. It books nothing.

import type { Regel } from '../../../shared/analytics/billing/rule.ts';
import {
  fundKey,
  type Fund,
  type RegelEinstellung,
} from '../../../shared/analytics/billing/proposal.ts';
import { S, type Bild } from '../snapshot/snapshot.ts';
import type { Rohdaten } from '../snapshot/tables/raw-tables.ts';
import { ersterDesMonats, LEER, quartalVon, tagText, tagVon } from '../snapshot/calendar.ts';
import { abStelle } from '../snapshot/tables/sort-rows.ts';
import { LEBT } from '../snapshot/tables/column-table.ts';
import { confidenceOf } from './evidence.ts';
import { Lage } from './day-state.ts';
import { Motorbild } from './engine-snapshot.ts';
import { Tagespruefung, type Treffer } from './check-day.ts';
import { liesRegel, uebersetze, type Gelesen, type Uebersetzt } from './compiled-rules.ts';
import { Werte } from './value.ts';

export const OHNE_EINSTELLUNG: RegelEinstellung = {
  aus: [],
  mitVertretung: false,
  mitAnderenTraegern: false,
  schalter: {},
  schwellen: {},
};
/** Rules read once with what the practice set; good for any image. */
export interface Kompiliert {
  readonly regeln: readonly Gelesen[];
  readonly einstellung: RegelEinstellung;
}
/** @throws Sprachfehler of the first rule that cannot be read */
export function kompiliere(
  regeln: readonly Regel[],
  einstellung: RegelEinstellung = OHNE_EINSTELLUNG,
): Kompiliert {
  const aus = new Set(einstellung.aus);
  return { regeln: regeln.filter((one) => !aus.has(one.id)).map(liesRegel), einstellung };
}

/** Rules bound to the rows of a practice; they follow its images. */
export interface Gebunden {
  readonly m: Motorbild;
  readonly k: Lage;
  readonly werte: Werte;
  readonly einstellung: RegelEinstellung;
  readonly alle: readonly Uebersetzt[];
  readonly stand: readonly Uebersetzt[];
  readonly anlassRegeln: readonly Uebersetzt[];
  /** Rules that a service of a code may set off, and checks that it may be part of. */
  readonly nachCode: (readonly Uebersetzt[])[];
  readonly pruefungen: (readonly Uebersetzt[])[];
}
interface Praxis {
  readonly m: Motorbild;
  readonly regeln: WeakMap<Kompiliert, Gebunden>;
}
const praxen = new WeakMap<Rohdaten, Praxis>();
function praxisVon(bild: Bild, wer: Int32Array | undefined): Praxis {
  const known = praxen.get(bild.roh);
  // More new positions than there is room for: everything is made ready anew.
  if (known)
    try {
      known.m.stelle(bild, wer);
      return known;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  const made: Praxis = { m: new Motorbild(bild), regeln: new WeakMap() };
  praxen.set(bild.roh, made);
  made.m.stelle(bild, wer);
  return made;
}
/** @param wer places of those who will be asked about; anybody without it */
function binde(bild: Bild, kompiliert: Kompiliert, wer?: Int32Array): Gebunden {
  const { m, regeln } = praxisVon(bild, wer),
    { einstellung } = kompiliert,
    umfeld = {
      region: einstellung.region ?? null,
      schalter: einstellung.schalter,
      schwellen: einstellung.schwellen,
    };
  let found = regeln.get(kompiliert);
  if (!found) {
    const alle = kompiliert.regeln.map((one, platz) =>
      uebersetze(one, platz, m, umfeld, einstellung.mitAnderenTraegern),
    );
    regeln.set(
      kompiliert,
      (found = {
        m,
        k: new Lage(m),
        werte: new Werte(einstellung.eigeneWerte ?? [], einstellung.region ?? null),
        einstellung,
        alle,
        stand: alle.filter((one) => one.istStand),
        anlassRegeln: alle.filter((one) => one.anlaesse.length > 0),
        nachCode: [],
        pruefungen: [],
      }),
    );
  }
  if (found.nachCode.length < m.buch.systeme.length) {
    // Checks first: they look at what is charged before anything is proposed.
    const sorted = [...found.alle].sort(
      (x, y) => Number(x.regel.art !== 'PRUEFUNG') - Number(y.regel.art !== 'PRUEFUNG'),
    );
    for (let code = found.nachCode.length; code < m.buch.systeme.length; code += 1) {
      const list = sorted.filter((one) => one.heute?.[code] === 1);
      found.nachCode.push(list);
      found.pruefungen.push(list.filter((one) => one.regel.art === 'PRUEFUNG'));
    }
  }
  return found;
}

export interface Auswahl {
  /** Places in the table of patients; all without it. A record that went over into another one stands for that one. */
  readonly patienten?: Int32Array | undefined;
  /** Everybody who will be asked about part by part; then rows are grouped for these only. */
  readonly rahmen?: Int32Array | undefined;
  /** First and last day of treatment `YYYY-MM-DD`. What holds as of today is looked at where today lies within them. */
  readonly von?: string | undefined;
  readonly bis?: string | undefined;
  /** Also findings that lost against a likelier rule for the same position of the day, marked `verdeckt`. */
  readonly mitVerdeckten?: boolean | undefined;
  /** Takes each finding as it is made, so that none has to be kept; then the list is empty. */
  readonly nimm?: ((fund: Fund) => void) | undefined;
  /** Asked between patients; true stops. */
  readonly halt?: ((fertig: number, alle: number) => boolean) | undefined;
}
/** Evaluates rules over an image. Of days after today nothing is said: what is only planned was not forgotten. Findings come by patient, each patient's by day, of a day checks first. What was decided about them is not known here. */
export function werteAus(bild: Bild, kompiliert: Kompiliert, auswahl: Auswahl = {}): Fund[] {
  const g = binde(bild, kompiliert, auswahl.rahmen ?? auswahl.patienten),
    { k } = g,
    found: Fund[] = [],
    nimm =
      auswahl.nimm ??
      ((one: Fund) => {
        found.push(one);
      });
  const von = auswahl.von === undefined ? -2_000_000_000 : tagVon(auswahl.von),
    bis = Math.min(bild.heute, auswahl.bis === undefined ? 2_000_000_000 : tagVon(auswahl.bis)),
    { zustand } = bild.roh.tabellen.patient;
  const pruefung = new Tagespruefung(g, auswahl.mitVerdeckten),
    chosen = auswahl.patienten
      ? [...new Set(Array.from(auswahl.patienten, (p) => bild.akte[p] ?? -1))]
          .filter((p) => p >= 0)
          .sort((x, y) => x - y)
      : null;
  const alle = chosen ? chosen.length : bild.roh.tabellen.patient.anzahl;
  for (let at = 0; at < alle; at += 1) {
    const p = chosen ? chosen[at]! : at;
    if (zustand[p] !== LEBT || bild.akte[p] !== p) continue;
    if (auswahl.halt?.(at, alle) === true) break;
    k.lade(p);
    if (k.versicherung < 0) continue;
    const treffer = tage(g, pruefung, von, bis);
    if (bild.heute >= von && bild.heute <= bis) treffer.push(...pruefung.stand(bild.heute));
    const once = new Set<string>();
    for (const one of treffer) {
      const fund = fundAus(g, one),
        key = fundKey(fund);
      if (!once.has(key)) {
        once.add(key);
        nimm(fund);
      }
    }
  }
  return found;
}
function tage(g: Gebunden, pruefung: Tagespruefung, von: number, bis: number): Treffer[] {
  const { k } = g,
    found: Treffer[] = [],
    sonst = andereTage(g, von, bis);
  let next = 0;
  const ohneLeistung = (vor: number, at: number): void => {
    for (; next < sonst.length && sonst[next]! < vor; next += 1)
      found.push(...pruefung.tag(sonst[next]!, at, at));
  };
  for (let a = 0; a < k.n;) {
    const tag = k.tage[a]!;
    let b = a + 1;
    while (b < k.n && k.tage[b] === tag) b += 1;
    ohneLeistung(tag, a);
    if (sonst[next] === tag) next += 1;
    if (tag >= von && tag <= bis) found.push(...pruefung.tag(tag, a, b));
    a = b;
  }
  ohneLeistung(2_000_000_000, k.n);
  return found;
}
/** Days on which a rule may speak though nothing was charged: a plan was made, an appointment kept. */
function andereTage({ k, m, anlassRegeln }: Gebunden, von: number, bis: number): number[] {
  if (anlassRegeln.length === 0) return [];
  const days = new Set<number>(),
    { T } = m.bild,
    { rows, from } = T.nachPatient,
    tage = m.spalte('hkp', 'erstelltAm');
  for (const at of m.zeilen('hkp', k.p)) days.add(tage[at]!);
  if (anlassRegeln.some((one) => one.anlaesse.includes('TERMIN')))
    for (let i = from[k.p]!; i < from[k.p + 1]!; i += 1)
      if (T.status[rows[i]!] === S.WAHRGENOMMEN) days.add(T.tag[rows[i]!]!);
  return [...days].filter((tag) => tag !== LEER && tag >= von && tag <= bis).sort((x, y) => x - y);
}
function fundAus(g: Gebunden, { uebersetzt, behandler, ...one }: Treffer): Fund {
  const { regel } = uebersetzt;
  return {
    regel: regel.id,
    regelVersion: regel.version,
    art: regel.art,
    patid: g.m.id('patient', g.k.p),
    behandler: g.m.id('behandler', behandler),
    konfidenz: confidenceOf(regel, one.belege),
    ...one,
    tag: tagText(one.tag),
  };
}

export interface Rueckrechnung {
  readonly treffer: number;
  readonly cents: number;
  /** Days where it would have spoken, spread over the span. */ readonly beispiele: readonly Fund[];
}
const BEISPIELE = 20;
/** What a rule would have found in a span, beside the checks that keep proposals back. @throws Sprachfehler */
export function rueckrechnung(
  bild: Bild,
  regel: Regel,
  von: string,
  bis: string,
  einstellung: RegelEinstellung = OHNE_EINSTELLUNG,
  pruefungen: readonly Regel[] = [],
): Rueckrechnung {
  const own = kompiliere(
    [regel, ...pruefungen.filter((one) => one.id !== regel.id && one.art === 'PRUEFUNG')],
    { ...einstellung, aus: einstellung.aus.filter((id) => id !== regel.id) },
  );
  const beispiele: Fund[] = [];
  let treffer = 0,
    cents = 0,
    step = 1;
  werteAus(bild, own, {
    von,
    bis,
    nimm: (fund) => {
      if (fund.regel !== regel.id) return;
      if (treffer % step === 0) beispiele.push(fund);
      treffer += 1;
      cents += fund.cents;
      // Every second one goes, so that those kept stay spread evenly.
      if (beispiele.length >= BEISPIELE * 2) {
        step *= 2;
        for (let i = beispiele.length - 1; i > 0; i -= 2) beispiele.splice(i, 1);
      }
    },
  });
  return { treffer, cents, beispiele: beispiele.slice(0, BEISPIELE) };
}

/** What findings depend on beside the patient's own rows and today: ratios of the whole practice, by the quarter in which they are asked for. */
export interface Praxisquoten {
  readonly jeQuartal: ReadonlyMap<number, string>;
  /** Rules ask for them on days with services only. */ readonly nurAnLeistungen: boolean;
}
export function praxisquoten(
  bild: Bild,
  kompiliert: Kompiliert,
  rahmen?: Int32Array,
): Praxisquoten {
  const asking = binde(bild, kompiliert, rahmen).alle.filter((one) => one.quoten.length > 0),
    first = bild.L.n === 0 ? 0 : quartalVon(bild.L.tag[0]!),
    last = bild.L.n === 0 ? -1 : quartalVon(Math.max(bild.heute, bild.L.tag[bild.L.n - 1]!)),
    jeQuartal = new Map<number, string>();
  if (asking.length > 0)
    for (let q = first; q <= last; q += 1)
      jeQuartal.set(
        q,
        asking
          .flatMap((one) => one.quoten)
          .map((quote) => quote(q)?.toFixed(9) ?? '-')
          .join(' '),
      );
  return {
    jeQuartal,
    nurAnLeistungen: asking.every((one) => !one.istStand && one.anlaesse.length === 0),
  };
}
/** Whom changed ratios concern: places, none where nothing changed, everybody where that cannot be told. */
export function vonQuotenBetroffen(
  bild: Bild,
  vorher: Praxisquoten,
  jetzt: Praxisquoten,
): ReadonlySet<number> | 'alle' {
  const found = new Set<number>(),
    { L } = bild;
  for (const q of new Set([...vorher.jeQuartal.keys(), ...jetzt.jeQuartal.keys()])) {
    if ((vorher.jeQuartal.get(q) ?? '-') === (jetzt.jeQuartal.get(q) ?? '-')) continue;
    if (!vorher.nurAnLeistungen || !jetzt.nurAnLeistungen) return 'alle';
    for (
      let i = abStelle(L.tag, ersterDesMonats(q * 3)),
        end = abStelle(L.tag, ersterDesMonats(q * 3 + 3));
      i < end;
      i += 1
    )
      if (L.pat[i]! >= 0) found.add(L.pat[i]!);
  }
  return found;
}
