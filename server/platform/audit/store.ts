// Rows of the audit chain: appended inside the transaction they describe; nothing else may write
// them.

import { and, asc, countDistinct, desc, eq, gt, sql } from 'drizzle-orm';
import { OPENED_TYPES } from '../../../shared/operations/audit.ts';
import { quoted } from '../db/kit.ts';
import type { Schema } from '../db/schema.ts';
import { OWN_CID, type ScopedQuery, type ScopedReader, type ScopedWriter } from '../db/scope.ts';
import type { Reader, Writer } from '../db/store.ts';
import { commitTo, nextRow, type ChainRow } from '../../paper/seal/chain.ts';
import type { AuditEntry } from '../work.ts';

const PAGE = 1000;

const p = sql.placeholder;
/** Prepared, because nearly every transaction appends. */
const HEAD: ScopedQuery<Reader, { seq: number; hash: string }[]> = {
  build: (db, { audit }, own) =>
    db
      .select({ seq: audit.seq, hash: audit.hash })
      .from(audit)
      .where(own(audit))
      .orderBy(desc(audit.seq))
      .limit(1),
};
const APPEND: ScopedQuery<Writer, unknown> = {
  build: (db, { audit }) =>
    db.insert(audit).values({
      cid: OWN_CID,
      seq: p('seq'),
      at: p('at'),
      type: p('type'),
      actor: p('actor'),
      data: p('data'),
      person: p('person'),
      prev: p('prev'),
      hash: p('hash'),
    }),
};
const PERSON: ScopedQuery<Writer, unknown> = {
  build: (db, { auditPerson }) =>
    db
      .insert(auditPerson)
      .values({ cid: OWN_CID, seq: p('seq'), salt: p('salt'), patid: p('patid') }),
};

/** Literals as in the index `audit_opened`: bound parameters would not use it. */
const OPENED: ScopedQuery<Reader, { n: number }[]> = {
  build: (db, { audit, auditPerson }, own) =>
    db
      .select({ n: countDistinct(auditPerson.patid) })
      .from(audit)
      .innerJoin(auditPerson, and(eq(auditPerson.cid, audit.cid), eq(auditPerson.seq, audit.seq)))
      .where(
        own(
          audit,
          and(
            eq(audit.actor, p('actor')),
            gt(audit.at, p('since')),
            sql`${audit.type} in (${sql.raw(quoted(OPENED_TYPES))})`,
          ),
        ),
      ),
};

/** Counts the distinct records this actor opened after an instant (ms), from the log itself. */
export const countOpened = async (
  tx: ScopedWriter,
  t: Schema,
  actor: string,
  since: number,
): Promise<number> => (await tx.run(OPENED, t, { actor, since }))[0]?.n ?? 0;

/** Appends one event; a person is stored as a commitment whose salt can be deleted. */
export async function appendAudit(tx: ScopedWriter, t: Schema, entry: AuditEntry): Promise<void> {
  const [head] = await tx.run(HEAD, t, {});
  const person = entry.patid === undefined ? undefined : commitTo({ patid: entry.patid });
  const row = nextRow(tx.cid, head, {
    at: entry.at,
    type: entry.type,
    data: { ...entry.data, actor: entry.actor },
    ...(person && { pii: person.commitment }),
  });
  await tx.run(APPEND, t, {
    seq: row.seq,
    at: row.at,
    type: row.type,
    actor: entry.actor,
    data: entry.data,
    person: row.pii,
    prev: row.prev,
    hash: row.hash,
  });
  if (person)
    await tx.run(PERSON, t, {
      seq: row.seq,
      salt: Buffer.from(person.salt).toString('hex'),
      patid: entry.patid,
    });
}

/** Checks whether this actor has such an entry after an instant (ms). */
export const hasEntrySince = async (
  tx: ScopedWriter,
  { audit }: Schema,
  type: string,
  actor: string,
  since: number,
): Promise<boolean> =>
  (await tx.count(audit, and(eq(audit.type, type), eq(audit.actor, actor), gt(audit.at, since)))) >
  0;

/**
 * Yields all rows of the practice in order, page by page, in the form that the chain verification
 * expects.
 */
export async function* auditRows(db: ScopedReader, t: Schema): AsyncGenerator<ChainRow[]> {
  let after = 0;
  for (;;) {
    const rows = await db.find(t.audit, gt(t.audit.seq, after), {
      orderBy: asc(t.audit.seq),
      limit: PAGE,
    });
    if (rows.length === 0) return;
    after = rows.at(-1)!.seq;
    yield rows.map((r) => ({
      v: 1 as const,
      practice: db.cid,
      seq: r.seq,
      at: r.at,
      type: r.type,
      data: { ...r.data, actor: r.actor },
      pii: r.person,
      prev: r.prev,
      hash: r.hash,
    }));
  }
}
