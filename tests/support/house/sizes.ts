/** Measures the length of functions and files, in formatted lines; data tables are excluded. */
import type { ESTree } from 'vite';

export interface LongFunction {
  /**
   * Names from the outermost function inwards, joined by `>`; a callback is named by the call it is
   * given to.
   */
  name: string;
  line: number;
  lines: number;
}
interface Sizes {
  functions: LongFunction[];
  /** Number of lines inside data tables at the top of the file. */
  tableLines: number;
}

type Node = ESTree.Node & { [key: string]: unknown };
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const LITERALS = new Set(['ArrayExpression', 'ObjectExpression']);
const WRAPPERS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Plain loops: this walks every node of the project. */
function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const key in node) {
    const value = node[key];
    if (key === 'parent' || typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      if (isNode(value)) children.push(value);
      continue;
    }
    for (const one of value) if (isNode(one)) children.push(one);
  }
  return children;
}

/** Returns an expression without its types and parentheses. */
const bare = (node: Node): Node =>
  WRAPPERS.has(node.type) && isNode(node.expression) ? bare(node.expression) : node;
const holdsFunction = (node: Node): boolean =>
  FUNCTIONS.has(node.type) || childrenOf(node).some(holdsFunction);

/** A function that only returns a literal is a table: of routes, columns or figures. */
function isTable(node: Node): boolean {
  const { body } = node;
  if (!isNode(body)) return false;
  if (body.type !== 'BlockStatement') return LITERALS.has(bare(body).type);
  const [only, ...more] = childrenOf(body);
  if (only?.type !== 'ReturnStatement' || more.length > 0) return false;
  return isNode(only.argument) && LITERALS.has(bare(only.argument).type);
}

/**
 * The callback of `describe` or `describe.each(…)` is a list of tests; each test is measured alone.
 */
function rootName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  const inner = node.callee ?? node.object ?? node.tag;
  return isNode(inner) ? rootName(inner) : '?';
}

function nameOf(node: Node, parent: Node | undefined): string {
  const named = isNode(node.id) ? node.id : isNode(parent?.id) ? parent.id : parent?.key;
  if (isNode(named)) {
    const name = 'name' in named ? named.name : named.value;
    return typeof name === 'string' ? name : '?';
  }
  if (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') return '?';
  const [first] = parent.arguments as Node[];
  const title = first?.type === 'Literal' && typeof first.value === 'string' ? first.value : '';
  return `${rootName(parent)}(${title})`;
}

/**
 * Measures a parsed file.
 * @param program the file as a tree
 * @param lineAt line of an offset, from 1
 */
export function sizesOf(program: ESTree.Program, lineAt: (offset: number) => number): Sizes {
  const functions: LongFunction[] = [];
  const linesOf = (node: Node): number => lineAt(node.end) - lineAt(node.start) + 1;
  function visit(node: Node, parent: Node | undefined, names: string[]): void {
    let inside = names;
    if (FUNCTIONS.has(node.type)) {
      inside = [...names, nameOf(node, parent)];
      const isList = parent?.type === 'CallExpression' && rootName(parent) === 'describe';
      if (!isList && !isTable(node))
        functions.push({
          name: inside.join('>'),
          line: lineAt(node.start),
          lines: linesOf(node),
        });
    }
    for (const child of childrenOf(node)) visit(child, node, inside);
  }
  visit(program as Node, undefined, []);
  const tables = (program.body as Node[])
    .map((node) => (isNode(node.declaration) ? node.declaration : node))
    .flatMap((node) => (node.type === 'VariableDeclaration' ? (node.declarations as Node[]) : []))
    .flatMap((node) => (isNode(node.init) ? [bare(node.init)] : []))
    .filter((node) => LITERALS.has(node.type) && !holdsFunction(node));
  return { functions, tableLines: tables.reduce((sum, node) => sum + linesOf(node), 0) };
}
