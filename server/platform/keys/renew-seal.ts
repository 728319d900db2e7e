// Renews the seal of a practice, or of the vendor, before its certificate ends; the root too,
// before it would end earlier than a new seal.

import { v5 as uuidv5 } from 'uuid';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { isRenewalDue } from '../../../shared/papers/seal-end.ts';
import {
  certificateFacts,
  createNextAuthority,
  exportPrivateKey,
  importSealKey,
  issueSealCertificate,
  SEAL_LIFE_MS,
  type CertifiedKey,
} from '../../paper/seal/authority.ts';
import type { Look, Work, Workshop } from '../work.ts';
import { unwrapWith, wrapWith, type Root } from './rootkey/root-keys.ts';
import { isCertified, keyAad } from './certified.ts';
import { holdsAt, sealEnd } from './seals.ts';
import {
  authorityRows,
  insertKeyIfAbsent,
  insertKeys,
  NOT_RETIRED,
  praxisName,
  sealRows,
  type KeyPurpose,
  type KeyRow,
} from './store.ts';
import { VENDOR_NAME } from './vendor-seal.ts';

export interface RenewalDeps {
  workshop: Workshop;
  rootKey: Root;
  newId: () => string;
}

/** Salt of the ids derived from their predecessors; never changed. */
const NEXT_SEAL = '5d0f9a44-53a5-4c0e-9a39-0c5f2d1f7a10';

/** Returns the id of the seal after these: all processes that renew them derive the same row. */
const idAfter = (cid: string, seals: readonly KeyRow[]): string =>
  uuidv5(
    [cid, ...seals.map((row) => row.id).sort((a, b) => a.localeCompare(b))].join('|'),
    NEXT_SEAL,
  );

/**
 * Returns the certificate subject of a practice, or of the vendor.
 * @throws when there is no such practice
 */
async function nameOnSeal(look: Look): Promise<string> {
  if (look.cid === VENDOR_CID) return VENDOR_NAME;
  const name = await praxisName(look.db, look.t);
  if (name === undefined) throw new Error('no such practice');
  return name;
}

interface Due {
  id: string;
  seals: KeyRow[];
  roots: KeyRow[];
}

/** Checks whether a practice that seals needs its next key. */
export const needsNext = (
  seals: readonly KeyRow[],
  roots: readonly KeyRow[],
  now: number,
): boolean => seals.length > 0 && isRenewalDue(sealEnd(seals, roots, now), now);

/**
 * Returns the data of a due renewal, or undefined when none is due. A practice that never sealed
 * gets its first keys elsewhere.
 */
async function dueRenewal(look: Pick<Look, 'db' | 't' | 'now'>): Promise<Due | undefined> {
  const seals = await sealRows(look.db, look.t),
    roots = await authorityRows(look.db, look.t);
  if (!needsNext(seals, roots, look.now)) return undefined;
  return { id: idAfter(look.db.cid, seals), seals, roots };
}

/**
 * Enqueues the renewal if it is due; called daily, and at every start.
 * @returns whether one is due
 */
export async function queueRenewal(
  { workshop }: Pick<RenewalDeps, 'workshop'>,
  cid: string,
): Promise<boolean> {
  const actor = { kind: 'system', cid } as const,
    due = await dueRenewal(workshop.look(cid, actor));
  if (!due) return false;
  await workshop.write(cid, actor, (w) => w.job('renew-seal', `renew-seal:${due.id}`, {}));
  return true;
}

/**
 * Returns the root that issues the next seal: the newest one that outlives it, else a new one.
 * `row` only if it is new.
 */
async function issuerOf(
  { rootKey, newId }: RenewalDeps,
  look: Look,
  roots: readonly KeyRow[],
  name: string,
): Promise<{ issuer: CertifiedKey; row?: KeyRow }> {
  const { cid, now } = look;
  const used = roots
    .filter(isCertified)
    .find((one) => one.retiredAt === null && holdsAt(one.certificate, now, SEAL_LIFE_MS));
  if (used) {
    const key = await importSealKey(
      unwrapWith(rootKey, used.wrapped, keyAad(cid, used.id, 'authority')),
    );
    return { issuer: { certificate: used.certificate, key } };
  }
  const issuer = await createNextAuthority(name, now);
  return { issuer, row: await rowOf(rootKey, look, newId(), 'authority', issuer) };
}

async function rowOf(
  rootKey: Root,
  { cid, now }: Look,
  id: string,
  purpose: KeyPurpose,
  { key, certificate }: CertifiedKey,
): Promise<KeyRow> {
  const wrapped = wrapWith(rootKey, await exportPrivateKey(key), keyAad(cid, id, purpose));
  return {
    id,
    purpose,
    wrapped,
    publicJwk: null,
    certificate: Buffer.from(certificate),
    createdAt: now,
    ...NOT_RETIRED,
  };
}

/** A new seal, and its root if that is new as well. */
export interface NextSeal {
  seal: KeyRow;
  authority: KeyRow | undefined;
}

/** Creates the rows of the next seal after these. */
export async function makeNext(
  deps: RenewalDeps,
  look: Look,
  { seals, roots }: { seals: readonly KeyRow[]; roots: readonly KeyRow[] },
): Promise<NextSeal> {
  const name = await nameOnSeal(look),
    { issuer, row: authority } = await issuerOf(deps, look, roots, name);
  const made = await issueSealCertificate(issuer, name, look.now);
  return {
    seal: await rowOf(deps.rootKey, look, idAfter(look.cid, seals), 'seal', made),
    authority,
  };
}

/** Stores a new seal; only the first process writes, since its id comes from its predecessors. */
export async function keepRenewed(w: Work, { seal, authority }: NextSeal): Promise<void> {
  if (!(await insertKeyIfAbsent(w.tx, w.t, seal))) return;
  if (authority) await insertKeys(w.tx, w.t, [authority]);
  await w.audit('key.renewed', {
    key: seal.id,
    ...(authority && { authority: authority.id }),
    validUntil: certificateFacts(seal.certificate!).notAfter,
  });
}

/**
 * Creates the next seal when due; idempotent, also across processes. Older seals and roots stay:
 * their signatures are verified with them.
 */
export async function renewSeal(deps: RenewalDeps, cid: string): Promise<void> {
  const actor = { kind: 'system', cid } as const,
    look = deps.workshop.look(cid, actor),
    due = await dueRenewal(look);
  if (!due) return;
  const next = await makeNext(deps, look, due);
  await deps.workshop.write(cid, actor, (w) => keepRenewed(w, next));
}
