/** Parses conditions and quantities of the rule language. */
import { RULE_FUNCTIONS, findFact } from './rule-facts.ts';
import { parseToken, parseWindow } from './rule-tokens.ts';
import { type Lexeme, Reader, unexpected } from './rule-lexemes.ts';
import {
  type ComparisonOperator,
  type Condition,
  type Entry,
  type RuleToken,
  LanguageError,
  type Term,
  type TimeWindow,
} from './rule-language.ts';

/**
 * Parses a pattern for notes: words, `|`, `.*`, `?`, brackets, classes. Patterns with catastrophic
 * backtracking are rejected: repeated groups, lookarounds, more than two `.*` in one alternative.
 */
export function parsePattern(muster: string, position = 0): RegExp {
  const alternatives = muster.split('|'),
    unsafePattern = /\)[*+{]|\(\?(?!:)|\\\d|\{\d*,\d*\}/u;
  if (
    muster === '' ||
    muster.length > 300 ||
    unsafePattern.test(muster) ||
    alternatives.some((weg) => (weg.match(/(?<!\\)[*+]/gu)?.length ?? 0) > 2)
  )
    throw new LanguageError('muster', position, muster);
  try {
    return new RegExp(muster, 'iu');
  } catch {
    throw new LanguageError('muster', position, muster);
  }
}

const COMPARISONS: readonly ComparisonOperator[] = ['<=', '>=', '!=', '=', '<', '>'];

class ConditionParser extends Reader {
  parseOr(): Condition {
    const parts = [this.parseAnd()];
    while (this.takeIf('or')) parts.push(this.parseAnd());
    return parts.length === 1 ? parts[0]! : { art: 'oder', parts };
  }
  private parseAnd(): Condition {
    const parts = [this.parseNot()];
    while (this.takeIf('and')) parts.push(this.parseNot());
    return parts.length === 1 ? parts[0]! : { art: 'und', parts };
  }
  private parseNot(): Condition {
    if (this.takeIf('not')) return { art: 'nicht', von: this.parseNot() };
    if (this.takeIf('(')) {
      const inner = this.parseOr();
      this.expectWord(')');
      return inner;
    }
    if (this.takeIf('doc')) {
      const isNegated = this.takeIf('!~');
      if (!isNegated) this.expectWord('~');
      const one = this.take();
      if (one.art !== 'text') throw unexpected(one);
      parsePattern(one.wort.slice(1, -1), one.stelle + 1);
      return { art: 'notiz', muster: one.wort.slice(1, -1), isNegated };
    }
    return this.vergleich();
  }
  private vergleich(): Condition {
    const links = this.summe(),
      chars = COMPARISONS.find((one) => this.ist(one));
    if (chars) {
      this.take();
      return { art: 'vergleich', zeichen: chars, links, rechts: this.summe(true) };
    }
    const isNegated = this.takeIf('not');
    if (!isNegated && !this.ist('in')) return { art: 'wahr', term: links };
    this.expectWord('in');
    if (this.ist('{')) return { art: 'in', isNegated, links, liste: [], grid: this.grid() };
    return { art: 'in', isNegated, links, liste: this.liste(), grid: null };
  }
  private liste(): Entry[] {
    const found = [this.entry()];
    while (this.takeIf(',')) found.push(this.entry());
    return found;
  }
  private entry(): Entry {
    const term = this.summe(true);
    // `FUZ1[5..8]`: the name only describes the span.
    if (term.art === 'wort' && this.takeIf('[')) {
      const start = this.summe();
      this.expectWord('..');
      const until = this.summe();
      this.expectWord(']');
      return { art: 'spanne', von: start, bis: until };
    }
    return this.takeIf('..')
      ? { art: 'spanne', von: term, bis: this.summe(true) }
      : { art: 'einer', term };
  }
  summe(mayBeWord = false): Term {
    let links = this.term(mayBeWord);
    for (;;) {
      const chars = this.ist('+') ? ('+' as const) : this.ist('-') ? ('-' as const) : undefined;
      if (!chars) return links;
      this.take();
      links = { art: 'rechnung', zeichen: chars, links, rechts: this.term(false) };
    }
  }
  private grid(): Term {
    this.expectWord('{');
    const entries: Record<string, Term | readonly Entry[]> = {};
    do {
      const key = this.take();
      if (key.art !== 'name') throw unexpected(key);
      this.expectWord(':');
      if (this.takeIf('[')) {
        entries[key.wort] = this.liste();
        this.expectWord(']');
      } else entries[key.wort] = this.summe();
    } while (this.takeIf(','));
    this.expectWord('}');
    this.expectWord('[');
    const name = this.take();
    if (!findFact(name.wort)) throw new LanguageError('merkmal', name.stelle, name.wort);
    this.expectWord(']');
    return { art: 'tafel', entries, schluessel: name.wort };
  }
  private term(mayBeWord: boolean): Term {
    if (this.ist('{')) return this.grid();
    const one = this.take();
    if (one.art === 'zahl')
      return { art: 'zahl', wert: Number.parseFloat(one.wort), wort: one.wort };
    if (one.art === 'dauer')
      return {
        art: 'dauer',
        wert: { n: Number(one.wort.slice(0, -1)), einheit: one.wort.endsWith('M') ? 'M' : 'D' },
      };
    if (one.art === 'uhr')
      return { art: 'uhr', minuten: Number(one.wort.slice(0, 2)) * 60 + Number(one.wort.slice(3)) };
    if (one.art === 'text') return { art: 'text', wert: one.wort.slice(1, -1) };
    if (one.art !== 'name') throw unexpected(one);
    if (this.ist('(')) return this.parseCall(one);
    if (findFact(one.wort)) return { art: 'merkmal', name: one.wort };
    if (mayBeWord) return { art: 'wort', wert: one.wort };
    throw new LanguageError('merkmal', one.stelle, one.wort);
  }
  private parseCall(name: Lexeme): Term {
    const ruleFunction = RULE_FUNCTIONS[name.wort];
    if (!ruleFunction) throw new LanguageError('funktion', name.stelle, name.wort);
    this.expectWord('(');
    const chosenMarks: RuleToken[] = [],
      second: RuleToken[] = [],
      words: string[] = [];
    let timeWindow: TimeWindow | null = null,
      into = chosenMarks;
    while (!this.ist(')')) {
      const one = this.take();
      if (one.art === 'marke') into.push(parseToken(one.wort, one.stelle));
      else if (one.wort === '/' && ruleFunction.chosenMarks === 'zwei') into = second;
      else if (
        one.art === 'dauer' ||
        (one.art === 'name' && ruleFunction.takesWindow && !ruleFunction.worte.includes(one.wort))
      )
        timeWindow = parseWindow(one.wort, one.stelle);
      else if (
        one.art === 'name' &&
        (ruleFunction.worte.length === 0 || ruleFunction.worte.includes(one.wort))
      )
        words.push(one.wort);
      else if (one.wort !== '|' && one.wort !== ',') throw unexpected(one);
    }
    this.expectWord(')');
    if (
      (ruleFunction.chosenMarks !== 'keine' &&
        ruleFunction.chosenMarks !== 'frei' &&
        chosenMarks.length === 0) ||
      (ruleFunction.chosenMarks === 'zwei' && second.length === 0) ||
      (ruleFunction.chosenMarks === 'keine' && chosenMarks.length > 0) ||
      (timeWindow !== null && !ruleFunction.takesWindow)
    )
      throw new LanguageError('funktion', name.stelle, name.wort);
    return { art: 'ruf', name: name.wort, chosenMarks, second, fenster: timeWindow, worte: words };
  }
}

/** Parses a condition (`zusatz`); null for ''. @throws Sprachfehler */
export function parseCondition(text: string): Condition | null {
  if (text.trim() === '') return null;
  const reader = new ConditionParser(text),
    found = reader.parseOr();
  reader.ende();
  return found;
}

/** Parses a quantity: a number, or an expression over the day. @throws Sprachfehler */
export function parseQuantity(text: string): Term {
  const reader = new ConditionParser(text),
    found = reader.summe();
  reader.ende();
  return found;
}
