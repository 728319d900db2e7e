/**
 * Literal words that a pattern for notes cannot match without, and a cheap test whether a note can
 * contain them. Most of the patterns of a day's rules are answered by it.
 */

/**
 * Characters that are compared as they are, apart from their case. Other letters may have more
 * than one form of the other case.
 */
const LITERAL = /^[A-Za-zÄÖÜäöüß\d -]$/u;
/** A run of one character excludes too little. */
const MIN_LENGTH = 2;

type Options = readonly string[] | null;

/** Reads a pattern of the rule language from left to right. */
class PatternReader {
  private readonly pattern: string;
  private at = 0;
  constructor(pattern: string) {
    this.pattern = pattern;
  }
  /** Each match contains one of the returned words; null where no word is certain. */
  readAlternatives(): Options {
    const found: string[] = [];
    let isCertain = true;
    for (;;) {
      const one = this.readSequence();
      if (one === null) isCertain = false;
      else found.push(...one);
      if (this.pattern[this.at] !== '|') return isCertain ? found : null;
      this.at += 1;
    }
  }
  private readSequence(): Options {
    let best: Options = null,
      run = '';
    const offer = (options: Options): void => {
      if (options !== null && shortest(options) > (best === null ? MIN_LENGTH - 1 : shortest(best)))
        best = options;
    };
    const endRun = (): void => {
      if (run !== '') offer([run]);
      run = '';
    };
    while (this.at < this.pattern.length && !'|)'.includes(this.pattern[this.at]!)) {
      const atom = this.readAtom(),
        quantifier = this.readQuantifier();
      if (atom.literal !== undefined && quantifier === '') {
        run += atom.literal;
        continue;
      }
      endRun();
      if (quantifier === '' || quantifier === '+') offer(atom.options);
    }
    endRun();
    return best;
  }
  private readAtom(): { literal?: string; options: Options } {
    const char = String.fromCodePoint(this.pattern.codePointAt(this.at)!);
    this.at += char.length;
    if (LITERAL.test(char)) return { literal: char.toLowerCase(), options: [char.toLowerCase()] };
    if (char === '(') {
      if (this.pattern.startsWith('?:', this.at)) this.at += 2;
      const options = this.readAlternatives();
      this.at += 1;
      return { options };
    }
    if (char === '[') this.skipClass();
    // An escape of several characters (`\p{L}`) ends in literals that nothing must rely on.
    else if (char === '\\') this.skipEscape();
    return { options: null };
  }
  private readQuantifier(): string {
    const found = /^(?:[*+?]|\{\d+\})\??/u.exec(this.pattern.slice(this.at))?.[0] ?? '';
    this.at += found.length;
    return found.charAt(0);
  }
  private skipClass(): void {
    while (this.at < this.pattern.length && this.pattern[this.at] !== ']')
      this.at += this.pattern[this.at] === '\\' ? 2 : 1;
    this.at += 1;
  }
  private skipEscape(): void {
    const found = /^(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|.)/iu.exec(
      this.pattern.slice(this.at),
    );
    this.at += found?.[0].length ?? 0;
  }
}
const shortest = (options: readonly string[]): number =>
  Math.min(...options.map((one) => one.length));

/**
 * Returns words in lower case of which each match of a pattern contains at least one; null where
 * the pattern needs none.
 * @param pattern one that the rule language accepts
 */
export const requiredWords = (pattern: string): Options =>
  new PatternReader(pattern).readAlternatives();

const SLOTS = 4096;
const slotOf = (a: number, b: number): number => (a * 61 + b * 7) & (SLOTS - 1);
/** Slots of the pairs of neighbouring characters of a word. */
const pairsOf = (word: string): readonly number[] =>
  Array.from({ length: word.length - 1 }, (_, at) =>
    slotOf(word.charCodeAt(at), word.charCodeAt(at + 1)),
  );

/** Remembers the pairs of characters of one note. */
export class NoteScreen {
  private note: string | undefined;
  /** The note's number at each pair that it contains. */
  private readonly seen = new Int32Array(SLOTS);
  private reading = 0;

  /** Prepares words for `mayContain`. */
  prepare(words: readonly string[]): readonly (readonly number[])[] {
    return words.map(pairsOf);
  }
  /** Checks whether a note may contain one of the prepared words; false is certain. */
  mayContain(note: string, words: readonly (readonly number[])[]): boolean {
    if (this.note !== note) this.read(note);
    const { seen, reading } = this;
    for (const pairs of words) {
      let isPossible = true;
      for (const slot of pairs)
        if (seen[slot] !== reading) {
          isPossible = false;
          break;
        }
      if (isPossible) return true;
    }
    return false;
  }
  private read(note: string): void {
    this.note = note;
    this.reading += 1;
    // A pattern ignores case as Unicode folds it: the long s is an s.
    const text = note.toLowerCase().replaceAll('ſ', 's');
    for (let at = 1; at < text.length; at += 1)
      this.seen[slotOf(text.charCodeAt(at - 1), text.charCodeAt(at))] = this.reading;
  }
}
