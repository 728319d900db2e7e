/**
 * Expressions of random forms: as a tree, as the FHIRPath text that a form contains, and evaluated
 * without any library, in exact decimals and three-valued logic.
 */

/** Exact decimal: `digits` divided by ten to the power of `scale`. */
export interface Exact {
  readonly digits: bigint;
  readonly scale: number;
}
const exact = (digits: bigint, scale: number): Exact => ({ digits, scale });
export function toExact(value: number): Exact {
  const [whole = '0', part = ''] = String(value).split('.');
  return exact(BigInt(`${whole}${part}`), part.length);
}
const at = ({ digits, scale }: Exact, wanted: number): bigint =>
  digits * 10n ** BigInt(wanted - scale);
function both<T>(a: Exact, b: Exact, run: (x: bigint, y: bigint, scale: number) => T): T {
  const scale = Math.max(a.scale, b.scale);
  return run(at(a, scale), at(b, scale), scale);
}
const plus = (a: Exact, b: Exact): Exact => both(a, b, (x, y, scale) => exact(x + y, scale));
const minus = (a: Exact, b: Exact): Exact => both(a, b, (x, y, scale) => exact(x - y, scale));
const times = (a: Exact, b: Exact): Exact => exact(a.digits * b.digits, a.scale + b.scale);
export const toNumber = ({ digits, scale }: Exact): number => {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0'),
    at = text.length - scale;
  return Number(`${digits < 0n ? '-' : ''}${text.slice(0, at)}.${text.slice(at)}0`);
};

/** Numbers, or nothing. `%name` is a variable of the form. */
export type NumberTree =
  | { readonly kind: 'literal'; readonly value: number }
  | { readonly kind: 'answer' | 'sum' | 'weights' | 'count'; readonly linkId: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: '+' | '-' | '*'; readonly a: NumberTree; readonly b: NumberTree }
  | { readonly kind: 'if'; readonly is: TruthTree; readonly a: NumberTree; readonly b: NumberTree };
/** True, false, or nothing. */
export type TruthTree =
  | { readonly kind: 'exists'; readonly linkId: string }
  | { readonly kind: '>' | '>=' | '='; readonly a: NumberTree; readonly b: NumberTree }
  | { readonly kind: 'and' | 'or'; readonly a: TruthTree; readonly b: TruthTree }
  | { readonly kind: 'not'; readonly a: TruthTree };

const item = (linkId: string): string =>
  `%resource.descendants().where(linkId = '${linkId}').answer`;
const ADDED = 'aggregate($this + $total, 0)';

export function textOfNumber(tree: NumberTree): string {
  switch (tree.kind) {
    case 'literal':
      return tree.value < 0 ? `(0 - ${-tree.value})` : String(tree.value);
    case 'answer':
      return `${item(tree.linkId)}.value`;
    case 'sum':
      return `${item(tree.linkId)}.value.${ADDED}`;
    case 'weights':
      return `${item(tree.linkId)}.weight().${ADDED}`;
    case 'count':
      return `${item(tree.linkId)}.count()`;
    case 'variable':
      return `%${tree.name}`;
    case 'if':
      return `iif(${textOfTruth(tree.is)}, ${textOfNumber(tree.a)}, ${textOfNumber(tree.b)})`;
    default:
      return `(${textOfNumber(tree.a)} ${tree.kind} ${textOfNumber(tree.b)})`;
  }
}
export function textOfTruth(tree: TruthTree): string {
  switch (tree.kind) {
    case 'exists':
      return `${item(tree.linkId)}.exists()`;
    case 'not':
      return `(${textOfTruth(tree.a)}).not()`;
    case 'and':
    case 'or':
      return `(${textOfTruth(tree.a)} ${tree.kind} ${textOfTruth(tree.b)})`;
    default:
      return `(${textOfNumber(tree.a)} ${tree.kind} ${textOfNumber(tree.b)})`;
  }
}

/** What an expression reads. */
export interface Reading {
  /** Numbers of all answers of a question that count, in the order of the sheet. */
  numbers(linkId: string): readonly Exact[];
  /** Weights of all chosen options of a question that count. */
  weights(linkId: string): readonly Exact[];
  /** Answers of a question that count. */
  count(linkId: string): number;
  variable(name: string): NumberTree | undefined;
}

const ZERO = exact(0n, 0);
export function numberOf(tree: NumberTree, from: Reading): Exact | undefined {
  switch (tree.kind) {
    case 'literal':
      return toExact(tree.value);
    case 'answer':
      return from.numbers(tree.linkId)[0];
    case 'sum':
      return from.numbers(tree.linkId).reduce(plus, ZERO);
    case 'weights':
      return from.weights(tree.linkId).reduce(plus, ZERO);
    case 'count':
      return exact(BigInt(from.count(tree.linkId)), 0);
    case 'variable': {
      const found = from.variable(tree.name);
      return found && numberOf(found, from);
    }
    case 'if':
      return numberOf(truthOf(tree.is, from) === true ? tree.a : tree.b, from);
    default: {
      const a = numberOf(tree.a, from),
        b = numberOf(tree.b, from);
      if (!a || !b) return undefined;
      return { '+': plus, '-': minus, '*': times }[tree.kind](a, b);
    }
  }
}
export function truthOf(tree: TruthTree, from: Reading): boolean | undefined {
  switch (tree.kind) {
    case 'exists':
      return from.count(tree.linkId) > 0;
    case 'not': {
      const a = truthOf(tree.a, from);
      return a === undefined ? undefined : !a;
    }
    case 'and':
    case 'or': {
      const decisive = tree.kind === 'or',
        sides = [truthOf(tree.a, from), truthOf(tree.b, from)];
      return sides.includes(decisive)
        ? decisive
        : sides.includes(undefined)
          ? undefined
          : !decisive;
    }
    default: {
      const a = numberOf(tree.a, from),
        b = numberOf(tree.b, from);
      if (!a || !b) return undefined;
      const difference = minus(a, b).digits;
      return tree.kind === '>'
        ? difference > 0n
        : tree.kind === '>='
          ? difference >= 0n
          : difference === 0n;
    }
  }
}

type Tree = NumberTree | TruthTree;
const partsOf = (tree: Tree): readonly Tree[] => [
  ...('is' in tree ? [tree.is] : []),
  ...('a' in tree ? [tree.a] : []),
  ...('b' in tree ? [tree.b] : []),
];
/**
 * Questions that an expression reads; `asks`: it checks whether there is an answer, and so handles
 * a missing one.
 */
export function readsOf(
  tree: Tree,
  variable: (name: string) => NumberTree | undefined,
): ReadonlyMap<string, { asks: boolean }> {
  const found = new Map<string, { asks: boolean }>();
  const walk = (one: Tree): void => {
    if ('linkId' in one) {
      const asks = one.kind === 'exists' || one.kind === 'count';
      found.set(one.linkId, { asks: asks || found.get(one.linkId)?.asks === true });
    }
    if (one.kind === 'variable') {
      const own = variable(one.name);
      if (own) walk(own);
    }
    partsOf(one).forEach(walk);
  };
  walk(tree);
  return found;
}
