// Queries of invoices, their files and those that wait; the only writer of them. The chain of
// documents is the vendor's, over all practices.

import { asc, desc, eq, gt, inArray } from 'drizzle-orm';
import {
  invoiceNumber,
  sumsOf,
  type InvoiceFacts,
  type InvoiceGap,
} from '../../../shared/vendor/invoice.ts';
import { nextRow, verifyChain, type ChainRow, type ChainVerdict } from '../../paper/seal/chain.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type DocumentRow = Row<Schema['invoiceDocument']>;
/** Name of the chain inside its hashes. */
const CHAIN = 'invoices';
const PAGE = 500;
const MOST_SHOWN = 500;

const newestOf = async (s: Look | Work): Promise<DocumentRow | undefined> =>
  (
    await readerOf(s).find(s.t.invoiceDocument, undefined, {
      orderBy: desc(s.t.invoiceDocument.seq),
      limit: 1,
    })
  )[0];

const dataOf = ({
  number,
  tenant,
  source,
  revision,
  facts,
  reason,
  userId,
}: Pick<
  DocumentRow,
  'number' | 'tenant' | 'source' | 'revision' | 'facts' | 'reason' | 'userId'
>) => ({ number, tenant, source, revision, facts, reason, userId });

/** What a document adds to the chain; number and place come from the chain itself. */
export interface NewDocument {
  tenant: string;
  source: string;
  revision: number;
  reason: string;
  userId: string;
  factsOf: (number: string) => InvoiceFacts;
}
/**
 * Appends a document with the next number of its year; undefined when this revision exists. Writes
 * of the vendor run one after the other, so that no number is skipped or used twice.
 */
export async function appendDocument(
  w: Work,
  { factsOf, ...made }: NewDocument,
  year: string,
): Promise<DocumentRow | undefined> {
  const d = w.t.invoiceDocument;
  if (await w.tx.one(d, { source: made.source, revision: made.revision })) return undefined;
  const last = await newestOf(w),
    lastOfYear = last?.number.startsWith(`RE-${year}-`) ? Number(last.number.slice(8)) : 0,
    number = invoiceNumber(year, lastOfYear + 1),
    facts = factsOf(number),
    row = nextRow(CHAIN, last, {
      at: w.now,
      type: facts.kind,
      data: dataOf({ ...made, number, facts }),
    });
  const stored = await w.tx.insert(d, {
    ...made,
    seq: row.seq,
    number,
    kind: facts.kind,
    at: w.now,
    facts,
    prev: row.prev,
    hash: row.hash,
  });
  return stored[0];
}

export const documentsOf = (s: Look | Work, source: string): Promise<DocumentRow[]> =>
  readerOf(s).find(s.t.invoiceDocument, eq(s.t.invoiceDocument.source, source), {
    orderBy: asc(s.t.invoiceDocument.revision),
  });
export const findDocument = (s: Look | Work, number: string): Promise<DocumentRow | undefined> =>
  readerOf(s).one(s.t.invoiceDocument, { number });
export const documentAt = (s: Look | Work, seq: number): Promise<DocumentRow | undefined> =>
  readerOf(s).one(s.t.invoiceDocument, { seq });
/** Lists the documents of a practice, the newest first. */
export const documentsOfTenant = (s: Look | Work, tenant: string): Promise<DocumentRow[]> =>
  readerOf(s).find(s.t.invoiceDocument, eq(s.t.invoiceDocument.tenant, tenant), {
    orderBy: desc(s.t.invoiceDocument.seq),
  });
/** Returns the newest invoice of a practice that is not cancelled. */
export async function lastInvoice(
  s: Look | Work,
  tenant: string,
): Promise<DocumentRow | undefined> {
  const rows = await documentsOfTenant(s, tenant),
    gone = new Set(
      rows.flatMap(({ kind, facts }) =>
        kind === 'cancellation' ? (facts.reference?.number ?? []) : [],
      ),
    );
  return rows.find(({ kind, number }) => kind === 'invoice' && !gone.has(number));
}
/** Sums what corrections of an invoice gave back, cents. */
export async function creditedCents(
  s: Look | Work,
  of: Pick<DocumentRow, 'number' | 'tenant'>,
): Promise<number> {
  return (await documentsOfTenant(s, of.tenant))
    .filter(({ kind, facts }) => kind === 'credit' && facts.reference?.number === of.number)
    .reduce((sum, { facts }) => sum + sumsOf(facts).totalCents, 0);
}
/** Lists the newest documents of all practices. */
export const newestDocuments = (s: Look | Work): Promise<DocumentRow[]> =>
  readerOf(s).find(s.t.invoiceDocument, undefined, {
    orderBy: desc(s.t.invoiceDocument.seq),
    limit: MOST_SHOWN,
  });

