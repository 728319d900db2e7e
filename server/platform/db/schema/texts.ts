// Table of the practice's own consent texts (writer: server/records/texts).

import type { DocumentTemplate } from '../../../../shared/desk/document.ts';
import type { Kit } from '../kit.ts';

export const textTables = (k: Kit) => ({
  /**
   * A consent text of this practice; a published version is never changed. A draft may be
   * unfinished: its `template` is complete once it is published.
   */
  ownText: k.table(
    'own_text',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      version: k.int().notNull(),
      state: k.text().$type<'draft' | 'active' | 'retired'>().notNull(),
      rev: k.int().notNull(),
      template: k.json<DocumentTemplate>().notNull(),
      sha256: k.text().notNull(),
      /** Languages of the text, German first; and its source text. */
      languages: k.json<string[]>().notNull(),
      basedOn: k.text(),
      changedBy: k.text().notNull(),
      changedAt: k.big().notNull(),
      publishedAt: k.big(),
    },
    (t) => [k.key({ columns: [t.cid, t.id, t.version] })],
  ),
  /**
   * A translation of a shipped text that this practice confirmed. It holds for these words only: a
   * corrected file has another hash.
   */
  textReview: k.table(
    'text_review',
    {
      cid: k.text().notNull(),
      /** `id@version`. */
      text: k.text().notNull(),
      language: k.text().notNull(),
      /** Of the words in this language. */
      sha256: k.text().notNull(),
      reviewedBy: k.text().notNull(),
      /** Name at that time: it is printed. */
      reviewedByName: k.text().notNull(),
      reviewedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.text, t.language] })],
  ),
});
