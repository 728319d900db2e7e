/**
 * Opens the files that a candidate left on disk, in a process that took no part in the run:
 * document count and one hash over all.
 */
import { join } from 'node:path';
import PouchDB from 'pouchdb';
import { openFile, type SqliteFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { answer } from '../kit/answer.ts';
import { createTally } from './contents.ts';

export interface Found {
  count: number;
  hash: string;
}
type Documents = { id: string; text: string | Uint8Array }[];

function rowsOf<T>(file: string | SqliteFile, query: string): T[] {
  const db = openFile(typeof file === 'string' ? { file } : file);
  const bad: unknown = db.pragma('integrity_check', { simple: true });
  if (bad !== 'ok') throw new Error(`integrity_check: ${String(bad)}`);
  const rows = db.prepare<[], T>(query).all();
  db.close();
  return rows;
}

const READ: Record<string, (folder: string) => Documents | Promise<Documents>> = {
  molar: (folder) =>
    rowsOf<{ id: string; bytes: Uint8Array }>(
      storedFile(folder),
      "select id, bytes from op where kind = 'task.submit'",
    ).map((r) => ({ id: r.id, text: r.bytes })),
  limit: (folder) =>
    rowsOf<{ id: string; bytes: Uint8Array }>(
      join(folder, 'limit.db'),
      'select id, bytes from op',
    ).map((r) => ({ id: r.id, text: r.bytes })),
  rxdb: (folder) =>
    rowsOf<{ id: string; json: string }>(join(folder, 'rxdb.db'), 'select id, json from doc').map(
      (r) => ({
        id: r.id,
        text: JSON.stringify((JSON.parse(r.json) as { signature: unknown }).signature),
      }),
    ),
  async pouch(folder) {
    const db = new PouchDB(join(folder, 'db/tasks'));
    const { rows } = await db.allDocs({ include_docs: true });
    await db.close();
    return rows.map((r) => ({ id: r.id, text: JSON.stringify(r.doc.signature) }));
  },
};

answer(async (question): Promise<Found> => {
  const read = READ[String(question.what)];
  if (!read) throw new Error('nothing known of it');
  const documents = await read(String(question.folder));
  const tally = createTally();
  for (const { id, text } of documents) tally.add(id, text);
  return { count: documents.length, hash: tally.sum().hash };
});
