// Queries of printed fee agreements: the only writer of their table.

import { and, asc, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type AgreementRow = Row<Schema['printedPaper']>;
type Source = Look | Work;
type Change = Partial<
  Pick<
    NewRow<Schema['printedPaper']>,
    'backAt' | 'backByName' | 'fileId' | 'filedAt' | 'voidedAt' | 'voidedByName' | 'voidNote'
  >
>;

export const findAgreement = (s: Source, id: string): Promise<AgreementRow | undefined> =>
  readerOf(s).one(s.t.printedPaper, { id });
export const agreementsByIds = (s: Source, ids: readonly string[]): Promise<AgreementRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(s.t.printedPaper, inArray(s.t.printedPaper.id, [...ids]));
/**
 * Lists the agreements of these numbers, or of all patients: outstanding ones first, then the
 * others; newest first.
 */
export async function listAgreementRows(
  { db, t: { printedPaper } }: Look,
  patids: readonly string[] | undefined,
  limit: number,
): Promise<AgreementRow[]> {
  const of = patids && inArray(printedPaper.patid, [...patids]),
    isOut = and(
      isNull(printedPaper.backAt),
      isNull(printedPaper.fileId),
      isNull(printedPaper.voidedAt),
    );
  const isOver = or(
    isNotNull(printedPaper.backAt),
    isNotNull(printedPaper.fileId),
    isNotNull(printedPaper.voidedAt),
  );
  return [
    ...(await db.find(printedPaper, and(of, isOut), { orderBy: desc(printedPaper.at), limit })),
    ...(await db.find(printedPaper, and(of, isOver), { orderBy: desc(printedPaper.at), limit })),
  ];
}
/** Lists the agreements that wait for a scan: outstanding, or returned without one. */
export const waitingAgreements = (s: Source, patids: readonly string[]): Promise<AgreementRow[]> =>
  patids.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(
        s.t.printedPaper,
        and(
          inArray(s.t.printedPaper.patid, [...patids]),
          isNull(s.t.printedPaper.fileId),
          isNull(s.t.printedPaper.voidedAt),
        ),
        { orderBy: desc(s.t.printedPaper.at) },
      );
/** Lists the unreturned agreements of these numbers. */
export const outAgreements = ({ db, t: { printedPaper } }: Look, patids: readonly string[]) =>
  patids.length === 0
    ? Promise.resolve([])
    : db.pick(
        printedPaper,
        ['id', 'patid', 'title', 'riskCents', 'at'],
        and(
          inArray(printedPaper.patid, [...patids]),
          isNull(printedPaper.backAt),
          isNull(printedPaper.fileId),
          isNull(printedPaper.voidedAt),
        ),
        { orderBy: asc(printedPaper.at) },
      );

/** Returns false where the id is taken. */
export const insertAgreement = async (
  w: Work,
  row: NewRow<Schema['printedPaper']>,
): Promise<boolean> => (await w.tx.insert(w.t.printedPaper, row, { ifAbsent: true })).length > 0;
/** Changes it while it is valid and has a scan, or has none. @returns false otherwise */
export const changeAgreement = async (
  w: Work,
  id: string,
  from: 'unscanned' | 'scanned',
  set: Change,
): Promise<boolean> => {
  const { printedPaper } = w.t;
  return (
    (
      await w.tx.update(
        printedPaper,
        set,
        and(
          eq(printedPaper.id, id),
          isNull(printedPaper.voidedAt),
          from === 'scanned' ? isNotNull(printedPaper.fileId) : isNull(printedPaper.fileId),
        )!,
      )
    ).length > 0
  );
};
