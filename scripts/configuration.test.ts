/** Tests that the reference of settings is what the parser knows and does. */
import { readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { HOST_SETTINGS } from '../server/platform/config/host-settings.ts';
import { parseConfig } from '../server/platform/config/parse-config.ts';
import {
  SETTING_GROUPS,
  SETTINGS,
  type Setting,
  type SettingKey,
} from '../server/platform/config/settings.ts';
import { configurationPage, PAGE } from './configuration.mjs';

/** The formatter aligns the columns of tables. */
const bare = (text: string): string => text.replace(/[ -]+/g, ' ');
const all = Object.entries(SETTINGS) as [SettingKey, Setting][];

test('docs/configuration.md is the page that the script writes', () => {
  expect(bare(readFileSync(PAGE, 'utf8'))).toBe(
    bare(configurationPage(SETTING_GROUPS, HOST_SETTINGS)),
  );
});

test('the page refuses a setting without a default, and one that no list of the host names', () => {
  const of = (setting: Setting) => [['A', { MOLAR_NEW: setting }]] as const;
  expect(() =>
    configurationPage(of({ type: 'text', meaning: '' }), { MOLAR_NEW: { who: 'operator' } }),
  ).toThrow('neither its default');
  expect(() => configurationPage(of({ type: 'text', otherwise: 'none', meaning: '' }), {})).toThrow(
    'MOLAR_NEW is missing',
  );
});

/** Values of other settings without which one is refused. */
const ALONG: Partial<Record<SettingKey, Record<string, string>>> = {
  MOLAR_S3_REGION: {
    MOLAR_S3_URL: 'https://objects.example/molar',
    MOLAR_S3_KEY_ID: 'a',
    MOLAR_S3_SECRET: 'b',
  },
};
const withDefault = all.flatMap(([name, { fallback }]) =>
  fallback === undefined ? [] : [[name, fallback] as const],
);
it.each(withDefault)('%s=%s is what counts without it', (name, fallback) => {
  const along = ALONG[name] ?? {},
    { config } = parseConfig({ ...along, [name]: fallback });
  expect(config).toBeDefined();
  expect(config).toEqual(parseConfig(along).config);
});

/** A wrong value of each type that is checked at the start. */
const WRONG: readonly [type: RegExp, value: string][] = [
  [/^choice:/, 'falsch'],
  [/^(?:address or|host) name$/, 'a b'],
  [/^address as host:port$/, 'ohne Port'],
  [/^list of pins$/, 'kurz'],
  [/^port$/, '70000'],
  [/^url/, 'keine Adresse'],
  [/^number/, '-1'],
  [/^yes or no$/, 'vielleicht'],
  [/^list of (?:addresses|systems|hosts|keys)/, 'a b'],
  [/^mail address$/, 'ohne Klammeraffe'],
  [/^folder, complete path$/, './relativ'],
  [/characters or more$|32 bytes/, 'kurz'],
];
const wrongOf = (type: string): string | undefined => WRONG.find(([one]) => one.test(type))?.[1];
const checked = all.flatMap(([name, { type }]) => {
  const value = wrongOf(type);
  return value === undefined ? [] : [[name, value] as const];
});
it.each(checked)('%s=%s is refused by its name', (name, value) => {
  const { problems = [] } = parseConfig({ [name]: value });
  expect(problems.join('\n')).toContain(name);
});
test('only files, folders and plain texts are not checked before they are used', () => {
  const unchecked = all.filter(([, { type }]) => wrongOf(type) === undefined);
  for (const [name, { type }] of unchecked)
    expect([name, type]).toEqual([
      name,
      expect.stringMatching(/^(?:file|folder|list of files|text|secret|list of secrets)/),
    ]);
});
test('a choice lists every word that is accepted', () => {
  for (const [name, { type }] of all) {
    const words = /^choice: (.+)$/.exec(type)?.[1]?.split(', ') ?? [];
    for (const word of words)
      expect([name, word, parseConfig({ [name]: word }).problems]).toEqual([name, word, undefined]);
  }
});
