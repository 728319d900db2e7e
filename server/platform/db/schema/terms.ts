// Tables of accepted terms and of read news (writers: server/accounts/terms, server/accounts/news).

import type { Kit } from '../kit.ts';

export const termsTables = (k: Kit) => ({
  termsAcceptance: k.table(
    'terms_acceptance',
    {
      cid: k.text().notNull(),
      version: k.text().notNull(),
      sha256: k.text().notNull(),
      userId: k.text().notNull(),
      name: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.version] })],
  ),
  newsRead: k.table(
    'news_read',
    {
      cid: k.text().notNull(),
      userId: k.text().notNull(),
      newsId: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.userId, t.newsId] })],
  ),
});
