// Queries of mails and of suppressed addresses; the only writer of these tables.

import { and, desc, eq, gt, inArray, lt, or } from 'drizzle-orm';
import type { Schema } from '../../platform/db/schema.ts';
import type { SuppressionState } from '../../platform/db/schema/mail.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type MailRow = Row<Schema['mail']>;
export type SuppressionRow = Row<Schema['mailSuppression']>;

/** Returns false when a mail with this key was queued before. */
export const insertMail = async (w: Work, row: NewRow<Schema['mail']>): Promise<boolean> =>
  (await w.tx.insert(w.t.mail, row, { ifAbsent: true })).length > 0;
export const findMail = (from: Look | Work, id: string): Promise<MailRow | undefined> =>
  readerOf(from).one(from.t.mail, { id });
/** How far a mail came. */
export type MailState = 'gesendet' | 'wartet' | 'abbestellt' | 'fehler';
const stateWord = (state: MailRow['state']): MailState =>
  state === 'sent'
    ? 'gesendet'
    : state === 'suppressed'
      ? 'abbestellt'
      : state === 'queued' || state === 'local'
        ? 'wartet'
        : 'fehler';
/** Reads the delivery states of mails by key; keys without a mail are left out. */
export async function statesOfKeys(
  s: Look | Work,
  keys: readonly string[],
): Promise<Map<string, MailState>> {
  if (keys.length === 0) return new Map();
  const rows = await readerOf(s).pick(s.t.mail, ['key', 'state'], inArray(s.t.mail.key, [...keys]));
  return new Map(rows.map(({ key, state }) => [key, stateWord(state)]));
}
/** Returns how far mails of several practices came, by cid, in one statement. */
export async function statesOfPractices(
  { read, t: { mail: m } }: Store,
  of: readonly { cid: string; keys: readonly string[] }[],
): Promise<Map<string, MailState[]>> {
  const wanted = new Map(of.map(({ cid, keys }) => [cid, new Set(keys)])),
    found = new Map<string, MailState[]>(),
    keys = of.flatMap((one) => one.keys);
  if (keys.length === 0) return found;
  const rows = await read
    .select({ cid: m.cid, key: m.key, state: m.state })
    .from(m)
    .where(and(inArray(m.cid, [...wanted.keys()]), inArray(m.key, keys)));
  for (const { cid, key, state } of rows)
    // Two practices may have mails with one key.
    if (wanted.get(cid)?.has(key) === true)
      found.set(cid, [...(found.get(cid) ?? []), stateWord(state)]);
  return found;
}
/** Changes a mail only while it is in one of these states; returns false otherwise. */
export const moveMail = async (
  w: Work,
  id: string,
  from: readonly MailRow['state'][],
  set: Partial<NewRow<Schema['mail']>>,
): Promise<boolean> =>
  (await w.tx.update(w.t.mail, set, and(eq(w.t.mail.id, id), inArray(w.t.mail.state, [...from]))!))
    .length > 0;
/** Lists mails, newest first, after the last mail of a page: many may have the same millisecond. */
export function listMails(
  look: Look,
  after: { at: number; id: string } | undefined,
  limit: number,
): Promise<MailRow[]> {
  const { mail } = look.t;
  return look.db.find(
    mail,
    after &&
      or(lt(mail.createdAt, after.at), and(eq(mail.createdAt, after.at), lt(mail.id, after.id))),
    { orderBy: [desc(mail.createdAt), desc(mail.id)], limit },
  );
}
/** Finds a mail of any practice by its Message-ID: a bounce contains no other reference. */
export async function findMailByMessage(
  { read, t }: Store,
  messageId: string,
): Promise<MailRow | undefined> {
  return (await read.select().from(t.mail).where(eq(t.mail.messageId, messageId)).limit(1))[0];
}
/** Lists the unexpired mails of one practice that wait here without a mail server; newest first. */
export async function listWaitingMails(
  { read, t }: Store,
  cid: string,
  now: number,
): Promise<MailRow[]> {
  return read
    .select()
    .from(t.mail)
    .where(and(eq(t.mail.cid, cid), eq(t.mail.state, 'local'), gt(t.mail.expiresAt, now)))
    .orderBy(desc(t.mail.createdAt), desc(t.mail.id))
    .limit(100);
}
export async function listExpiredMails(
  { read, t }: Store,
  now: number,
  limit: number,
): Promise<MailRow[]> {
  return read.select().from(t.mail).where(lt(t.mail.expiresAt, now)).limit(limit);
}
export const replaceSealed = async (
  w: Work,
  id: string,
  set: { sealed: Buffer; expiresAt: number; state: MailRow['state'] },
): Promise<void> => {
  await w.tx.update(w.t.mail, set, { id });
};
export const removeMail = (w: Work, id: string): Promise<number> => w.tx.remove(w.t.mail, { id });

/** Finds the rows of an address in this practice; several where earlier spellings differ. */
export const findSuppressions = (
  from: Look | Work,
  hashes: readonly string[],
): Promise<SuppressionRow[]> =>
  readerOf(from).find(from.t.mailSuppression, inArray(from.t.mailSuppression.hash, [...hashes]));
/** Lists the rows of an address in every practice that ever wrote to it. */
export async function listSuppressions(
  { read, t }: Store,
  hashes: readonly string[],
): Promise<SuppressionRow[]> {
  return read
    .select()
    .from(t.mailSuppression)
    .where(inArray(t.mailSuppression.hash, [...hashes]));
}
export const insertSuppression = async (
  w: Work,
  row: NewRow<Schema['mailSuppression']>,
): Promise<boolean> => (await w.tx.insert(w.t.mailSuppression, row, { ifAbsent: true })).length > 0;
export const moveSuppressions = async (
  w: Work,
  hashes: readonly string[],
  from: readonly SuppressionState[],
  set: { state: SuppressionState; reason: string | null; at: number },
): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.mailSuppression,
      set,
      and(
        inArray(w.t.mailSuppression.hash, [...hashes]),
        inArray(w.t.mailSuppression.state, [...from]),
      )!,
    )
  ).length > 0;
