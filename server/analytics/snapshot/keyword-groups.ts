// Effect of keyword patterns on the delivered appointments: how many each decides, what stays
// without a group, which patterns are guessed.

import {
  findAllPatterns,
  firstPatternOf,
  searchable,
  proposePatterns,
  type KeywordPattern,
  type KeywordText,
} from '../../../shared/analytics/deliveries/keywords.ts';
import type { KeywordEffect } from '../../../shared/analytics/deliveries/appointment-types.schema.ts';
import { simplify, guessGroup } from '../../../shared/analytics/deliveries/appointment-types.ts';
import type { Snapshot } from './snapshot.ts';

/** Maximum number of keywords that are returned and used for guesses: the most frequent. */
const MAX_TEXTS = 100,
  MAX_GUESSED_TEXTS = 5000;

interface CountedRows {
  termine: number;
  ohneArt: number;
  ohneWort: number;
  /**
   * Appointments whose type has no group, by the index of their keywords: all, and those of records
   * that are not locked.
   */ nach: Map<number, { alle: number; stillOpen: number }>;
}
/** @param zu numbers of locked records: they count, their keywords are withheld */
function tally({ T, rawRows, groupByType }: Snapshot, zu: readonly string[]): CountedRows {
  const { spalten, wordLists } = rawRows.tables.termin,
    codes = spalten['stichworte']!,
    { liste } = wordLists['stichworte']!,
    found: CountedRows = { termine: T.n, ohneArt: 0, ohneWort: 0, nach: new Map() };
  const closed = new Set(zu.map((id) => rawRows.tables.patient.nach.get(id)));
  for (let i = 0; i < T.n; i += 1) {
    if (T.terminart[i]! >= 0 && groupByType[T.terminart[i]!]! >= 0) continue;
    found.ohneArt += 1;
    const code = codes[T.rawRows[i]!]!;
    if (code < 0 || liste[code]!.trim() === '') {
      found.ohneWort += 1;
      continue;
    }
    let row = found.nach.get(code);
    if (!row) found.nach.set(code, (row = { alle: 0, stillOpen: 0 }));
    row.alle += 1;
    if (!closed.has(T.pat[i])) row.stillOpen += 1;
  }
  return found;
}
const byFrequency = (texte: KeywordText[]): KeywordText[] =>
  texte.sort((a, b) => b.termine - a.termine || (a.text < b.text ? -1 : 1));
/** Meaning of the practice's abbreviations, by normalized form. */
function meanings({ rawRows }: Snapshot): Map<string, string> {
  const t = rawRows.tables.stichworte;
  return new Map(
    Array.from(rawRows.live('stichworte'), (at) => [
      simplify(t.text('kuerzel', at)),
      t.text('text', at),
    ]),
  );
}

/** Returns the effect of the given patterns. */
export function stichwortWirkung(
  snapshot: Snapshot,
  { items, angebote }: { items: readonly KeywordPattern[]; angebote: readonly string[] },
  zu: readonly string[],
): KeywordEffect {
  const { nach, ...sums } = tally(snapshot, zu),
    { liste } = snapshot.rawRows.tables.termin.wordLists['stichworte']!,
    treffer = items.map(() => ({ zaehlt: 0, verdeckt: 0 })),
    meaning = meanings(snapshot);
  const fitting = findAllPatterns(items),
    offered = findAllPatterns(angebote.map((muster) => ({ muster }))),
    wouldFit = angebote.map(() => 0),
    texte: KeywordText[] = [];
  let offen = 0;
  for (const [code, { alle, stillOpen }] of nach) {
    const text = liste[code]!,
      [first, ...later] = fitting(text);
    if (first === undefined) {
      offen += alle;
      if (stillOpen > 0) texte.push({ text, termine: stillOpen });
      for (const k of offered(text)) wouldFit[k]! += alle;
      continue;
    }
    treffer[first]!.zaehlt += alle;
    for (const k of later) treffer[k]!.verdeckt += alle;
  }
  byFrequency(texte);
  const told = texte.slice(0, MAX_TEXTS).map((one) => ({
    ...one,
    gruppe:
      one.text
        .split('|')
        .map((word) => guessGroup(word, meaning.get(simplify(word)) ?? ''))
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
/** Returns guessed patterns for keywords that match none of the practice's patterns. */
export function stichwortVorschlaege(
  snapshot: Snapshot,
  muster: readonly KeywordPattern[],
  zu: readonly string[],
): KeywordPattern[] {
  const { liste } = snapshot.rawRows.tables.termin.wordLists['stichworte']!,
    first = firstPatternOf(muster),
    said = new Set(muster.map((one) => searchable(one.muster)));
  const texte = [...tally(snapshot, zu).nach].flatMap(([code, { stillOpen }]) =>
    stillOpen > 0 && first(liste[code]!) < 0 ? [{ text: liste[code]!, termine: stillOpen }] : [],
  );
  return proposePatterns(byFrequency(texte).slice(0, MAX_GUESSED_TEXTS), meanings(snapshot)).filter(
    (one) => !said.has(searchable(one.muster)),
  );
}
