/**
 * Reference parser of the rule language, independent of the product: tokens, expressions of a day,
 * and predicates.
 */

export interface Token {
  readonly system: 'BEMA' | 'GOZ' | 'GOAE' | 'HKP' | 'KVA' | 'TERMIN';
  readonly code: string;
  readonly fenster: string | null;
  readonly space: 'Z' | 'K' | null;
}
const SYSTEM: Readonly<Record<string, Token['system']>> = {
  B: 'BEMA',
  G: 'GOZ',
  O: 'GOAE',
  HKP: 'HKP',
  KVA: 'KVA',
  TERMIN: 'TERMIN',
};
/** Normalises position numbers for comparison: no spaces, capitals, `Ae` for `Ä`. */
export const plainCode = (nr: string): string =>
  nr
    .toUpperCase()
    .split(' ')
    .join('')
    .replace(/^(BEMA|GOZ|GOÄ)/, '')
    .replace(/^AE([0-9])/, 'Ä$1');

const tokens = new Map<string, Token>();
export function tokenOf(text: string): Token {
  let known = tokens.get(text);
  if (known) return known;
  const found = /^([A-Z]+):([^~@]+)(?:~([^@]+))?(?:@([ZK]))?$/.exec(text.trim()),
    system = SYSTEM[found?.[1] ?? ''];
  if (!found || !system) throw new Error(`no token: ${text}`);
  known = {
    system,
    code: plainCode(found[2]!),
    fenster: found[3] ?? null,
    space: (found[4] as 'Z' | 'K' | undefined) ?? null,
  };
  tokens.set(text, known);
  return known;
}
export const isCode = (token: Token, system: string, code: string): boolean =>
  token.system === system &&
  (token.code.endsWith('*') ? code.startsWith(token.code.slice(0, -1)) : code === token.code);

/**
 * An expression of a day or of facts, as a tree of lists: `['&', a, b]`, `['|', a, b]`, `['token',
 * text]`, …
 */
export type TokenNode =
  | readonly ['und' | 'oder', TokenNode, TokenNode]
  | readonly ['nicht', TokenNode]
  | readonly ['token', string]
  | readonly ['vergleich', string, Value, Value]
  | readonly ['wahr', Value];
export type Value =
  | readonly ['zahl', number]
  | readonly ['text', string]
  | readonly ['dauer', number, 'D' | 'M']
  | readonly ['uhr', string]
  | readonly ['wort', string]
  | readonly ['ruf', string, readonly string[]]
  | readonly ['plus' | 'minus' | 'mal', Value, Value]
  | readonly ['liste', readonly Value[]]
  | readonly ['spanne', Value, Value]
  | readonly ['tabelle', Readonly<Record<string, Value>>, string];

/** Parses `(B:49|B:50)&(B:43|B:44)@Z` into the tree and the common location. */
export function dayExpression(text: string): { tokenTree: TokenNode; space: 'Z' | 'K' | null } {
  const space = /@([ZK])$/.exec(text)?.[1] as 'Z' | 'K' | undefined,
    body = space ? text.slice(0, -2) : text;
  const items = body.match(/[()&|]|[A-Z]+:[^()&|]+/g) ?? [];
  let at = 0;
  const atom = (): TokenNode => {
    const item = items[at];
    at += 1;
    if (item === '(') {
      const inner = parseOr();
      at += 1;
      return inner;
    }
    if (item === undefined || item.length < 3) throw new Error(`no expression: ${text}`);
    return ['token', item];
  };
  const parseAnd = (): TokenNode => {
    let left = atom();
    while (items[at] === '&') {
      at += 1;
      left = ['und', left, atom()];
    }
    return left;
  };
  const parseOr = (): TokenNode => {
    let left = parseAnd();
    while (items[at] === '|') {
      at += 1;
      left = ['oder', left, parseAnd()];
    }
    return left;
  };
  const tokenTree = parseOr();
  if (at !== items.length) throw new Error(`more than an expression: ${text}`);
  return { tokenTree, space: space ?? null };
}

const known = new Map<string, TokenNode>();
/** Parses `par.aktiv=false and (doc~'Zst' or zahnsteinbefund)` and everything in `zusatz`. */
export function predicate(text: string): TokenNode {
  let tree = known.get(text);
  if (!tree) known.set(text, (tree = new Reader(text).alles()));
  return tree;
}
/** Parses a quantity: a number, a word, a call, sums and differences. */
export const quantity = (text: string): Value => new Reader(text).menge();

