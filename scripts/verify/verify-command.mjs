/**
 * Shared part of the commands that verify a database: data folder, fresh build, verdict as exit
 * code (0 whole, 1 faults, 2 not readable).
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../sources.mjs';

/**
 * @param {string} name of the npm script and of the built command, with a hyphen for the colon
 * @param {(command: any, place: { data: string, url: string | undefined,
 * rootKeyFile: string }) => Promise<{ lines: string[], isWhole: boolean }>} prove
 */
export async function runVerify(name, prove) {
  try {
    const { values } = parseArgs({ options: { data: { type: 'string' } } });
    const data = resolve(values.data ?? process.env.MOLAR_DATA ?? join(ROOT, 'data'));
    const url = process.env.DATABASE_URL || undefined;
    const rootKeyFile = process.env.MOLAR_ROOT_KEY_FILE || join(data, 'root.key');
    if (!url && !existsSync(join(data, 'molar.db')))
      throw new Error(
        `There is no database in ${data}. Name the data folder: npm run ${name.replace('-', ':')} -- --data DIR`,
      );
    // A delivered dist/ may come without the build tools; it is used unchanged.
    if (existsSync(join(ROOT, 'node_modules/vite'))) {
      const { buildAll, isBuilt } = await import('../build.mjs');
      if (!isBuilt()) await buildAll((line) => console.error(line));
    }
    const command = await import(
      new URL(`../../dist/server/${name}.command.js`, import.meta.url).href
    );
    const { lines, isWhole } = await prove(command, { data, url, rootKeyFile });
    console.log(lines.join('\n'));
    process.exitCode = isWhole ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
