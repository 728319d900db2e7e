// Effect of keyword patterns on the delivered appointments: how many each decides, the texts
// without a group, the guessed patterns.

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
   */
  byText: Map<number, { all: number; stillOpen: number }>;
}
/** @param lockedIds numbers of locked records: they count, their keywords are withheld */
function tally(
  { appointments, rawRows, groupByType }: Snapshot,
  lockedIds: readonly string[],
): CountedRows {
  const { columns, wordLists } = rawRows.tables.termin,
    codes = columns['stichworte']!,
    { words } = wordLists['stichworte']!,
    found: CountedRows = { termine: appointments.n, ohneArt: 0, ohneWort: 0, byText: new Map() };
  const closed = new Set(lockedIds.map((id) => rawRows.tables.patient.slotById.get(id)));
  for (let i = 0; i < appointments.n; i += 1) {
    if (appointments.terminart[i]! >= 0 && groupByType[appointments.terminart[i]!]! >= 0) continue;
    found.ohneArt += 1;
    const code = codes[appointments.rawRows[i]!]!;
    if (code < 0 || words[code]!.trim() === '') {
      found.ohneWort += 1;
      continue;
    }
    let row = found.byText.get(code);
    if (!row) found.byText.set(code, (row = { all: 0, stillOpen: 0 }));
    row.all += 1;
    if (!closed.has(appointments.pat[i])) row.stillOpen += 1;
  }
  return found;
}
const byFrequency = (texts: KeywordText[]): KeywordText[] =>
  texts.sort((a, b) => b.termine - a.termine || (a.text < b.text ? -1 : 1));
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
export function keywordEffect(
  snapshot: Snapshot,
  { items, angebote }: { items: readonly KeywordPattern[]; angebote: readonly string[] },
  lockedIds: readonly string[],
): KeywordEffect {
  const { byText, ...sums } = tally(snapshot, lockedIds),
    { words } = snapshot.rawRows.tables.termin.wordLists['stichworte']!,
    hits = items.map(() => ({ zaehlt: 0, verdeckt: 0 })),
    meaning = meanings(snapshot);
  const fitting = findAllPatterns(items),
    offered = findAllPatterns(angebote.map((patterns) => ({ muster: patterns }))),
    wouldFit = angebote.map(() => 0),
    texts: KeywordText[] = [];
  let open = 0;
  for (const [code, { all, stillOpen }] of byText) {
    const text = words[code]!,
      [first, ...later] = fitting(text);
    if (first === undefined) {
      open += all;
      if (stillOpen > 0) texts.push({ text, termine: stillOpen });
      for (const k of offered(text)) wouldFit[k]! += all;
      continue;
    }
    hits[first]!.zaehlt += all;
    for (const k of later) hits[k]!.verdeckt += all;
  }
  byFrequency(texts);
  const told = texts.slice(0, MAX_TEXTS).map((one) => ({
    ...one,
    gruppe:
      one.text
        .split('|')
        .map((word) => guessGroup(word, meaning.get(simplify(word)) ?? ''))
        .find((found) => found !== null) ?? null,
  }));
  return {
    ...sums,
    offen: open,
    treffer: hits,
    angebote: wouldFit,
    texte: told,
    weitere: texts.length - told.length,
  };
}
/** Returns guessed patterns for keywords that match none of the practice's patterns. */
export function proposeKeywords(
  snapshot: Snapshot,
  patterns: readonly KeywordPattern[],
  lockedIds: readonly string[],
): KeywordPattern[] {
  const { words } = snapshot.rawRows.tables.termin.wordLists['stichworte']!,
    first = firstPatternOf(patterns),
    said = new Set(patterns.map((one) => searchable(one.muster)));
  const texts = [...tally(snapshot, lockedIds).byText].flatMap(([code, { stillOpen }]) =>
    stillOpen > 0 && first(words[code]!) < 0 ? [{ text: words[code]!, termine: stillOpen }] : [],
  );
  return proposePatterns(byFrequency(texts).slice(0, MAX_GUESSED_TEXTS), meanings(snapshot)).filter(
    (one) => !said.has(searchable(one.muster)),
  );
}
