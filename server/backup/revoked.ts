// The list of what was revoked, kept outside of every database: a restore must not bring a lost tablet or a former colleague back.

import { readFile } from 'node:fs/promises';

export interface Revoked { at: number; kind: 'tablet' | 'user'; cid: string; id: string }

const ID = /^[\w-]{1,64}$/;
/** Lines of one list; one that a crash cut off is left out, a list that is not there is empty. */
export async function readRevoked(file: string): Promise<Revoked[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => { if (error.code === 'ENOENT') return ''; throw error; });
  return text.split('\n').flatMap(line => {
    try {
      const one = JSON.parse(line) as Partial<Revoked> | null;
      const isOne = one !== null && typeof one.at === 'number' && (one.kind === 'tablet' || one.kind === 'user') && ID.test(String(one.cid)) && ID.test(String(one.id));
      return isOne ? [one as Revoked] : [];
    } catch { return []; }
  });
}
