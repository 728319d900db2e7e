/**
 * Generated practice cached between runs in the temporary folder: rebuilt when the code that makes
 * or stores it changes; each run works on a copy.
 */
import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { ROOT } from '../../scripts/sources.mjs';
import type { TemplateName } from '../../server/operations/demo/generate/templates.ts';
import { FILE_KEY, makePractice } from './practice.ts';
import { benchFolder } from './rounds.ts';
import { freshFolder } from './server.ts';

export interface KeptPractice {
  /** Database of this run. */
  readonly file: string;
  readonly rows: number;
  readonly services: number;
  remove(): void;
}
/**
 * Sources a cached practice depends on: the generator and the row descriptions; older tables are
 * migrated when opened.
 */
function stateOf(): string {
  const hash = createHash('sha256'),
    take = (at: string): void => {
      if (statSync(at).isDirectory())
        for (const name of readdirSync(at).toSorted()) take(path.join(at, name));
      else if (!at.endsWith('.test.ts'))
        hash.update(path.relative(ROOT, at)).update(readFileSync(at));
    };
  for (const one of ['server/operations/demo/generate', 'shared/analytics/deliveries/pvs.ts'])
    take(path.join(ROOT, one));
  return hash.digest('hex').slice(0, 12);
}

/** Returns the cached practice, or builds it first (ten years of a large one: minutes). */
export async function keptPractice(
  template: TemplateName,
  years: number,
  seed: number,
  say: (line: string) => void,
): Promise<KeptPractice> {
  const kept = path.join(benchFolder(), 'molar-bench-kept'),
    home = path.join(kept, `${template}-${years}-${seed}-${stateOf()}`),
    told = path.join(home, 'practice.json');
  if (!existsSync(told)) {
    const made = await makePractice(template, years, seed, say);
    await made.store.close();
    // The latest writes are in the WAL until a checkpoint.
    const db = openFile({ file: made.file, key: FILE_KEY });
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    mkdirSync(home, { recursive: true });
    copyFileSync(made.file, path.join(home, 'molar.db'), constants.COPYFILE_FICLONE);
    writeFileSync(`${told}.new`, JSON.stringify({ rows: made.rows, services: made.services }));
    renameSync(`${told}.new`, told);
    rmSync(made.folder, { recursive: true, force: true });
  } else say(`the practice of an earlier run: ${home}`);
  const folder = freshFolder('copy'),
    file = path.join(folder, 'molar.db'),
    { rows, services } = JSON.parse(readFileSync(told, 'utf8')) as {
      rows: number;
      services: number;
    };
  copyFileSync(path.join(home, 'molar.db'), file, constants.COPYFILE_FICLONE);
  return {
    file,
    rows,
    services,
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
