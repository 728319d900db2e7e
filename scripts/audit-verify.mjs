/** `npm run audit:verify [-- --data DIR]`: proves that no entry of any practice's audit log was changed, deleted or moved and that every signed head fits; ends with 1 and each fault otherwise, with 2 where the database cannot be read. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './sources.mjs';

try {
  const { values } = parseArgs({ options: { data: { type: 'string' } } });
  const data = resolve(values.data ?? process.env.MOLAR_DATA ?? join(ROOT, 'data'));
  const url = process.env.DATABASE_URL;
  const file = join(data, 'molar.db');
  if (!url && !existsSync(file)) throw new Error(`There is no database in ${data}. Name the data folder: npm run audit:verify -- --data DIR`);
  // A delivered dist/ may come without the tools that build it; then it is taken as it is.
  if (existsSync(join(ROOT, 'node_modules/vite'))) {
    const { buildAll, isBuilt } = await import('./build.mjs');
    if (!isBuilt()) await buildAll((line) => console.error(line));
  }
  const { runAuditVerify } = await import(new URL('../dist/server/audit-verify.command.js', import.meta.url).href);
  const { lines, isWhole } = await runAuditVerify({
    database: url ? { url } : { file }, headsFile: join(data, 'audit-heads.jsonl'),
  });
  console.log(lines.join('\n'));
  process.exitCode = isWhole ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
