/** Refuses parameters that the official package's types do not name, as the provider does. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wrong, type Input } from './form.ts';

const FOLDER = fileURLToPath(
  new URL('../../../node_modules/stripe/esm/resources/', import.meta.url),
);
type Interfaces = Map<string, Map<string, string>>;
const read = new Map<string, Interfaces>();

/** Reads the interfaces of a declaration file with the types of their properties. */
function interfacesOf(file: string): Interfaces {
  const known = read.get(file);
  if (known) return known;
  const found: Interfaces = new Map(),
    stack: { kind: string; name: string }[] = [];
  const text = readFileSync(`${FOLDER}${file}.d.ts`, 'utf8').replace(/\/\*[^]*?\*\//g, '');
  for (const line of text.split('\n')) {
    const opened =
      /^\s*(?:export )?(?:declare )?(namespace|interface) (\w+)(?: extends ([\w.]+))? ?\{/.exec(
        line,
      );
    if (opened) {
      stack.push({ kind: opened[1]!, name: opened[2]! });
      const own = new Map<string, string>();
      if (opened[3]?.includes('Pagination') || opened[3]?.includes('Range'))
        for (const key of ['limit', 'starting_after', 'ending_before', 'created'])
          own.set(key, 'string');
      if (opened[1] === 'interface') found.set(stack.map(({ name }) => name).join('.'), own);
      if (line.trimEnd().endsWith('}')) stack.pop();
      continue;
    }
    const inside = stack.at(-1);
    if (/^\s*\}/.test(line)) {
      stack.pop();
      continue;
    }
    const property = /^\s*(\w+)\??: (.*)$/.exec(line);
    if (property && inside?.kind === 'interface')
      found.get(stack.map(({ name }) => name).join('.'))?.set(property[1]!, property[2]!);
    if (line.trimEnd().endsWith('{')) stack.push({ kind: 'other', name: '' });
  }
  read.set(file, found);
  return found;
}

/** Finds the interface that a property's type names, from the inner scope outwards. */
function resolve(all: Interfaces, scope: string, type: string): string | undefined {
  const name = /[A-Z]\w*(?:\.\w+)+/.exec(type)?.[0];
  if (name === undefined) return undefined;
  for (let at = scope; ; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const full = at === '' ? name : `${at}.${name}`;
    if (all.has(full)) return full;
    if (at === '') return undefined;
  }
}

/**
 * Checks every parameter of a request.
 * @param file declaration file of the package, without its ending
 * @throws ApiError `parameter_unknown`
 * @throws Error when the package has no such interface
 */
export function checkParams(file: string, name: string, input: Input, path = ''): void {
  const all = interfacesOf(file),
    own = all.get(name);
  if (!own) throw new Error(`${file} has no ${name}`);
  for (const [key, value] of Object.entries(input)) {
    const at = path === '' ? key : `${path}[${key}]`,
      type = own.get(key);
    if (type === undefined)
      throw wrong(`Received unknown parameter: ${at}`, 'parameter_unknown', at);
    const inner = resolve(all, name, type);
    if (inner === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'object') checkParams(file, inner, one, at);
  }
}
