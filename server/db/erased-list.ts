// The list of who was erased, kept outside of every database: a restore must not bring anybody back. It names nobody; only the root key tells whom a line means.

import { appendFile, readFile } from 'node:fs/promises';

/** `whole`: nothing of the person was kept; else their X-rays may run on. What was made after `at` is another record under the same number. */
export interface Erased { at: number; cid: string; id: string; whole: boolean }
export const LEDGER = 'erased.jsonl';

const CID = /^[\w-]{1,64}$/, ID = /^[0-9a-f]{64}$/;
/** Lines of one list; one that a crash cut off is left out, a list that is not there is empty. */
export async function readErased(file: string): Promise<Erased[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => { if (error.code === 'ENOENT') return ''; throw error; });
  return text.split('\n').flatMap(line => {
    try {
      const one = JSON.parse(line) as Partial<Erased> | null;
      return one !== null && typeof one.at === 'number' && typeof one.whole === 'boolean' && CID.test(String(one.cid)) && ID.test(String(one.id)) ? [one as Erased] : [];
    } catch { return []; }
  });
}
const keyOf = ({ at, cid, id, whole }: Erased): string => `${at}|${cid}|${id}|${whole}`;
/** Adds lines that a list lacks; on the disk when it resolves. A line that a crash cut off is ended first, or the next one would be lost with it. */
export async function addErased(file: string, lines: readonly Erased[]): Promise<void> {
  const known = new Set((await readErased(file)).map(keyOf)), missing = lines.filter(one => !known.has(keyOf(one)));
  if (missing.length === 0) return;
  const before = await readFile(file, 'utf8').catch(() => '');
  await appendFile(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${missing.map(one => `${JSON.stringify(one)}\n`).join('')}`, { mode: 0o600, flush: true });
}
