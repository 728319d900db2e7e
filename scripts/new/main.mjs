/**
 * `npm run new -- KIND NAME …`: writes a skeleton that compiles and is tested, and prints the steps
 * left to do by hand. It overwrites nothing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../sources.mjs';
import { newCall } from './call.mjs';
import { newConsent } from './consent.mjs';
import { newField } from './field.mjs';
import { newFigure } from './figure.mjs';
import { newJob } from './job.mjs';
import { Refused } from './names.mjs';

/** @type {Record<string, {usage: string, make: (args: string[]) => import('./names.mjs').Made}>} */
const KINDS = {
  call: { usage: 'call WING/ROOM VERB-NOUN', make: newCall },
  field: { usage: 'field NAME', make: newField },
  figure: { usage: 'figure NAME', make: newFigure },
  consent: { usage: 'consent NAME', make: newConsent },
  job: { usage: 'job WING/ROOM VERB-NOUN', make: newJob },
};

/**
 * Returns a text with a line put before the first line that starts with `before`.
 * @param {string} text
 * @param {{path: string, before: string, line: string}} one
 */
export function withLine(text, { path, before, line }) {
  const lines = text.split('\n');
  if (lines.includes(line)) throw new Refused(`${path} has the line already: ${line.trim()}`);
  const at = lines.findIndex((other) => other.startsWith(before));
  if (at < 0) throw new Refused(`${path} has no line that starts with ${before}`);
  // A blank line between imports and the next comment stays where it is.
  const place = before.startsWith('/**') && lines[at - 1] === '' ? at - 1 : at;
  return [...lines.slice(0, place), line, ...lines.slice(place)].join('\n');
}

/**
 * Writes everything or, if a file exists already, nothing.
 * @param {import('./names.mjs').Made} made
 */
function write({ files, lines = [] }) {
  for (const { path } of files)
    if (existsSync(join(ROOT, path))) throw new Refused(`${path} exists already.`);
  /** @type {Map<string, string>} */
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  for (const one of lines)
    texts.set(
      one.path,
      withLine(texts.get(one.path) ?? readFileSync(join(ROOT, one.path), 'utf8'), one),
    );
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  const code = [...texts.keys()].filter((path) => /\.(ts|mjs)$/.test(path));
  const format = [join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), ...code];
  for (let pass = 0; pass < 2 && code.length > 0; pass += 1)
    spawnSync(process.execPath, format, { cwd: ROOT });
  return [...texts.keys()];
}

/** @param {string[]} args */
function main([kind = '', ...args]) {
  const found = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (found === undefined) {
    console.log('npm run new -- KIND NAME …');
    for (const { usage } of Object.values(KINDS)) console.log(`  ${usage}`);
    process.exitCode = kind === '' ? 0 : 1;
    return;
  }
  try {
    const made = found.make(args);
    for (const path of write(made)) console.log(`wrote ${path}`);
    console.log('left to do:');
    for (const line of made.left) console.log(`  ${line}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(`${error.message}\nnpm run new -- ${found.usage}`);
    process.exitCode = 1;
  }
}

if (import.meta.filename === process.argv[1]) main(process.argv.slice(2));
