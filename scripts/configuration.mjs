/**
 * `npm run configuration`: writes docs/configuration.md, the reference of all settings, from
 * `server/platform/config/settings.ts` and `server/platform/config/host-settings.ts`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.mjs';

export const PAGE = join(ROOT, 'docs/configuration.md');
const SHAPES = { one: 'one process', cell: 'cell', vendor: 'vendor' };

/** @typedef {import('../server/platform/config/settings.ts').Setting} Setting */
/** @typedef {Readonly<Record<string, { who: string, limit?: string }>>} HostSettings */

const cell = (/** @type {string} */ text) => text.replaceAll('|', '/');
const fallbackOf = (/** @type {Setting} */ { fallback, otherwise }) => {
  if (fallback === undefined && otherwise === undefined)
    throw new Error('A setting states neither its default nor what happens without it.');
  return fallback === undefined ? (otherwise ?? '') : `\`${fallback}\``;
};

/** @param {string} name @param {Setting} setting @param {HostSettings} host */
function rowOf(name, setting, host) {
  const { type, unit = '', neededBy = [], isSecret, meaning } = setting,
    who = host[name]?.who;
  if (who === undefined) throw new Error(`${name} is missing in host-settings.ts.`);
  const cells = [
    `\`${name}\``,
    type,
    fallbackOf(setting),
    unit,
    who,
    neededBy.map((shape) => SHAPES[shape]).join(', '),
    isSecret ? 'yes' : '',
    meaning,
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/**
 * Renders the page.
 * @param {readonly (readonly [string, Readonly<Record<string, Setting>>])[]} groups
 * @param {HostSettings} host
 */
export function configurationPage(groups, host) {
  const ofCalls = Object.entries(host).filter(([name]) => name.includes(' '));
  return [
    '# Configuration',
    '',
    'Written by `npm run configuration` from `server/platform/config/settings.ts`. All settings are variables of the environment. An unknown name or a wrong value ends the start with a message that names it. „Needed by“ names the shapes that do not work without the setting in production: one process on SQLite, a cell of several processes on PostgreSQL, the vendor’s server. `deploy/systemd/molar.env` holds those of the first.',
    '',
    ...groups.flatMap(([title, settings]) => [
      `## ${title}`,
      '',
      '| setting | type | default | unit | who | needed by | secret | meaning |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...Object.entries(settings).map(([name, setting]) => rowOf(name, setting, host)),
      '',
    ]),
    '## Settings of the host that are not in the environment',
    '',
    'These fields of calls name a folder or an address. Only the operator decides which ones a practice can reach.',
    '',
    '| call and field | who | limit |',
    '| --- | --- | --- |',
    ...ofCalls.map(([name, { who, limit = '' }]) => `| \`${name}\` | ${who} | ${cell(limit)} |`),
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from './settings.ts'; export * from './host-settings.ts';`,
      resolveDir: join(ROOT, 'server/platform/config'),
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const code = outputFiles[0]?.text ?? '';
  const { SETTING_GROUPS, SETTINGS, HOST_SETTINGS } = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  );
  writeFileSync(PAGE, configurationPage(SETTING_GROUPS, HOST_SETTINGS));
  console.log(`docs/configuration.md lists ${Object.keys(SETTINGS).length} settings.`);
}
