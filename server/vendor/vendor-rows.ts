// Rows of the vendor, and names of practices for lists of them.

import { VENDOR_CID } from '../../shared/base/roles.ts';
import type { Store } from '../platform/db/store.ts';
import type { Look, Workshop } from '../platform/work.ts';

/** Actor of work on the vendor's rows that no person asked for. */
export const VENDOR = { kind: 'system', cid: VENDOR_CID } as const;

/** Looks at the vendor's rows for every caller: callers check whose a row is. */
export const vendorLook = (workshop: Pick<Workshop, 'look'>): Look =>
  workshop.look(VENDOR_CID, VENDOR);

/** Returns the names of all practices by cid. */
export const practiceNames = async ({ read, t }: Store): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await read.select({ cid: t.praxis.cid, name: t.praxis.name }).from(t.praxis)).map((one) => [
      one.cid,
      one.name,
    ]),
  );

/** Rows of a page of the vendor's lists; a list reads one more, which tells of a next page. */
export const PAGE_ROWS = 50;
/** Returns a page of the rows that were read, and the place after which the next one begins. */
export function pageOf<Row>(
  rows: readonly Row[],
  placeOf: (last: Row) => string,
): { page: readonly Row[]; cursor: string | null } {
  const page = rows.slice(0, PAGE_ROWS),
    last = page.at(-1);
  return { page, cursor: last !== undefined && rows.length > PAGE_ROWS ? placeOf(last) : null };
}
