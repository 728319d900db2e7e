/**
 * External checks of sealed papers: every accepted signature becomes one document, and the served
 * file is the sealed one.
 */
import { dirname } from 'node:path';
import { createHash } from 'node:crypto';
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import type { Desk } from './desk.ts';
import { until } from './dice.ts';

export interface Paper {
  fileId: string;
  taskId: string;
  sha256: string;
}

function rows<T>(file: string, sql: string): T[] {
  const db = openFile(storedFile(dirname(file)), { readonly: true, timeout: 10_000 });
  try {
    return db.prepare(sql).all() as T[];
  } finally {
    db.close();
  }
}
export const papersIn = (file: string): Paper[] =>
  rows(file, 'select file_id fileId, task_id taskId, sha256 from document order by at');

/**
 * Waits until every signature is sealed; false on timeout. A server killed in the middle of one
 * retries it after its lock expires.
 */
export const allSealed = (file: string, limitMs = 180_000): Promise<boolean> =>
  until(
    () => rows(file, "select 1 from task where state in ('submitted', 'sealed')").length === 0,
    limitMs,
    250,
  );

/** Reads a paper: `same`, `refused` (an error of the server), or `other` (wrong bytes: never). */
export async function readPaper(desk: Desk, paper: Paper): Promise<'same' | 'refused' | 'other'> {
  const answer = await desk.raw(`/r4c/${desk.r4cUuid}/documents/file/${paper.fileId}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) return 'refused';
  return createHash('sha256').update(bytes).digest('hex') === paper.sha256 ? 'same' : 'other';
}

/** Returns faults of the papers of a running server; empty if none. */
export async function wrongPapers(desk: Desk, file: string): Promise<string[]> {
  const wrong: string[] = [];
  if (!(await allSealed(file)))
    wrong.push(
      `signatures that are never sealed: ${JSON.stringify(rows(file, "select t.state, j.state job, j.attempts, j.error from task t left join job j on json_extract(j.payload, '$.taskId') = t.task_id and j.kind = 'seal-document' where t.state in ('submitted', 'sealed')"))}`,
    );
  const papers = papersIn(file),
    signed =
      rows<{ n: number }>(file, 'select count(*) n from envelope where voided_at is null')[0]?.n ??
      0;
  if (papers.length !== signed) wrong.push(`${signed} signatures, ${papers.length} documents`);
  await desk.signIn();
  for (const paper of papers) {
    const how = await readPaper(desk, paper);
    if (how !== 'same') wrong.push(`document ${paper.fileId}: ${how}`);
  }
  return wrong;
}
