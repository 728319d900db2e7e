// Queries of requests for a second administrator; the only writer of them.

import { and, desc, eq, inArray, or, gt } from 'drizzle-orm';
import type { RequestKind, RequestState } from '../../../shared/vendor/contract/request.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type RequestRow = Row<Schema['vendorRequest']>;
const MOST_SHOWN = 200;

const keyOf = (kind: RequestKind, tenant: string): string => `${kind}:${tenant}`;
/** Stores a request; false while another one of its kind and practice is open. */
export const insertRequest = async (
  w: Work,
  row: Omit<NewRow<Schema['vendorRequest']>, 'openKey' | 'state'>,
): Promise<boolean> =>
  (
    await w.tx.insert(
      w.t.vendorRequest,
      { ...row, openKey: keyOf(row.kind, row.tenant), state: 'open' },
      { ifAbsent: true },
    )
  ).length > 0;
export const findRequest = (s: Look | Work, id: string): Promise<RequestRow | undefined> =>
  readerOf(s).one(s.t.vendorRequest, { id });
export const openRequestOf = (
  s: Look | Work,
  kind: RequestKind,
  tenant: string,
): Promise<RequestRow | undefined> =>
  readerOf(s).one(s.t.vendorRequest, { openKey: keyOf(kind, tenant) });
/** Lists open requests and those since, the newest first. */
export const listRequests = (s: Look | Work, since: number): Promise<RequestRow[]> =>
  readerOf(s).find(
    s.t.vendorRequest,
    or(inArray(s.t.vendorRequest.state, ['open', 'approved']), gt(s.t.vendorRequest.at, since)),
    { orderBy: [desc(s.t.vendorRequest.at), desc(s.t.vendorRequest.id)], limit: MOST_SHOWN },
  );
const isOver = (state: RequestState): boolean => state !== 'open' && state !== 'approved';
/** Moves a request on; undefined when another call was first. */
export const moveRequest = async (
  w: Work,
  id: string,
  from: RequestState,
  to: RequestState,
  set: Pick<
    Partial<NewRow<Schema['vendorRequest']>>,
    'answeredId' | 'answeredBy' | 'answeredAt' | 'added' | 'failure'
  > = {},
): Promise<RequestRow | undefined> =>
  (
    await w.tx.update(
      w.t.vendorRequest,
      { ...set, state: to, ...(isOver(to) && { openKey: id }) },
      and(eq(w.t.vendorRequest.id, id), eq(w.t.vendorRequest.state, from))!,
    )
  )[0];
