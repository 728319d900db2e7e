// What patterns of keywords do to the appointments that were delivered: how many each decides, what stays without a group, which patterns are guessed.

import {
  alleMuster,
  ersteMuster,
  gesucht,
  musterVorschlaege,
  type Stichwortmuster,
  type Stichworttext,
} from '../../../shared/analytics/deliveries/keywords.ts';
import type { StichwortWirkung } from '../../../shared/analytics/deliveries/appointment-types.schema.ts';
import {
  schlicht,
  vermuteteGruppe,
} from '../../../shared/analytics/deliveries/appointment-types.ts';
import type { Bild } from './snapshot.ts';

/** Keywords that are told, and that are guessed from, at most: the most frequent. */
const TEXTE = 100,
  GERATEN = 5000;

interface Gezaehlt {
  termine: number;
  ohneArt: number;
  ohneWort: number;
  /** Appointments whose type says no group, by the place of their keywords: all, and those of records that are not closed. */ nach: Map<
    number,
    { alle: number; offene: number }
  >;
}
/** @param zu numbers of closed records: they count, their words are not told */
function gezaehlt({ T, roh, artGruppe }: Bild, zu: readonly string[]): Gezaehlt {
  const { spalten, woerter } = roh.tabellen.termin,
    codes = spalten['stichworte']!,
    { liste } = woerter['stichworte']!,
    found: Gezaehlt = { termine: T.n, ohneArt: 0, ohneWort: 0, nach: new Map() };
  const closed = new Set(zu.map((id) => roh.tabellen.patient.nach.get(id)));
  for (let i = 0; i < T.n; i += 1) {
    if (T.terminart[i]! >= 0 && artGruppe[T.terminart[i]!]! >= 0) continue;
    found.ohneArt += 1;
    const code = codes[T.roh[i]!]!;
    if (code < 0 || liste[code]!.trim() === '') {
      found.ohneWort += 1;
      continue;
    }
    let row = found.nach.get(code);
    if (!row) found.nach.set(code, (row = { alle: 0, offene: 0 }));
    row.alle += 1;
    if (!closed.has(T.pat[i])) row.offene += 1;
  }
  return found;
}
const nachHaeufigkeit = (texte: Stichworttext[]): Stichworttext[] =>
  texte.sort((a, b) => b.termine - a.termine || (a.text < b.text ? -1 : 1));
/** Meaning of the practice's short codes, by their plain form. */
function bedeutungen({ roh }: Bild): Map<string, string> {
  const t = roh.tabellen.stichworte;
  return new Map(
    Array.from(roh.lebende('stichworte'), (at) => [
      schlicht(t.text('kuerzel', at)),
      t.text('text', at),
    ]),
  );
}

/** What some patterns would do. */
export function stichwortWirkung(
  bild: Bild,
  { items, angebote }: { items: readonly Stichwortmuster[]; angebote: readonly string[] },
  zu: readonly string[],
): StichwortWirkung {
  const { nach, ...sums } = gezaehlt(bild, zu),
    { liste } = bild.roh.tabellen.termin.woerter['stichworte']!,
    treffer = items.map(() => ({ zaehlt: 0, verdeckt: 0 })),
    bedeutung = bedeutungen(bild);
  const fitting = alleMuster(items),
    offered = alleMuster(angebote.map((muster) => ({ muster }))),
    wouldFit = angebote.map(() => 0),
    texte: Stichworttext[] = [];
  let offen = 0;
  for (const [code, { alle, offene }] of nach) {
    const text = liste[code]!,
      [first, ...later] = fitting(text);
    if (first === undefined) {
      offen += alle;
      if (offene > 0) texte.push({ text, termine: offene });
      for (const k of offered(text)) wouldFit[k]! += alle;
      continue;
    }
    treffer[first]!.zaehlt += alle;
    for (const k of later) treffer[k]!.verdeckt += alle;
  }
  nachHaeufigkeit(texte);
  const told = texte.slice(0, TEXTE).map((one) => ({
    ...one,
    gruppe:
      one.text
        .split('|')
        .map((word) => vermuteteGruppe(word, bedeutung.get(schlicht(word)) ?? ''))
        .find((found) => found !== null) ?? null,
  }));
  return {
    ...sums,
    offen,
    treffer,
    angebote: wouldFit,
    texte: told,
    weitere: texte.length - told.length,
  };
}
/** Patterns that are guessed for keywords that none of the practice's fits. */
export function stichwortVorschlaege(
  bild: Bild,
  muster: readonly Stichwortmuster[],
  zu: readonly string[],
): Stichwortmuster[] {
  const { liste } = bild.roh.tabellen.termin.woerter['stichworte']!,
    first = ersteMuster(muster),
    said = new Set(muster.map((one) => gesucht(one.muster)));
  const texte = [...gezaehlt(bild, zu).nach].flatMap(([code, { offene }]) =>
    offene > 0 && first(liste[code]!) < 0 ? [{ text: liste[code]!, termine: offene }] : [],
  );
  return musterVorschlaege(nachHaeufigkeit(texte).slice(0, GERATEN), bedeutungen(bild)).filter(
    (one) => !said.has(gesucht(one.muster)),
  );
}
