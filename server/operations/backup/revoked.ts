// The list of revocations, stored outside of every database: a restore must not re-enable a lost
// tablet or a former colleague, nor reopen an ended link.

import { readFile } from 'node:fs/promises';

/** `share` and `link`: a share given home, and a link to a questionnaire. */
type RevokedKind = 'tablet' | 'user' | 'share' | 'link';
const KINDS: readonly unknown[] = ['tablet', 'user', 'share', 'link'] satisfies RevokedKind[];
/** `isBack`: a disabled user is enabled again; effective from then on. */
export interface Revoked {
  at: number;
  kind: RevokedKind;
  cid: string;
  id: string;
  isBack?: true;
}

const ID = /^[\w-]{1,64}$/;
/** Reads the lines of one list; a truncated last line is omitted, a missing list is empty. */
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

/** Returns the revocations in effect after all these lists, each once; later lines win. */
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
