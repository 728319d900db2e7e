/** Answers planted into the database of a story's server, as a tablet delivered them before. */
import { openFile } from '../../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../../server/platform/keys/rootkey/stored-file.ts';
import { expect } from '@playwright/test';
import type { Story } from './story.ts';

/** A set of answers of one person. */
export interface Planted {
  id: string;
  patid: string;
  form: string;
  title: string;
  language: string;
  /** ms; when it was answered. */
  at: number;
  item: readonly unknown[];
  problems?: readonly { key: string; code: string }[];
}

/** Plants answers that arrived earlier; `sealPlanted` makes them readable. */
export function plantAnswers(story: Story, planted: Planted): void {
  const { id, patid, form, title, language, at, item, problems = [] } = planted;
  const [{ cid } = { cid: '' }] = story.rows('select cid from patient where patid = ?', patid) as {
    cid: string;
  }[];
  const db = openFile(storedFile(story.server.data));
  const response = {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    language,
    authored: new Date(at).toISOString(),
    item,
  };
  db.prepare(
    'insert into answers (id, cid, patid, form, form_sha256, title, language, response, answered_at, received_at, problems) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(
    id,
    cid,
    patid,
    form,
    'a'.repeat(64),
    title,
    language,
    JSON.stringify(response),
    at,
    at,
    JSON.stringify(problems),
  );
  db.close();
}

/** Encrypts planted answers: a start walks through the rows of a practice that are not yet. */
export async function sealPlanted(story: Story, patid: string): Promise<void> {
  const db = openFile(storedFile(story.server.data));
  db.prepare('delete from cell_state').run();
  // A walk that has ended keeps its job, and a second one of the same key is never queued.
  db.prepare("delete from job where kind = 'seal-cells'").run();
  db.close();
  await story.server.restart();
  await expect
    .poll(
      () =>
        story.rows(
          'select cid from cell_state where complete > 0 and cid = (select cid from patient where patid = ?)',
          patid,
        ).length,
      { timeout: 60_000 },
    )
    .toBe(1);
}
