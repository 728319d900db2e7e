/** A build of the server again under another version, without the time of building it. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageVersion } from '../../scripts/sources.mjs';

/** Copies a build next to it. @returns its folder */
export function copyBuild(dist: string, name: string, version: string): string {
  const to = path.join(path.dirname(dist), name),
    main = path.join(to, 'server/main.js');
  if (existsSync(to)) rmSync(to, { recursive: true });
  cpSync(dist, to, { recursive: true, verbatimSymlinks: true });
  const text = readFileSync(main, 'utf8'),
    own = JSON.stringify(packageVersion());
  if (!text.includes(own)) throw new Error(`${main} does not name its version ${own}`);
  writeFileSync(main, text.replaceAll(own, JSON.stringify(version)));
  return to;
}
