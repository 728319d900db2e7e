/**
 * The XML of an invoice as a tree, read apart from the product: names with the prefixes of the
 * norm's binding, whatever prefixes a file uses, and exact decimals.
 */
import { SaxesParser } from 'saxes';

const PREFIXES: Readonly<Record<string, string>> = {
  'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100': 'rsm',
  'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100': 'ram',
  'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100': 'udt',
  'urn:un:unece:uncefact:data:standard:QualifiedDataType:100': 'qdt',
};
export interface Node {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Node[];
  text: string;
}

/** Reads a file. @throws Error when it is not well-formed */
export function readInvoice(xml: string): Node {
  const parser = new SaxesParser({ xmlns: true }),
    top: Node = { name: '', attributes: {}, children: [], text: '' },
    open = [top];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const node: Node = {
      name: `${PREFIXES[uri] ?? '?'}:${local}`,
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([name, { value }]) => [name, value]),
      ),
      children: [],
      text: '',
    };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  return top.children[0]!;
}

/** Finds all elements of a path below a node, like `ram:A/ram:B`. */
export const all = (from: Node | undefined, path: string): Node[] =>
  path
    .split('/')
    .reduce<Node[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
      from ? [from] : [],
    );
const one = (from: Node | undefined, path: string): Node | undefined => all(from, path)[0];
export const textOf = (from: Node | undefined, path: string): string =>
  one(from, path)?.text.trim() ?? '';
export const has = (from: Node | undefined, path: string): boolean => all(from, path).length > 0;
/** Whether an element is there and not empty. */
export const isFilled = (from: Node | undefined, path: string): boolean =>
  all(from, path).some(({ text }) => text.trim() !== '');
/** Lists all elements of a name anywhere below a node. */
export const anywhere = (from: Node, name: string): Node[] =>
  from.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...anywhere(child, name),
  ]);

const PLACES = 8;
const UNIT = 10n ** BigInt(PLACES);
/** Reads a decimal exactly, in units of 1e-8; undefined where it is none. */
function decimal(text: string): bigint | undefined {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const value = BigInt(whole) * UNIT + BigInt(part.padEnd(PLACES, '0'));
  return sign === '-' ? -value : value;
}
/** Reads the amount of an element; undefined where it is missing or none. */
export const amount = (from: Node | undefined, path: string): bigint | undefined => {
  const found = one(from, path);
  return found && decimal(found.text.trim());
};
/** Adds amounts of an element over some nodes; a missing one counts as nothing. */
export const sum = (from: readonly Node[], path: string): bigint =>
  from.reduce((total, node) => total + (amount(node, path) ?? 0n), 0n);
/** Multiplies by a percentage and rounds to cents, half away from zero. */
export function percentOf(base: bigint, percent: bigint): bigint {
  const cent = UNIT / 100n,
    exact = base * percent,
    scale = UNIT * 100n * cent,
    half = (exact < 0n ? -scale : scale) / 2n;
  return ((exact + half) / scale) * cent;
}
/** Whether an amount, where it is given, has two decimals at most. */
export const hasCents = (from: Node | undefined, path: string): boolean =>
  all(from, path).every(({ text }) => (text.trim().split('.')[1] ?? '').length <= 2);
