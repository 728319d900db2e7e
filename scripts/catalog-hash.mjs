/**
 * `npm run catalog:hash`: writes the hashes of catalogue files that have none yet; refuses, by
 * name, if a published file was changed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import serialize from 'canonicalize';
import { ROOT } from './sources.mjs';

/**
 * @typedef {object} Shelf
 * @property {string} folder
 * @property {(name: string, json: any) => unknown} pinned part of the file that its hash covers
 */

/** Names of translations end with their language; the review status of one may change. */
const TRANSLATION = /@\d+\.[a-z]{2}$/;
/** @param {string} name @param {any} json */
const wordsOrFile = (name, json) => (TRANSLATION.test(name) ? json.texts : json);
/** @type {readonly Shelf[]} */
const SHELVES = [
  { folder: 'catalog/consent', pinned: wordsOrFile },
  { folder: 'catalog/forms', pinned: wordsOrFile },
  // Terms are hashed as text, in the order of their keys (server/accounts/terms/terms.ts).
  { folder: 'catalog/terms', pinned: (_, json) => JSON.stringify(json) },
];

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
/** @param {unknown} value */
const hashOf = (value) =>
  createHash('sha256')
    .update(typeof value === 'string' ? value : (serialize(value) ?? ''))
    .digest('hex');

/**
 * Compares the hashes of a shelf with its files.
 * @param {Record<string, string>} known hash by name
 * @param {Record<string, unknown>} contents pinned content by name
 * @returns {{hashes: Record<string, string>, added: string[], changed: string[]}}
 */
export function withNewHashes(known, contents) {
  const names = Object.keys(contents).sort();
  const added = names.filter((name) => known[name] === undefined);
  const changed = names.filter(
    (name) => known[name] !== undefined && known[name] !== hashOf(contents[name]),
  );
  const gone = Object.keys(known).filter((name) => !(name in contents));
  const hashes = {
    ...known,
    ...Object.fromEntries(added.map((name) => [name, hashOf(contents[name])])),
  };
  return {
    hashes: Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1))),
    added,
    changed: [...changed, ...gone],
  };
}

/** @param {Shelf} shelf */
function readShelf({ folder, pinned }) {
  const names = readdirSync(join(ROOT, folder))
    .filter((file) => file.includes('@') && file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));
  const contents = Object.fromEntries(
    names.map((name) => [name, pinned(name, readJson(join(ROOT, folder, `${name}.json`)))]),
  );
  const file = join(ROOT, folder, 'hashes.json');
  return { folder, file, ...withNewHashes(readJson(file), contents) };
}

function main() {
  const shelves = SHELVES.map(readShelf);
  const changed = shelves.flatMap((one) => one.changed.map((name) => `${one.folder}/${name}.json`));
  if (changed.length > 0) {
    console.error(`Published files were changed or removed; make a new version instead:`);
    for (const path of changed) console.error(`  ${path}`);
    process.exitCode = 1;
    return;
  }
  for (const { folder, file, hashes, added } of shelves) {
    if (added.length > 0) writeFileSync(file, `${JSON.stringify(hashes, null, 2)}\n`);
    for (const name of added) console.log(`${folder}/hashes.json: ${name}`);
  }
  if (shelves.every((one) => one.added.length === 0)) console.log('Every file has its hash.');
}

if (import.meta.filename === process.argv[1]) main();
