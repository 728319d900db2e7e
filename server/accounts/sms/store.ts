// Queries of the SMS gateway and of sent messages; the only writer of these tables.

import { and, eq, gt, lt } from 'drizzle-orm';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { actorWord, readerOf, type Look, type Work } from '../../platform/work.ts';

type Source = Look | Work;
export type GatewayRow = Row<Schema['smsGateway']>;

export const findGateway = (s: Source): Promise<GatewayRow | undefined> =>
  readerOf(s).one(s.t.smsGateway);
/** Saves the gateway. @returns false when a different version is stored */
export async function saveGateway(
  w: Work,
  version: number,
  set: { sealed: Buffer; perDay: number },
): Promise<boolean> {
  const { smsGateway } = w.t,
    row = { ...set, version: version + 1, changedBy: actorWord(w.actor), changedAt: w.now };
  return version === 0
    ? (await w.tx.insert(smsGateway, row, { ifAbsent: true })).length > 0
    : (await w.tx.update(smsGateway, row, { version })).length > 0;
}
/** Removes the gateway. @returns false when a different version is stored */
export const removeGateway = async (w: Work, version: number): Promise<boolean> =>
  (await w.tx.remove(w.t.smsGateway, { version })) > 0;

export const insertSent = (
  w: Work,
  row: { id: string; number: string; purpose: 'code' | 'test'; outcome: string },
): Promise<unknown> => w.tx.insert(w.t.smsSent, { ...row, at: w.now });
export const noteOutcome = (w: Work, id: string, outcome: string): Promise<unknown> =>
  w.tx.update(w.t.smsSent, { outcome }, { id });
/** Counts messages since a time, of one purpose or to one number. */
export const countSent = (
  s: Source,
  since: number,
  of: { purpose?: 'code' | 'test'; number?: string } = {},
): Promise<number> => {
  const { smsSent } = s.t;
  return readerOf(s).count(
    smsSent,
    and(
      gt(smsSent.at, since),
      ...(of.purpose === undefined ? [] : [eq(smsSent.purpose, of.purpose)]),
      ...(of.number === undefined ? [] : [eq(smsSent.number, of.number)]),
    ),
  );
};
/** Deletes messages that count for no limit. */
export const forgetSent = (w: Work, before: number): Promise<number> =>
  w.tx.remove(w.t.smsSent, lt(w.t.smsSent.at, before));
