// The list of erased patients, stored outside of every database: a restore must not bring them
// back. It contains no names; only the root key resolves a line.

import { appendFile, readFile } from 'node:fs/promises';

/**
 * `whole`: nothing of the person was kept; else their X-rays may be retained. A record created
 * after `at` is another record under the same number.
 */
export interface Erased {
  at: number;
  cid: string;
  id: string;
  whole: boolean;
}
/**
 * Other changes that an older database must not revert: `rest`: data without a retention duty was
 * erased on request, and the record was closed; `closed`, `lifted`: it was closed or reopened.
 * These lines have no `whole`, so that an older program ignores them.
 */
export interface Marked {
  at: number;
  cid: string;
  id: string;
  mark: 'rest' | 'closed' | 'lifted';
}
export const LEDGER = 'erased.jsonl';

const MARKS: readonly unknown[] = ['rest', 'closed', 'lifted'];
const CID = /^[\w-]{1,64}$/,
  ID = /^[0-9a-f]{64}$/;
/** Reads all lines of one list; a truncated last line is omitted, a missing list is empty. */
export async function readLines(file: string): Promise<(Erased | Marked)[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    try {
      const one = JSON.parse(line) as Partial<Erased & Marked> | null;
      return one !== null &&
        typeof one.at === 'number' &&
        (typeof one.whole === 'boolean' || MARKS.includes(one.mark)) &&
        CID.test(String(one.cid)) &&
        ID.test(String(one.id))
        ? [one as Erased | Marked]
        : [];
    } catch {
      return [];
    }
  });
}
const isErased = (one: Erased | Marked): one is Erased => 'whole' in one;
export const readErased = async (file: string): Promise<Erased[]> =>
  (await readLines(file)).filter(isErased);
export const readMarked = async (file: string): Promise<Marked[]> =>
  (await readLines(file)).flatMap((one) => (isErased(one) ? [] : [one]));
const keyOf = (one: Erased | Marked): string =>
  `${one.at}|${one.cid}|${one.id}|${isErased(one) ? one.whole : one.mark}`;
/**
 * Appends missing lines to a list; synced when it resolves. A truncated last line is ended first,
 * or the next one would be lost with it.
 */
export async function addErased(file: string, lines: readonly (Erased | Marked)[]): Promise<void> {
  const known = new Set((await readLines(file)).map(keyOf)),
    missing = lines.filter((one) => !known.has(keyOf(one)));
  if (missing.length === 0) return;
  const before = await readFile(file, 'utf8').catch(() => '');
  await appendFile(
    file,
    `${before === '' || before.endsWith('\n') ? '' : '\n'}${missing.map((one) => `${JSON.stringify(one)}\n`).join('')}`,
    { mode: 0o600, flush: true },
  );
}
