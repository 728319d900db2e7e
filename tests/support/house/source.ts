/**
 * Reads the project for the house test: files, their imports, calls and words, each with its line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor, type ESTree } from 'vite';
import { sizesOf, type LongFunction } from './sizes.ts';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Folders of generated, installed or foreign files. */
const FOREIGN = new Set([
  'node_modules',
  'dist',
  'data',
  '.git',
  '.cache',
  'coverage',
  'test-results',
  'playwright-report',
  'shots',
  'migrations',
]);

interface Found {
  line: number;
}
interface Import extends Found {
  /** As written. */
  specifier: string;
  /** Path in the project for relative imports, else the package name without a path. */
  target: string;
  isLocal: boolean;
  isType: boolean;
}
interface Literal extends Found {
  /** Parts between the expressions; one part for a plain string. */
  parts: string[];
}
interface Call extends Found {
  /** `fetch`, `tx.insert`, `process.env` …: names joined by dots, `?` where it is no name. */
  name: string;
  /** Dotted name of the first argument, when it is one. */
  argument: string | undefined;
}

export interface Code {
  imports: Import[];
  calls: Call[];
  /** Dotted member names that are read, such as `process.env`. */
  members: (Found & { name: string })[];
  literals: Literal[];
  comments: (Found & { text: string })[];
  /** Every function that is measured, and lines of the file inside tables of data. */
  functions: LongFunction[];
  tableLines: number;
}

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  path: string;
  text: string;
  isTest: boolean;
  /** Undefined for files other than TypeScript and JavaScript. */
  code: Code | undefined;
}

/** Returns every text file of the project in the given top folders or files. */
export function readProject(): SourceFile[] {
  return walk('')
    .filter(
      (path) =>
        /\.(tsx?|mjs|css|html|json|md|sh|svg|typ|ya?ml)$|(^|\/)(run|\.npmrc|\.gitignore)$/.test(
          path,
        ) && !path.endsWith('package-lock.json'),
    )
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const isCode = /\.(tsx?|mjs)$/.test(path);
      return {
        path,
        text,
        isTest:
          /(?:\.(?:test|spec)|(?:^|[/.])testing)\.tsx?$/.test(path) ||
          path.startsWith('tests/') ||
          path.startsWith('bench/'),
        code: isCode ? readCode(path, text) : undefined,
      };
    });
}

function walk(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return FOREIGN.has(entry.name) ? [] : walk(path);
    return [path.split(sep).join('/')];
  });
}

const WINGED =
  /^(server|practice)\/(platform|paper|desk|records|analytics|accounts|vendor|operations)\//;

/**
 * Returns the room of a file: `kiosk/task`, `server/accounts/sign-in`, `shared`; a file directly in
 * the folder of a program or wing is a room alone.
 */
export function roomOf(path: string): string {
  const [top = '', second = '', third = ''] = path.split('/');
  if (!['kiosk', 'practice', 'server'].includes(top)) return top;
  return WINGED.test(path) ? `${top}/${second}/${third}` : `${top}/${second}`;
}

/** Returns the first folder of a path. */
export const programOf = (path: string): string => path.split('/')[0] ?? '';

export function readCode(path: string, text: string): Code {
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0)
    throw new Error(`${path} cannot be read: ${parsed.errors[0]?.message}`);
  const lines = lineStarts(text);
  const at = (offset: number): number => lineOf(lines, offset);
  const code: Code = {
    imports: [],
    calls: [],
    members: [],
    literals: [],
    comments: [],
    ...sizesOf(parsed.program, at),
  };
  const note = (specifier: string, isType: boolean, offset: number): void => {
    const isLocal = specifier.startsWith('.');
    const clean = specifier.replace(/\?.*$/, '');
    code.imports.push({
      specifier,
      isLocal,
      isType,
      line: at(offset),
      target: isLocal
        ? posix.join(posix.dirname(path), clean)
        : clean
            .split('/')
            .slice(0, clean.startsWith('@') ? 2 : 1)
            .join('/'),
    });
  };
  for (const one of parsed.module.staticImports)
    note(
      one.moduleRequest.value,
      one.entries.length > 0 && one.entries.every((entry) => entry.isType),
      one.start,
    );
  for (const one of parsed.module.staticExports) {
    const from = one.entries.find((entry) => entry.moduleRequest != null)?.moduleRequest;
    if (from)
      note(
        from.value,
        one.entries.every((entry) => entry.isType),
        one.start,
      );
  }
  for (const comment of parsed.comments)
    code.comments.push({ line: at(comment.start), text: comment.value });
  new Visitor({
    ImportExpression(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        note(node.source.value, false, node.start);
    },
    TSImportType(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        note(node.source.value, true, node.start);
    },
    CallExpression(node) {
      const first = node.arguments[0];
      code.calls.push({
        name: dotted(node.callee),
        argument: first === undefined || first.type === 'SpreadElement' ? undefined : dotted(first),
        line: at(node.start),
      });
    },
    NewExpression(node) {
      code.calls.push({
        name: `new ${dotted(node.callee)}`,
        argument: undefined,
        line: at(node.start),
      });
    },
    MemberExpression(node) {
      code.members.push({ name: dotted(node), line: at(node.start) });
    },
    Literal(node) {
      if (typeof node.value === 'string')
        code.literals.push({ parts: [node.value], line: at(node.start) });
    },
    JSXText(node) {
      code.literals.push({ parts: [node.value], line: at(node.start) });
    },
    TemplateLiteral(node) {
      code.literals.push({
        parts: node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw),
        line: at(node.start),
      });
    },
  }).visit(parsed.program);
  return code;
}

/** Returns `a.b.c` for plain names and members, `?` for everything else. */
function dotted(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier')
    return `${dotted(node.object)}.${node.property.name}`;
  if (node.type === 'ChainExpression') return dotted(node.expression);
  if (node.type === 'TSNonNullExpression') return dotted(node.expression);
  return '?';
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** Product code among these files: without tests and without files that are not parsed. */
export const written = (files: SourceFile[]): SourceFile[] =>
  files.filter((file) => file.code !== undefined && !file.isTest);
