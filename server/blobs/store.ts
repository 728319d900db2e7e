// Rows of stored files: which practice holds which content under which key.

import { and, eq, inArray } from 'drizzle-orm';
import type { Look, Work } from '../work.ts';

/** Notes a stored file; repeating is free. */
export async function recordBlob(w: Work, blob: { sha256: string; size: number; mime: string; keyId: string }): Promise<void> {
  await w.tx.insert(w.t.blob, { ...blob, at: w.now }, { ifAbsent: true });
}

/**
 * Takes a picture's file off the list unless something else names the same content: two slices may have stored equal bytes.
 * @returns whether it was taken off; its bytes are removed after the commit
 */
export async function forgetBlob(w: Work, sha256: string): Promise<boolean> {
  const { blob, document, image, scanPage } = w.t;
  if ((await w.tx.count(image, eq(image.sha256, sha256))) > 0 || (await w.tx.count(document, eq(document.sha256, sha256))) > 0) return false;
  if ((await w.tx.count(scanPage, and(eq(scanPage.sha256, sha256), inArray(scanPage.state, ['waiting', 'tray', 'filing'])))) > 0) return false;
  return (await w.tx.remove(blob, eq(blob.sha256, sha256))) > 0;
}

export const findBlob = (look: Look, sha256: string): Promise<{ sha256: string; size: number; mime: string; keyId: string } | undefined> =>
  look.db.one(look.t.blob, eq(look.t.blob.sha256, sha256));
