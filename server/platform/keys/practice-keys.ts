// The keys of one practice: created once, wrapped by the root key, loaded into memory as
// non-extractable keys.

import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/base/errors.ts';
import { createSealKeys } from '../../../shared/exchange/sealing.ts';
import { createPracticeAuthority, exportPrivateKey } from '../../paper/seal/authority.ts';
import type { Schema } from '../db/schema.ts';
import type { ScopedReader } from '../db/scope.ts';
import { openerOf } from './node-seal.ts';
import { unwrapWith, wrapWith, type Root } from './rootkey/root-keys.ts';
import type { Workshop } from '../work.ts';
import { keyAad } from './certified.ts';
import { openSeals, type Seals } from './seals.ts';
import {
  activeKeys,
  insertKeys,
  NOT_RETIRED,
  praxisName,
  type KeyPurpose,
  type KeyRow,
} from './store.ts';

/** Loaded keys of a practice. */
export interface PracticeKeys extends Seals {
  blobKeyId: string;
  blobKey: Buffer;
  /** Receive key that tablets encrypt ops and drafts for. */
  receiveKeyId: string;
  receivePublic: JsonWebKey;
  /** Decrypts data sealed to the receive key; rejects on a wrong bit or AAD. */
  openReceived(sealed: Uint8Array, aad: string): Promise<Uint8Array>;
  escrowKeyId: string;
  /** Escrow key that ink points are encrypted for; its private half is not in the database. */
  escrowPublic: JsonWebKey;
}

/**
 * Creates all keys of a new practice. `rows` are stored in the database; `escrowPrivate` (PKCS#8
 * PEM) must leave this machine: it alone decrypts the ink points in a dispute.
 */
async function generatePracticeKeys(
  cid: string,
  praxis: string,
  root: Root,
  now: number,
  newId: () => string,
): Promise<{ rows: KeyRow[]; escrowPrivate: string }> {
  const made = await createPracticeAuthority(praxis, now);
  const receive = await createSealKeys(true),
    escrow = await createSealKeys(true);
  const jwkOf = (k: CryptoKey): Promise<JsonWebKey> => crypto.subtle.exportKey('jwk', k);
  const row = (
    purpose: KeyPurpose,
    secret: Uint8Array | null,
    rest: Partial<KeyRow> = {},
  ): KeyRow => {
    const id = newId();
    return {
      id,
      purpose,
      wrapped: secret && wrapWith(root, secret, keyAad(cid, id, purpose)),
      publicJwk: null,
      certificate: null,
      createdAt: now,
      ...NOT_RETIRED,
      ...rest,
    };
  };
  const rows = [
    row('blob', randomBytes(32)),
    row('authority', await exportPrivateKey(made.authority.key), {
      certificate: Buffer.from(made.authority.certificate),
    }),
    row('seal', await exportPrivateKey(made.seal.key), {
      certificate: Buffer.from(made.seal.certificate),
    }),
    row('receive', Buffer.from(JSON.stringify(await jwkOf(receive.privateKey))), {
      publicJwk: await jwkOf(receive.publicKey),
    }),
    row('escrow', null, { publicJwk: await jwkOf(escrow.publicKey) }),
  ];
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', escrow.privateKey)).toString(
    'base64',
  );
  return {
    rows,
    escrowPrivate: `-----BEGIN PRIVATE KEY-----\n${pkcs8.match(/.{1,64}/g)!.join('\n')}\n-----END PRIVATE KEY-----\n`,
  };
}

/** Opens a practice's active keys; throws when one is missing or the root key is not theirs. */
export async function openPracticeKeys(
  db: ScopedReader,
  t: Schema,
  root: Root,
): Promise<PracticeKeys> {
  const rows = await activeKeys(db, t);
  const find = (purpose: KeyPurpose): KeyRow => {
    const row = rows
      .filter((r) => r.purpose === purpose)
      .sort((a, b) => b.createdAt - a.createdAt)[0];
    if (!row) throw new Error(`practice key missing: ${purpose}`);
    return row;
  };
  const secretOf = (row: KeyRow): Buffer =>
    unwrapWith(root, row.wrapped!, keyAad(db.cid, row.id, row.purpose));
  const blob = find('blob'),
    receive = find('receive'),
    escrow = find('escrow');
  // A seal key that cannot be opened fails at the start and in a drill, not at the next signature.
  secretOf(find('seal'));
  find('authority');
  const openReceived = openerOf(JSON.parse(secretOf(receive).toString()) as JsonWebKey);
  return {
    blobKeyId: blob.id,
    blobKey: secretOf(blob),
    receiveKeyId: receive.id,
    receivePublic: receive.publicJwk!,
    openReceived: async (sealed, aad) => openReceived(sealed, aad),
    ...openSeals(db, t, root),
    escrowPublic: escrow.publicJwk!,
    escrowKeyId: escrow.id,
  };
}

/**
 * Caches loaded keys in memory, one promise per practice. Temporarily missing keys are a server
 * fault: `unavailable`, so that tablets keep and retry their data.
 */
export function createKeyring(
  open: (cid: string) => Promise<PracticeKeys>,
): (cid: string) => Promise<PracticeKeys> {
  const held = new Map<string, Promise<PracticeKeys>>();
  return (cid) => {
    const found =
      held.get(cid) ??
      open(cid).catch((cause: unknown) => {
        throw new AppError('unavailable', { retryAfter: 30, cause });
      });
    held.set(cid, found);
    found.catch(() => held.delete(cid));
    return found;
  };
}

export interface EnsureDeps {
  workshop: Workshop;
  rootKey: Root;
  saveEscrow: (cid: string, pem: string) => Promise<void>;
  now: () => number;
  newId: () => string;
}

/**
 * Loads a practice's keys, creating them on first use; the escrow key is handed out before anything
 * depends on it.
 */
export async function ensurePracticeKeys(deps: EnsureDeps, cid: string): Promise<PracticeKeys> {
  const actor = { kind: 'system', cid } as const;
  const look = deps.workshop.look(cid, actor);
  if ((await activeKeys(look.db, look.t)).length === 0) {
    const name = await praxisName(look.db, look.t);
    if (name === undefined) throw new Error('no such practice');
    const made = await generatePracticeKeys(cid, name, deps.rootKey, deps.now(), deps.newId);
    await deps.saveEscrow(cid, made.escrowPrivate);
    await deps.workshop.write(cid, actor, async (w) => {
      // Another process may have been first; its keys are used.
      if ((await activeKeys(w.tx, w.t)).length > 0) return;
      await insertKeys(w.tx, w.t, made.rows);
      await w.audit('key.created', { keys: made.rows.map((r) => r.id) });
    });
  }
  return openPracticeKeys(look.db, look.t, deps.rootKey);
}
