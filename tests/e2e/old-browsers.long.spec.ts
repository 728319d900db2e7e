/**
 * Pages for private phones run on phones of 2020 (Safari 14, Chrome 87): checks syntax, APIs and
 * styles of the built files; no browser needed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'acorn';
import { checkBudget, HOME_LIMIT } from '../../scripts/budget.mjs';

const WEB = join(import.meta.dirname, '../../dist/web');
const filesOf = (app: string, ending: string): { name: string; text: string }[] => {
  const assets = join(WEB, app, 'assets');
  return readdirSync(assets)
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(join(assets, name), 'utf8') }));
};

/** Newer than those phones. Polyfills and feature checks are listed in `GUARDED`. */
const NAMES = [
  // After two more dots it is a spread function.
  String.raw`[^.]\.at\(`,
  String.raw`\.findLast(?:Index)?\(`,
  String.raw`\.to(?:Sorted|Reversed|Spliced)\(`,
  String.raw`\.isWellFormed\(`,
  String.raw`\bhasOwn\(`,
  String.raw`\bgroupBy\(`,
  String.raw`\bwithResolvers\(`,
  String.raw`\bfromAsync\(`,
  String.raw`\bstructuredClone\(`,
  String.raw`\brandomUUID\(`,
  String.raw`AbortSignal\.(?:timeout|any)\(`,
  String.raw`\bthrowIfAborted\(`,
  String.raw`\brequestIdleCallback\(`,
  String.raw`\breportError\(`,
  String.raw`\.showModal\(`,
  String.raw`\.showPopover\(`,
  String.raw`\bnavigator\.locks\b`,
  String.raw`\bnew BroadcastChannel\(`,
  String.raw`\bnew Intl\.(?:Segmenter|DisplayNames)\(`,
  String.raw`\.replaceChildren\(`,
  String.raw`\bserviceWorker\b`,
];
/**
 * Legacy build of the PDF reader: it includes polyfills for the APIs it uses, so only syntax errors
 * count.
 */
const HAS_OWN = /^pdf(?:\.worker)?-/;
/** Feature-detected before use. */
const GUARDED = [/\w+\.toSorted===void 0\?[^:]+:\w+\.toSorted\([^)]*\)/g];

/** Returns the problems of a script as text. */
function problemsOfScript(text: string, names = NAMES): string[] {
  const found: string[] = [];
  let tree: unknown;
  try {
    tree = parse(text, { ecmaVersion: 2020, sourceType: 'module', allowHashBang: false });
  } catch (error) {
    return [`is no ES2020: ${error instanceof Error ? error.message : String(error)}`];
  }
  // Regular expressions are plain text to the parser, but a syntax error in Safari before 16.4 when
  // parsed.
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex && (/\(\?<[=!]/.test(regex.pattern) || /[vd]/.test(regex.flags)))
      found.push(`has the pattern /${regex.pattern.slice(0, 40)}/${regex.flags}`);
    for (const [key, one] of Object.entries(node)) if (key !== 'regex') walk(one);
  };
  walk(tree);
  const code = GUARDED.reduce((rest, guard) => rest.replace(guard, ''), text);
  for (const name of names) {
    const at = code.search(new RegExp(name));
    // A method of the same name defined by a library is declared in the same file.
    if (
      at >= 0 &&
      !new RegExp(
        `\\b${(/\w{2,}/.exec(name.replace(/^\\[.b]/, '')) ?? [''])[0]}\\((?:\\w+(?:,\\w+)*)?\\)\\{`,
      ).test(code)
    )
      found.push(`uses ${name}: …${code.slice(Math.max(0, at - 40), at + 30)}…`);
  }
  return found;
}

/** CSS features whose absence drops a rule or its whole selector list. */
const STYLES = [
  /:has\(/,
  /:is\(/,
  /:where\(/,
  /:dir\(/,
  /oklch\(|oklab\(|color-mix\(|light-dark\(/,
  /@layer|@container|@property|@scope/,
  /[{;]aspect-ratio:/,
  /[{;]inset(?:-inline|-block)?[\w-]*:/,
  /[{;](?:margin|padding)-(?:inline|block):/,
  /[{;]border-(?:start|end)-(?:start|end)-radius:/,
  /[{;](?:translate|rotate|scale):/,
  /&/,
];
function problemsOfStyle(text: string): string[] {
  const found = STYLES.flatMap((style) => {
    const at = text.search(style);
    return at < 0 ? [] : [`has ${text.slice(Math.max(0, at - 50), at + 40)}`];
  });
  for (const [, block = ''] of text.matchAll(/\{([^{}]*)\}/g)) {
    // Safari 14 supports gap in grids only.
    if (/(?:^|;)(?:row-|column-)?gap:/.test(block) && !/display:(?:inline-)?grid/.test(block))
      found.push(`has a gap outside of a grid: ${block.slice(0, 80)}`);
    for (const [, property = ''] of block.matchAll(/(?:^|;)([\w-]+):[^;]*\d[dsl]vh/g)) {
      if (!new RegExp(`(?:^|;)${property}:[^;]*\\dvh[^;]*;(?:.*;)?${property}:`).test(block))
        found.push(`has ${property} in dvh without vh before it`);
    }
  }
  return found;
}

for (const [id, app] of [
  ['R8', 'go'],
  ['R3', 'ssf'],
] as const) {
  test(`[${id}] every script of /${app} parses on phones of 2020`, () => {
    const files = filesOf(app, '.js');
    expect(files.length).toBeGreaterThan(10);
    expect(
      files.flatMap(({ name, text }) =>
        problemsOfScript(text, HAS_OWN.test(name) ? [] : NAMES).map((one) => `${name} ${one}`),
      ),
    ).toEqual([]);
  });

  test(`[${id}] every style of /${app} works on phones of 2020`, () => {
    const files = filesOf(app, '.css');
    expect(files.length).toBeGreaterThan(0);
    expect(
      files.flatMap(({ name, text }) => problemsOfStyle(text).map((one) => `${name} ${one}`)),
    ).toEqual([]);
  });
}

test('[R3] [R8] at most 150 kB are fetched before the first question and before identification', () => {
  const { home, portal } = checkBudget();
  for (const size of [home, portal]) {
    expect(size).toBeGreaterThan(50_000);
    expect(size).toBeLessThanOrEqual(HOME_LIMIT);
  }
});

test('the check finds features that phones of 2020 lack', () => {
  const scripts = [
    'a.b??=1',
    'class A{static{}}',
    'await 1;class B{#a;static has(b){return #a in b}}',
    '[1].at(-1)',
    'Object.hasOwn(a,b)',
    'crypto.randomUUID()',
    'structuredClone(a)',
    '/(?<=a)b/.test(c)',
    'a.toSorted()',
    'navigator.serviceWorker',
  ];
  expect(scripts.filter((text) => problemsOfScript(text).length === 0)).toEqual([]);
  const styles = [
    'a:has(b){color:red}',
    'a{inset:0}',
    'a{margin-inline:auto}',
    'a{display:flex;gap:8px}',
    'a{min-height:100dvh}',
    'a{color:oklch(1 0 0)}',
    'a{& b{color:red}}',
    '@layer x{a{color:red}}',
  ];
  expect(styles.filter((text) => problemsOfStyle(text).length === 0)).toEqual([]);
  expect(problemsOfStyle('a{min-height:100vh;min-height:100dvh}b{display:grid;gap:8px}')).toEqual(
    [],
  );
});
