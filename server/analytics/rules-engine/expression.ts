// Conditions and quantities of rules as functions over the day at hand: true, false, or not known, which is never taken for true.

import { doneIn } from '../snapshot/note-reading.ts';
import { findMerkmal } from '../../../shared/analytics/billing/rule-facts.ts';
import {
  liesMuster,
  type Bedingung,
  type Dauer,
  type Eintrag,
  type Markenbaum,
  type Term,
  type Zeichen,
} from '../../../shared/analytics/billing/rule-language.ts';
import { plusMonate } from '../snapshot/calendar.ts';
import type { Lage } from './day-state.ts';
import { finde, funktion, rang, type Finder, type Umfeld, type Wert } from './facts.ts';
import type { Motorbild } from './engine-snapshot.ts';

/** 1 true, 0 false, -1 not known. */
export type Urteil = 1 | 0 | -1;
export type Frage = (k: Lage) => Urteil;

const istDauer = (wert: Wert): wert is Dauer =>
  typeof wert === 'object' && wert !== null && 'einheit' in wert;
const spaeter = (tag: number, dauer: Dauer, vorzeichen = 1): number =>
  dauer.einheit === 'D' ? tag + vorzeichen * dauer.n : plusMonate(tag, vorzeichen * dauer.n);
const wahr = (one: boolean): Urteil => (one ? 1 : 0);
const je = (wert: Wert): readonly (number | string | boolean)[] =>
  Array.isArray(wert)
    ? (wert as readonly (number | string)[])
    : [wert as number | string | boolean];

/** A term as a function. */
export function baueTerm(term: Term, m: Motorbild, u: Umfeld): Finder {
  switch (term.art) {
    case 'zahl':
      return () => term.wert;
    case 'dauer':
      return () => term.wert;
    case 'uhr':
      return () => term.minuten;
    case 'text':
    case 'wort':
      return () => term.wert;
    case 'merkmal':
      return finde(term.name, u);
    case 'ruf':
      return funktion(m, term.name, term.marken, term.zweite, term.fenster, term.worte);
    case 'rechnung': {
      const links = baueTerm(term.links, m, u),
        rechts = baueTerm(term.rechts, m, u),
        vorzeichen = term.zeichen === '+' ? 1 : -1;
      return (k) => {
        const a = links(k),
          b = rechts(k);
        if (typeof a !== 'number') return null;
        return istDauer(b)
          ? spaeter(a, b, vorzeichen)
          : typeof b === 'number'
            ? a + vorzeichen * b
            : null;
      };
    }
    case 'tafel': {
      const schluessel = finde(term.schluessel, u),
        eintraege = new Map(
          Object.entries(term.eintraege)
            .filter((one): one is [string, Term] => !Array.isArray(one[1]))
            .map(([key, value]) => [key, baueTerm(value, m, u)]),
        );
      return (k) => {
        const key = schluessel(k);
        return typeof key === 'string' ? (eintraege.get(key)?.(k) ?? null) : null;
      };
    }
  }
}
const ordnung = (wert: number | string | boolean): number | string =>
  typeof wert === 'string' && rang(wert) >= -1 && /^[A-Z_]+$/.test(wert)
    ? rang(wert)
    : typeof wert === 'boolean'
      ? Number(wert)
      : wert;
function gleich(a: number | string | boolean, b: number | string | boolean): boolean {
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'number') return false;
  const x = String(a),
    y = String(b);
  return x.length === y.length && x.toUpperCase() === y.toUpperCase();
}
function misst(
  zeichen: Zeichen,
  a: number | string | boolean,
  b: number | string | boolean,
): boolean {
  if (zeichen === '=') return gleich(a, b);
  if (zeichen === '!=') return !gleich(a, b);
  const x = ordnung(a),
    y = ordnung(b);
  return zeichen === '<' ? x < y : zeichen === '<=' ? x <= y : zeichen === '>' ? x > y : x >= y;
}
/** Compares days with a duration by the time that went by: `letzteAIT>28D`. */
const alsTage = (zeichen: Zeichen, tag: number, seit: number, dauer: Dauer): boolean =>
  misst(zeichen, tag, spaeter(seit, dauer));

function baueListe(
  liste: readonly Eintrag[],
  m: Motorbild,
  u: Umfeld,
): (k: Lage, wert: number | string | boolean, istTag: boolean) => Urteil {
  const eintraege = liste.map((one) =>
    one.art === 'einer'
      ? {
          von: baueTerm(one.term, m, u),
          bis: null,
          wort: one.term.art === 'zahl' ? one.term.wort : null,
        }
      : { von: baueTerm(one.von, m, u), bis: baueTerm(one.bis, m, u), wort: null },
  );
  return (k, wert, istTag) => {
    let offen = false;
    for (const { von, bis, wort } of eintraege) {
      if (bis === null) {
        // Classes of findings are written as numbers: `6.*` is all of the sixth.
        if (typeof wert === 'string' && wort !== null) {
          if (wort.endsWith('.*') ? wert.startsWith(wort.slice(0, -1)) : wert === wort) return 1;
          continue;
        }
        const said = von(k);
        if (said === null || istDauer(said)) {
          offen = true;
          continue;
        }
        if (je(said).some((one) => gleich(wert, one))) return 1;
      } else {
        const from = von(k),
          to = bis(k);
        if (from === null || to === null) {
          offen = true;
          continue;
        }
        if (istDauer(from) && istDauer(to)) {
          if (
            istTag &&
            typeof wert === 'number' &&
            alsTage('>=', k.tag, wert, from) &&
            alsTage('<=', k.tag, wert, to)
          )
            return 1;
        } else if (
          typeof from === 'number' &&
          typeof to === 'number' &&
          typeof wert === 'number' &&
          wert >= from &&
          wert <= to
        )
          return 1;
      }
    }
    return offen ? -1 : 0;
  };
}
const istTag = (term: Term): boolean =>
  (term.art === 'merkmal' && findMerkmal(term.name)?.typ === 'tag') ||
  (term.art === 'ruf' && term.name === 'abstand') ||
  (term.art === 'rechnung' && istTag(term.links));

