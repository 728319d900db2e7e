// Which versions of the terms of use and of the contract on processing practices accepted, for the
// vendor's lists; written by server/accounts/terms.

import { and, inArray, isNotNull } from 'drizzle-orm';
import type { AcceptedTerms } from '../../shared/accounts/terms.schema.ts';
import type { Store } from '../platform/db/store.ts';

type Accepted = NonNullable<AcceptedTerms['agb']>;
const newer = (known: Accepted | null, one: Accepted): Accepted =>
  known === null || one.version > known.version ? one : known;

/** Reads the newest accepted versions of some practices; a practice without any has nulls. */
export async function acceptedTerms(
  { read, t: { termsAcceptance: a, processingContract: p } }: Store,
  cids: readonly string[],
): Promise<ReadonlyMap<string, AcceptedTerms>> {
  const found = new Map<string, AcceptedTerms>(cids.map((cid) => [cid, { agb: null, avv: null }]));
  if (cids.length === 0) return found;
  for (const { cid, version, at, name } of await read
    .select({ cid: a.cid, version: a.version, at: a.at, name: a.name })
    .from(a)
    .where(inArray(a.cid, [...cids]))) {
    const own = found.get(cid);
    if (own) own.agb = newer(own.agb, { version: Number(version), at, name });
  }
  for (const { cid, version, at, name } of await read
    .select({ cid: p.cid, version: p.version, at: p.acceptedAt, name: p.name })
    .from(p)
    .where(and(inArray(p.cid, [...cids]), isNotNull(p.acceptedAt)))) {
    const own = found.get(cid);
    if (own) own.avv = newer(own.avv, { version: Number(version), at: at ?? 0, name: name ?? '' });
  }
  return found;
}