/** Reads the chain of all documents in pages. */
async function* chainRows(look: Look): AsyncGenerator<ChainRow> {
  const d = look.t.invoiceDocument;
  for (let after = 0; ;) {
    const rows = await look.db.find(d, gt(d.seq, after), { orderBy: asc(d.seq), limit: PAGE });
    for (const row of rows) {
      const { seq, at, kind, prev, hash } = row;
      yield {
        v: 1,
        practice: CHAIN,
        seq,
        at,
        type: kind,
        data: dataOf(row),
        pii: null,
        prev,
        hash,
      };
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.seq;
  }
}
/** Recomputes the chain of all documents. */
export async function verifyInvoices(look: Look): Promise<ChainVerdict> {
  const rows: ChainRow[] = [];
  for await (const row of chainRows(look)) rows.push(row);
  return verifyChain(CHAIN, rows);
}

export const hasFile = async (s: Look | Work, seq: number): Promise<boolean> =>
  (await readerOf(s).count(s.t.invoiceFile, eq(s.t.invoiceFile.seq, seq))) > 0;
/** Returns which of these documents have a file. */
export const filedSeqs = async (
  s: Look | Work,
  rows: readonly DocumentRow[],
): Promise<ReadonlySet<number>> =>
  new Set(
    (
      await readerOf(s).pick(
        s.t.invoiceFile,
        ['seq'],
        inArray(
          s.t.invoiceFile.seq,
          rows.map(({ seq }) => seq),
        ),
      )
    ).map(({ seq }) => seq),
  );
export const findFile = (
  s: Look | Work,
  seq: number,
): Promise<Row<Schema['invoiceFile']> | undefined> => readerOf(s).one(s.t.invoiceFile, { seq });
/** Stores the file of a document once; false when another run was first. */
export const insertFile = async (
  w: Work,
  file: { seq: number; sha256: string; pdf: Uint8Array },
): Promise<boolean> =>
  (
    await w.tx.insert(
      w.t.invoiceFile,
      { ...file, pdf: Buffer.from(file.pdf), at: w.now },
      { ifAbsent: true },
    )
  ).length > 0;

/** Notes why a charged invoice has no number yet. */
export async function noteWaiting(w: Work, source: string, gaps: InvoiceGap[]): Promise<void> {
  const q = w.t.invoiceWaiting;
  if ((await w.tx.update(q, { gaps }, { source })).length === 0)
    await w.tx.insert(q, { source, gaps, since: w.now }, { ifAbsent: true });
}
export const forgetWaiting = (w: Work, source: string): Promise<number> =>
  w.tx.remove(w.t.invoiceWaiting, { source });
/** Lists what waits at all practices, the oldest first. */
export const listWaiting = ({ read, t }: Store): Promise<Row<Schema['invoiceWaiting']>[]> =>
  read.select().from(t.invoiceWaiting).orderBy(asc(t.invoiceWaiting.since)).limit(MOST_SHOWN);
/** Lists the finalized invoices of a practice at the provider that have no document yet. */
export async function unwritten(
  look: Look,
  vendor: Look,
): Promise<Row<Schema['paymentInvoice']>[]> {
  const written = new Map<string, DocumentRow>();
  for (const row of (await documentsOfTenant(vendor, look.cid)).reverse())
    written.set(row.source, row);
  const rows = await look.db.find(look.t.paymentInvoice);
  return rows.filter(
    ({ id, status }) =>
      (status !== 'draft' && status !== 'void' && !written.has(id)) ||
      (status === 'void' && written.get(id)?.kind === 'invoice'),
  );
}
