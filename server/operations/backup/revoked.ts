// The list of what was revoked, kept outside of every database: a restore must not bring a lost tablet or a former colleague back, nor open a link again that was ended.

import { readFile } from 'node:fs/promises';

/** `share` and `link`: what was given home, and a link to a questionnaire. */
type RevokedKind = 'tablet' | 'user' | 'share' | 'link';
const KINDS: readonly unknown[] = ['tablet', 'user', 'share', 'link'] satisfies RevokedKind[];
/** `isBack`: somebody who was disabled may work again; it counts from then on. */
export interface Revoked {
  at: number;
  kind: RevokedKind;
  cid: string;
  id: string;
  isBack?: true;
}

const ID = /^[\w-]{1,64}$/;
/** Lines of one list; one that a crash cut off is left out, a list that is not there is empty. */
async function linesOf(file: string): Promise<Revoked[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    try {
      const one = JSON.parse(line) as Partial<Revoked> | null;
      const isOne =
        one !== null &&
        typeof one.at === 'number' &&
        KINDS.includes(one.kind) &&
        ID.test(String(one.cid)) &&
        ID.test(String(one.id));
      return isOne ? [one as Revoked] : [];
    } catch {
      return [];
    }
  });
}

/** Who is revoked at the end of all these lists together, each once; the later word counts. */
export async function readRevoked(...files: string[]): Promise<Revoked[]> {
  const standing = new Map<string, Revoked>();
  const lines = (await Promise.all(files.map(linesOf))).flat().sort((a, b) => a.at - b.at);
  for (const line of lines) {
    const key = `${line.kind}|${line.id}`;
    if (line.isBack) standing.delete(key);
    else if (!standing.has(key)) standing.set(key, line);
  }
  return [...standing.values()];
}
