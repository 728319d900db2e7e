/** Splits a text of the rule language into lexemes. */
import { LanguageError } from './rule-language.ts';

export interface Lexeme {
  readonly art: 'text' | 'marke' | 'uhr' | 'dauer' | 'zahl' | 'name' | 'zeichen' | 'ende';
  readonly wort: string;
  readonly stelle: number;
}

const PIECES: readonly (readonly [Lexeme['art'], RegExp])[] = [
  ['text', /'[^']*'/uy],
  [
    'marke',
    /(?:B|G|O|HKP|KVA|TERMIN):(?:(?:[A-Za-zÄÖÜäöü0-9]+(?:\/\d)?)\*?|\*)(?:~[A-Z0-9_]+)?(?:@[ZK])?/uy,
  ],
  ['uhr', /\d\d:\d\d/uy],
  ['dauer', /\d+[DM](?![\p{L}\d])/uy],
  ['name', /\d+Q(?![\p{L}\d])|\p{L}[\p{L}\d_]*(?:\.\p{L}[\p{L}\d_]*)*/uy],
  ['zahl', /\d+(?:\.(?:\d+|\*))?/uy],
  ['zeichen', /!~|!=|<=|>=|\.\.|@[ZK]|[~=<>+\-*/()[\]{},:|&]/uy],
];

function lex(text: string): Lexeme[] {
  const found: Lexeme[] = [];
  let depth = 0;
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text[at]!)) {
      at += 1;
      continue;
    }
    let next: Lexeme | undefined;
    for (const [art, pattern] of PIECES) {
      // `{A:10M,B:5M}` contains grades, not positions.
      if (art === 'marke' && depth > 0) continue;
      pattern.lastIndex = at;
      const m = pattern.exec(text);
      if (m) {
        next = { art, wort: m[0], stelle: at };
        break;
      }
    }
    if (!next) throw new LanguageError('zeichen', at, text[at]!);
    if (next.wort === '{') depth += 1;
    else if (next.wort === '}') depth -= 1;
    found.push(next);
    at += next.wort.length;
  }
  return [...found, { art: 'ende', wort: '', stelle: text.length }];
}

export class Reader {
  private at = 0;
  private readonly alle: readonly Lexeme[];
  constructor(text: string) {
    this.alle = lex(text);
  }
  get jetzt(): Lexeme {
    return this.alle[this.at]!;
  }
  take(): Lexeme {
    const one = this.jetzt;
    if (one.art !== 'ende') this.at += 1;
    return one;
  }
  ist(word: string): boolean {
    return this.jetzt.wort === word && this.jetzt.art !== 'text';
  }
  takeIf(word: string): boolean {
    if (!this.ist(word)) return false;
    this.at += 1;
    return true;
  }
  expectWord(word: string): void {
    if (!this.takeIf(word)) throw new LanguageError('unvollstaendig', this.jetzt.stelle, word);
  }
  ende(): void {
    if (this.jetzt.art !== 'ende')
      throw new LanguageError('rest', this.jetzt.stelle, this.jetzt.wort);
  }
}

export const unexpected = (one: Lexeme): LanguageError =>
  new LanguageError(one.art === 'ende' ? 'unvollstaendig' : 'zeichen', one.stelle, one.wort);