/** A condition as a function; several values at once fit if one of them does, and never fit `!=` or `not in` if one of them is there. */
export function baueFrage(b: Bedingung, m: Motorbild, u: Umfeld): Frage {
  switch (b.art) {
    case 'und': {
      const teile = b.teile.map((one) => baueFrage(one, m, u));
      return (k) => {
        let all: Urteil = 1;
        for (const one of teile) {
          const said = one(k);
          if (said === 0) return 0;
          if (said === -1) all = -1;
        }
        return all;
      };
    }
    case 'oder': {
      const teile = b.teile.map((one) => baueFrage(one, m, u));
      return (k) => {
        let all: Urteil = 0;
        for (const one of teile) {
          const said = one(k);
          if (said === 1) return 1;
          if (said === -1) all = -1;
        }
        return all;
      };
    }
    case 'nicht': {
      const von = baueFrage(b.von, m, u);
      return (k) => {
        const said = von(k);
        return said === -1 ? -1 : wahr(said === 0);
      };
    }
    case 'notiz': {
      const muster = liesMuster(b.muster);
      // Without a note nothing is documented, and nothing speaks against it either. A pattern that
      // must not be there names its own negations, so it is looked for in the plain text.
      return (k) => {
        const text = k.notiz();
        if (b.verneint) return wahr(text === '' || !muster.test(text));
        return wahr(text !== '' && doneIn(text, muster) !== null);
      };
    }
    case 'wahr': {
      const term = baueTerm(b.term, m, u);
      return (k) => {
        const said = term(k);
        return said === null ? -1 : wahr(said === true);
      };
    }
    case 'vergleich': {
      const links = baueTerm(b.links, m, u),
        rechts = baueTerm(b.rechts, m, u),
        tage = istTag(b.links),
        { zeichen } = b;
      return (k) => {
        const a = links(k),
          c = rechts(k);
        if (a === null || c === null || istDauer(a)) return -1;
        if (istDauer(c))
          return tage && typeof a === 'number' ? wahr(alsTage(zeichen, k.tag, a, c)) : -1;
        const fits = (x: number | string | boolean): boolean =>
          je(c).some((y) => misst(zeichen, x, y));
        return wahr(zeichen === '!=' ? je(a).every(fits) : je(a).some(fits));
      };
    }
    case 'in': {
      const links = baueTerm(b.links, m, u),
        tage = istTag(b.links);
      const tafel = b.tafel?.art === 'tafel' ? b.tafel : null,
        schluessel = tafel && finde(tafel.schluessel, u);
      const listen = new Map(
          Object.entries(tafel?.eintraege ?? {}).map(([key, value]) => [
            key,
            baueListe(
              Array.isArray(value)
                ? (value as readonly Eintrag[])
                : [{ art: 'einer', term: value as Term }],
              m,
              u,
            ),
          ]),
        ),
        eine = tafel ? null : baueListe(b.liste, m, u);
      return (k) => {
        const a = links(k);
        let liste = eine;
        if (schluessel) {
          const key = schluessel(k);
          if (typeof key !== 'string') return -1;
          liste = listen.get(key) ?? (() => 0);
        }
        if (a === null || istDauer(a) || !liste) return -1;
        let said: Urteil = 0;
        for (const one of je(a)) {
          const found = liste(k, one, tage);
          if (found === 1) {
            said = 1;
            break;
          }
          if (found === -1) said = -1;
        }
        return b.verneint ? (said === -1 ? -1 : wahr(said === 0)) : said;
      };
    }
  }
}

/** Tokens joined by `&` and `|`, all of them today; those of history in their window. */
export function baueBaum(baum: Markenbaum, m: Motorbild): (k: Lage) => boolean {
  if (baum.art === 'marke') {
    const { marke } = baum,
      menge = m.buch.menge([marke]);
    return marke.fenster === null
      ? (k) => k.heute(menge, marke.bezug, true) >= 0
      : (k) => {
          const from = k.von(marke.fenster);
          return from !== null && k.davor(menge, from, marke.bezug, true) >= 0;
        };
  }
  const teile = baum.teile.map((one) => baueBaum(one, m));
  return baum.art === 'und'
    ? (k) => teile.every((one) => one(k))
    : (k) => teile.some((one) => one(k));
}
