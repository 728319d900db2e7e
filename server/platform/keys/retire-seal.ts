// Retires a seal key that was stolen or lost, with its successor in the same transaction; lists the
// seal keys, and the revocation lists of the practice's authorities.

import { AppError } from '../../../shared/base/errors.ts';
import type { RetireSeal, SealKey } from '../../../shared/papers/seal/retired-seal.schema.ts';
import type { RetiredKey } from '../../paper/seal/judge-seal.ts';
import { certificateFacts } from '../../paper/seal/authority.ts';
import type { Look, Work } from '../work.ts';
import { keepRenewed, makeNext, needsNext, type RenewalDeps } from './renew-seal.ts';
import { isCertified } from './certified.ts';
import { retirementOf, revocationListOf } from './revocations.ts';
import { usedSeal } from './seals.ts';
import { authorityRows, markSealRetired, sealRows } from './store.ts';
import type { Root } from './rootkey/root-keys.ts';

type Reading = Pick<Look, 'db' | 't'>;

/** Lists the seal keys of the practice, newest first. */
export async function listSealKeys(look: Pick<Look, 'db' | 't' | 'now'>): Promise<SealKey[]> {
  const seals = (await sealRows(look.db, look.t)).filter(isCertified),
    used = usedSeal(seals, await authorityRows(look.db, look.t), look.now);
  return seals.map((row) => {
    const facts = certificateFacts(row.certificate);
    return {
      id: row.id,
      serialNumber: facts.serialNumber,
      sha256: facts.sha256,
      from: facts.notBefore,
      until: facts.notAfter,
      isInUse: row.id === used?.seal.id,
      retired: retirementOf(row),
    };
  });
}

/** Returns the retired seal keys of the practice. */
export async function retiredKeys({ db, t }: Reading): Promise<RetiredKey[]> {
  return (await sealRows(db, t)).filter(isCertified).flatMap((row) => {
    const retired = retirementOf(row);
    return retired === null
      ? []
      : [
          {
            certificateSha256: certificateFacts(row.certificate).sha256,
            from: retired.from,
            reason: retired.reason,
          },
        ];
  });
}

/**
 * Returns the revocation list of each authority of the practice (DER), newest authority first.
 * @param rootKey the key that wraps the practice's keys
 */
export async function revocationLists(
  { db, t }: Reading,
  rootKey: Root,
  at: number,
): Promise<Uint8Array[]> {
  const seals = await sealRows(db, t),
    roots = (await authorityRows(db, t)).filter(isCertified);
  return Promise.all(
    roots.map((root) => revocationListOf({ cid: db.cid, root, seals }, rootKey, at)),
  );
}

async function markRetired(w: Work, id: string, { from, reason }: RetireSeal): Promise<void> {
  if (!(await markSealRetired(w, id, from, reason))) throw new AppError('state_conflict');
  await w.audit('key.retired', { key: id, from, reason });
}

/**
 * Retires a seal key. The next key is made at once if it was the one in use.
 * @throws AppError not_found, state_conflict (already retired), bad_request (a date in the future)
 */
export async function retireSeal(
  deps: RenewalDeps,
  look: Look,
  id: string,
  order: RetireSeal,
): Promise<void> {
  if (order.from > look.now) throw new AppError('bad_request', { fields: { from: 'future' } });
  const seals = await sealRows(look.db, look.t),
    roots = await authorityRows(look.db, look.t);
  if (!seals.some((row) => row.id === id)) throw new AppError('not_found');
  const left = seals.map((row) => (row.id === id ? { ...row, retiredAt: look.now } : row));
  const next = needsNext(left, roots, look.now)
    ? await makeNext(deps, look, { seals, roots })
    : undefined;
  await deps.workshop.write(look.cid, look.actor, async (w) => {
    await markRetired(w, id, order);
    if (next) await keepRenewed(w, next);
  });
}
