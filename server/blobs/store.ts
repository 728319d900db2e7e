// Rows of stored files: which practice holds which content under which key.

import { eq } from 'drizzle-orm';
import type { Look, Work } from '../work.ts';

/** Notes a stored file; repeating is free. */
export async function recordBlob(w: Work, blob: { sha256: string; size: number; mime: string; keyId: string }): Promise<void> {
  await w.tx.insert(w.t.blob, { ...blob, at: w.now }, { ifAbsent: true });
}

/** Takes a file off the list; its bytes are removed after the commit. */
export const forgetBlob = (w: Work, sha256: string): Promise<number> => w.tx.remove(w.t.blob, eq(w.t.blob.sha256, sha256));

export const findBlob = (look: Look, sha256: string): Promise<{ sha256: string; size: number; mime: string; keyId: string } | undefined> =>
  look.db.one(look.t.blob, eq(look.t.blob.sha256, sha256));