class Reader {
  private readonly items: readonly string[];
  private at = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
    // A call is one token including its brackets; calls are not nested.
    this.items =
      text.match(
        /[a-zA-Z]+\([^()]*\)|'[^']*'|\d\d:\d\d|\d+\.\.\d+|\d+[DM]\.\.\d+[DM]|\d+[DM]\b|\d+(?:\.\d+)*(?:\.\*)?|!~|>=|<=|!=|[~=<>()[\]{},:+*-]|[A-Za-zÄÖÜäöüß_][\wÄÖÜäöüß]*(?:\.[A-Za-zÄÖÜäöüß]\w*)*/g,
      ) ?? [];
  }
  private get next(): string | undefined {
    return this.items[this.at];
  }
  private take(word?: string): string {
    const item = this.items[this.at];
    if (item === undefined || (word !== undefined && item !== word))
      throw new Error(
        `${this.text}: expected ${word ?? 'more'} at ${this.at}, found ${String(item)}`,
      );
    this.at += 1;
    return item;
  }
  alles(): TokenNode {
    const tree = this.parseOr();
    if (this.next !== undefined) throw new Error(`${this.text}: ${this.next} is too much`);
    return tree;
  }
  menge(): Value {
    const value = this.summe();
    if (this.next !== undefined) throw new Error(`${this.text}: ${this.next} is too much`);
    return value;
  }
  private parseOr(): TokenNode {
    let left = this.parseAnd();
    while (this.next === 'or') {
      this.take();
      left = ['oder', left, this.parseAnd()];
    }
    return left;
  }
  private parseAnd(): TokenNode {
    let left = this.teil();
    while (this.next === 'and') {
      this.take();
      left = ['und', left, this.teil()];
    }
    return left;
  }
  private teil(): TokenNode {
    if (this.next === 'not') {
      this.take();
      return ['nicht', this.teil()];
    }
    if (this.next === '(') {
      this.take();
      const inner = this.parseOr();
      this.take(')');
      return inner;
    }
    const left = this.summe(),
      sign = this.next;
    if (sign === 'in') {
      this.take();
      return ['vergleich', 'in', left, this.rechts()];
    }
    if (sign === 'not') {
      this.take();
      this.take('in');
      return ['nicht', ['vergleich', 'in', left, this.rechts()]];
    }
    if (sign !== undefined && ['=', '<', '>', '<=', '>=', '!=', '~', '!~'].includes(sign)) {
      this.take();
      return ['vergleich', sign, left, this.summe()];
    }
    return ['wahr', left];
  }
  /** Operand of „in“: a range, a table, or words separated by commas. */
  private rechts(): Value {
    const first = this.single();
    if (first[0] === 'spanne' || first[0] === 'tabelle') return first;
    const list: Value[] = [first];
    while (this.next === ',') {
      this.take();
      list.push(this.single());
    }
    return ['liste', list];
  }
  private summe(): Value {
    let left = this.factor();
    while (this.next === '+' || this.next === '-') {
      const sign = this.take();
      left = [sign === '+' ? 'plus' : 'minus', left, this.factor()];
    }
    return left;
  }
  private factor(): Value {
    let left = this.single();
    while (this.next === '*') {
      this.take();
      left = ['mal', left, this.single()];
    }
    return left;
  }
  private single(): Value {
    const item = this.take();
    if (item.startsWith("'")) return ['text', item.slice(1, -1)];
    if (item === '{') return this.tabelle();
    if (item === '[') {
      const list: Value[] = [this.single()];
      while (this.next === ',') {
        this.take();
        list.push(this.single());
      }
      this.take(']');
      return ['liste', list];
    }
    if (/^\d\d:\d\d$/.test(item)) return ['uhr', item];
    const span = /^(\d+)\.\.(\d+)$/.exec(item),
      stretch = /^(\d+)([DM])\.\.(\d+)([DM])$/.exec(item),
      lasting = /^(\d+)([DM])$/.exec(item);
    if (span) return ['spanne', ['zahl', Number(span[1])], ['zahl', Number(span[2])]];
    if (stretch)
      return [
        'spanne',
        ['dauer', Number(stretch[1]), stretch[2] as 'D'],
        ['dauer', Number(stretch[3]), stretch[4] as 'D'],
      ];
    if (lasting) return ['dauer', Number(lasting[1]), lasting[2] as 'D' | 'M'];
    if (/^\d/.test(item))
      return /^\d+(\.\d+)?$/.test(item) ? ['zahl', Number(item)] : ['text', item];
    const call = /^([a-zA-Z]+)\(([^()]*)\)$/.exec(item);
    if (call) return ['ruf', call[1]!, call[2]!.split(',')];
    if (this.next === '[') {
      while (this.take() !== ']');
      return ['wort', item];
    }
    return ['wort', item];
  }
  private tabelle(): Value {
    const rows: Record<string, Value> = {};
    for (;;) {
      const key = this.take();
      this.take(':');
      rows[key] = this.single();
      if (this.take() === '}') break;
    }
    this.take('[');
    const word = this.take();
    this.take(']');
    return ['tabelle', rows, word];
  }
}
