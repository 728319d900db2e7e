// Table of uploaded pictures; their re-encoded bytes are stored with the practice's other files
// (writer: server/accounts/pictures).

import type { Kit } from '../kit.ts';

export const pictureTables = (k: Kit) => ({
  image: k.table(
    'image',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      sha256: k.text().notNull(),
      mime: k.text().notNull(),
      width: k.int().notNull(),
      height: k.int().notNull(),
      size: k.int().notNull(),
      purpose: k.text().$type<'avatar' | 'form'>().notNull(),
      createdBy: k.text().notNull(),
      createdAt: k.big().notNull(),
    },
    (t) => [k.index('image_cid').on(t.cid)],
  ),
});
