/** Builds the server as the product, and with a planted bug to show that a campaign detects it. */
import { existsSync, readFileSync, symlinkSync, rmSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { copyReadFiles, serverBundle } from '../../scripts/build.mjs';
import { ROOT } from '../../scripts/sources.mjs';
import { holds, withAll } from '../support/house/places.mjs';

/** Changes of one source file: every text must occur, or nothing would be planted. */
export interface Plant {
  file: string;
  change: readonly (readonly [from: string, to: string])[];
}

/** Commits that are not durable: `synchronous=NORMAL` syncs the WAL at checkpoints only. */
export const NORMAL: Plant = {
  file: 'server/platform/db/sqlite-connection.ts',
  change: [
    ['synchronous=FULL', 'synchronous=NORMAL'],
    ['synchronous: 2', 'synchronous: 1'],
  ],
};
const SAY_IT = 'for (const w of group) w.resolve(true); await new Promise(r => setTimeout(r, 15))';
/** Acknowledges just before the commit: a kill or failure in between loses an acknowledged op. */
export const EARLY: Plant = {
  file: 'server/platform/db/write-queue.ts',
  change: [
    ['done.push({ w, value });', 'done.push({ w, value }); w.resolve(value);'],
    ["writer.exec('COMMIT')", "await new Promise(r => setTimeout(r, 15)); writer.exec('COMMIT')"],
    ['const done = await to.run(', `${SAY_IT}; const done = await to.run(`],
    [' runHere(q, group);', ` ${SAY_IT}; runHere(q, group);`],
  ],
};

/** Returns the file with its planted bug. @throws Error if one of the texts is missing */
export function planted({ file, change }: Plant): string {
  let contents = readFileSync(join(ROOT, file), 'utf8');
  for (const [from, to] of change) {
    if (!holds(contents, from)) throw new Error(`${file} no longer says: ${from}`);
    contents = withAll(contents, from, to);
  }
  return contents;
}

/** @returns the folder of the build, inside the project so that packages resolve */
export async function buildServer(name: string, plant?: Plant): Promise<string> {
  const dist = join(ROOT, 'dist', `chaos-${process.pid}`, name);
  mkdirSync(dist, { recursive: true });
  let isPlanted = false;
  const bundle = serverBundle(join(dist, 'server'));
  await build({
    ...bundle,
    plugins:
      plant === undefined
        ? bundle.plugins
        : [
            ...bundle.plugins,
            {
              name: 'plant',
              setup(b) {
                b.onLoad({ filter: /\.ts$/ }, ({ path }) => {
                  if (path !== join(ROOT, plant.file)) return undefined;
                  isPlanted = true;
                  return { contents: planted(plant), loader: 'ts' };
                });
              },
            },
          ],
  });
  if (plant !== undefined && !isPlanted) throw new Error(`nothing was planted in ${plant.file}`);
  copyReadFiles(join(dist, 'server'));
  const web = join(ROOT, 'dist/web');
  if (existsSync(web) && !existsSync(join(dist, 'web'))) symlinkSync(web, join(dist, 'web'));
  return dist;
}

export const removeBuilds = (): void =>
  rmSync(join(ROOT, 'dist', `chaos-${process.pid}`), { recursive: true, force: true });
