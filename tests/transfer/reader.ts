/** Practice software that reads our exports, crashes at any point, and resumes. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readGdt, valueOf } from '../../shared/records/gdt.ts';
import { lying, type Folders } from './exchange.ts';

export const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns a reader that claims files by renaming, records them in `got`, and removes them. */
export function createReader(folders: Folders) {
  const desk = path.join(folders.root, 'pvs'),
    got: { name: string; sha256: string }[] = [],
    wrong: string[] = [];
  mkdirSync(desk);
  let seed = 7;
  const dice = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const fetchSome = (most: number): void => {
    for (const name of readdirSync(desk)) {
      got.push({ name, sha256: sha(readFileSync(path.join(desk, name))) });
      rmSync(path.join(desk, name));
    }
    for (const name of lying(folders.out)
      .filter((one) => one.endsWith('.gdt'))
      .slice(0, most)) {
      const read = readGdt(readFileSync(path.join(folders.out, name))),
        [first] = read.ok ? read.records : [],
        pdf = first ? (valueOf(first, '6305').split('\\').at(-1) ?? '') : '';
      if (!read.ok || read.flaws.length > 0 || !lying(folders.out).includes(pdf)) {
        wrong.push(name);
        continue;
      }
      renameSync(path.join(folders.out, name), path.join(desk, name));
      if (dice(5) === 0) return;
      renameSync(path.join(folders.out, pdf), path.join(desk, pdf));
      if (dice(5) === 0) return;
      for (const one of [name, pdf]) {
        got.push({ name: one, sha256: sha(readFileSync(path.join(desk, one))) });
        rmSync(path.join(desk, one));
      }
    }
    // A PDF whose record was claimed before the reader died.
    for (const one of lying(folders.out))
      if (one.endsWith('.pdf') && got.some((other) => other.name === one.replace('.pdf', '.gdt')))
        renameSync(path.join(folders.out, one), path.join(desk, one));
  };
  const hasWork = (): boolean => lying(folders.out).length > 0 || readdirSync(desk).length > 0;
  return { dice, fetchSome, hasWork, got, wrong };
}
