// The list of who was erased, kept outside of every database: a restore must not bring anybody back. It names nobody; only the root key tells whom a line means.

import { appendFile, readFile } from 'node:fs/promises';

/** `whole`: nothing of the person was kept; else their X-rays may run on. What was made after `at` is another record under the same number. */
export interface Erased {
  at: number;
  cid: string;
  id: string;
  whole: boolean;
}
/**
 * What else an older database must not undo: `rest`: erased on demand was what need not be kept, and the record was closed; `closed`, `lifted`: it was closed or not
 * any more. These lines have no `whole`, so that a program that does not know them leaves them alone.
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
/** All lines of one list; one that a crash cut off is left out, a list that is not there is empty. */
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
/** Adds lines that a list lacks; on the disk when it resolves. A line that a crash cut off is ended first, or the next one would be lost with it. */
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
