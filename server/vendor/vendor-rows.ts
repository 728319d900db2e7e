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
