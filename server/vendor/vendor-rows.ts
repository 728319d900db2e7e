// Rows of the vendor, pages of lists, and names of practices for lists of them.

import { z } from 'zod';
import { AppError } from '../../shared/base/errors.ts';
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
/**
 * A place in a list: the values its rows are ordered by. The next page begins after them, also when
 * the row itself was deleted or moved meanwhile.
 */
export type Place = readonly (string | number)[];
/** A text of a place: PostgreSQL knows no NUL. */
export const placeText = z.string().regex(/^[^\u0000]*$/);
/** Place in a list of practices by name. */
export const namePlace = z.tuple([placeText, placeText]);
export type NamePlace = z.output<typeof namePlace>;

/** Returns a page of the rows that were read, and the place after which the next one begins. */
export function pageOf<Row>(
  rows: readonly Row[],
  placeOf: (last: Row) => Place,
): { page: readonly Row[]; cursor: string | null } {
  const page = rows.slice(0, PAGE_ROWS),
    last = page.at(-1);
  return {
    page,
    cursor:
      last !== undefined && rows.length > PAGE_ROWS
        ? Buffer.from(JSON.stringify(placeOf(last))).toString('base64url')
        : null,
  };
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
/**
 * Reads the place of a cursor; undefined without one: the first page.
 * @throws AppError validation for text that no page answered
 */
export function placeIn<T extends Place>(
  cursor: string | undefined,
  shape: z.ZodType<T>,
): T | undefined {
  if (cursor === undefined) return undefined;
  const { data } = shape.safeParse(parsed(cursor));
  if (data === undefined) throw new AppError('validation', { fields: { cursor: 'unknown' } });
  return data;
}
