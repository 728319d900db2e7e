/**
 * Each setting that names a resource of the host is listed with who may set it. The operator owns
 * them; a practice reaches no folder outside of what the operator gave, and learns nothing about it.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../scripts/sources.mjs';
import { HOST_SETTINGS } from '../../server/platform/config/host-settings.ts';
import { KEYS } from '../../server/platform/config/parse-config.ts';
import { RELAY } from '../../server/platform/config/relay-settings.ts';
import { exchangeBaseOf } from '../../server/records/transfer/exchange-folder.ts';
import { NO_DOCTOSYNC } from '../../shared/records/transfer.ts';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, stepUp, type Practice } from '../support/practice.ts';

const HOST_WORDS = /^(?:folder|path|url|uri|host|port|file|dir|command|program)s?$/;
const namesHost = (field: string): boolean =>
  !field.endsWith('Id') &&
  field.split(/(?=[A-Z])/).some((word) => HOST_WORDS.test(word.toLowerCase()));
/** The name of a setting of the practice; tables and a licence that the browser has sent. */
const HARMLESS: readonly string[] = [
  'post /api/licence file',
  'post /api/settings/patch path',
  'post /collector/imports files',
  'post /collector/imports/{importId}/look files',
  'post /collector/imports/{importId}/run files',
  'put /collector/mappings/{mappingId} files',
];

let t: TestApp, p: Practice;
const root = mkdtempSync(path.join(tmpdir(), 'molar-host-')),
  outside = path.join(root, 'outside');
beforeAll(async () => {
  t = await createTestApp('sqlite', { exchangeBase: exchangeBaseOf(path.join(root, 'exchange')) });
  p = await addPractice(t, 'nord');
  await addPractice(t, 'sued');
});
afterAll(async () => {
  await t.drop();
  rmSync(root, { recursive: true, force: true });
});

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  [word: string]: unknown;
}
interface Described {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, unknown> } }>>;
  components: { schemas: Record<string, Schema> };
}

/** Names of all fields of a schema, also of those inside. */
function fieldsOf(value: unknown, all: Described, seen = new Set<string>()): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, all, seen));
  if (typeof value !== 'object' || value === null) return [];
  const { $ref, properties = {}, ...rest } = value as Schema;
  const name = $ref?.split('/').at(-1) ?? '',
    isKnown = seen.has(name);
  seen.add(name);
  return [
    ...($ref === undefined || isKnown ? [] : fieldsOf(all.components.schemas[name], all, seen)),
    ...Object.entries(properties).flatMap(([field, one]) => [field, ...fieldsOf(one, all, seen)]),
    ...Object.values(rest).flatMap((one) => fieldsOf(one, all, seen)),
  ];
}

it('lists every setting of the environment, all of them for the operator, as the manual does', () => {
  const manual = readFileSync(path.join(ROOT, 'docs/configuration.md'), 'utf8'),
    own = Object.keys(HOST_SETTINGS).filter((name) => !name.includes(' '));
  const all = [...KEYS, ...Object.keys(RELAY), 'DATABASE_URL'];
  expect(own.toSorted()).toEqual(all.toSorted());
  for (const name of own)
    expect([name, HOST_SETTINGS[name]?.who, manual.includes(`\`${name}\``)]).toEqual([
      name,
      'operator',
      true,
    ]);
});

it('lists every field of a call that names a resource of the host, with its limit', async () => {
  const all = (await t.call('/openapi.json')).json as Described;
  const found = Object.entries(all.paths).flatMap(([at, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      [...new Set(fieldsOf(requestBody, all))]
        .filter(namesHost)
        .map((field) => `${method} ${at} ${field}`)
        .filter((name) => !HARMLESS.includes(name)),
    ),
  );
  const listed = Object.keys(HOST_SETTINGS).filter((name) => name.includes(' '));
  expect(found.toSorted()).toEqual(listed.toSorted());
  expect(listed.filter((name) => (HOST_SETTINGS[name]?.limit ?? '') === '')).toEqual([]);
});

it('a practice of several reaches no folder of the host, whether it exists or not', async () => {
  await stepUp(t, p.users.owner);
  const { owner } = p.users;
  const places = ['/etc', '/etc/shadow', '/gibt-es-nicht', ROOT, outside];
  const refusals = async (set: (place: string) => Promise<Answer>): Promise<string[]> => [
    ...new Set(
      await Promise.all(
        places.map(async (place) => {
          const { status, code, json } = await set(place);
          const { fields } = (json as { error: { fields?: Record<string, string> } }).error;
          return `${status} ${code} ${Object.values(fields ?? {}).join(' ')}`;
        }),
      ),
    ),
  ];
  for (const field of ['inFolder', 'outFolder', 'scanFolder'])
    expect([
      field,
      await refusals((place) =>
        p.call('/doctosync/settings', {
          as: owner,
          method: 'PUT',
          json: { version: 0, settings: { ...NO_DOCTOSYNC, [field]: place } },
        }),
      ),
    ]).toEqual([field, ['400 validation by_operator']]);
  expect(
    await refusals((place) =>
      t.call('/api/backup/target', { as: owner, method: 'POST', json: { path: place } }),
    ),
  ).toEqual(['409 state_conflict ']);
  expect([existsSync(outside), readdirSync(root).toSorted()]).toEqual([false, []]);
});
