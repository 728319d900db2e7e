// Keys that encrypt cells of the database, one in use for each practice, wrapped by the root key.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { CELL_MARK, DamagedCell, UnknownCellKey, type CellKeys } from '../../db/cells/cells.ts';
import { sealedVersion } from '../../db/cells/sealed-columns.ts';
import type { CellKeyring } from '../../db/cells/sealed-store.ts';
import type { Schema } from '../../db/schema.ts';
import { scopeStore, type ScopedReader } from '../../db/scope.ts';
import type { Store } from '../../db/store.ts';
import { keyAad } from '../certified.ts';
import { unwrapWith, wrapWith, type Root } from '../rootkey/root-keys.ts';
import { cellKeyRows, cellStateOf, insertKeys, NOT_RETIRED, type KeyRow } from '../store.ts';

const CIPHER = 'aes-256-gcm',
  ID = 16,
  IV = 12,
  TAG = 16;
/** Delay until keys made by another process are used for new values (ms). */
export const CELL_KEYS_FRESH_MS = 60_000;

/** First bytes of every value: they name its key. */
const markOf = (id: string): Buffer => createHash('sha256').update(id).digest().subarray(0, ID);

interface CellKey {
  readonly id: string;
  readonly mark: Buffer;
  readonly secret: KeyObject;
}
/** Keys of a practice; the id of the newest decides whether stored values are up to date. */
export interface LoadedCellKeys extends CellKeys {
  readonly newest: string;
  /** Whether the value was encrypted by the newest key. */
  isNewest(sealed: unknown): boolean;
}

/** Builds the keys of a practice. @param keys newest first, at least one */
function cellKeysOf(
  keys: readonly CellKey[],
  { complete, begun }: Pick<CellKeys, 'complete' | 'begun'>,
): LoadedCellKeys {
  const newest = keys[0]!,
    known = new Map(keys.map((key) => [key.mark.toString('hex'), key]));
  // Base64 of the first 15 of its 16 bytes: whole groups of three.
  const start = CELL_MARK + newest.mark.subarray(0, 15).toString('base64');
  return {
    newest: newest.id,
    complete,
    begun,
    isNewest: (sealed) => typeof sealed === 'string' && sealed.startsWith(start),
    seal(plain, name) {
      const iv = randomBytes(IV),
        cipher = createCipheriv(CIPHER, newest.secret, iv).setAAD(Buffer.from(name));
      return (
        CELL_MARK +
        Buffer.concat([
          newest.mark,
          iv,
          cipher.update(plain, 'utf8'),
          cipher.final(),
          cipher.getAuthTag(),
        ]).toString('base64')
      );
    },
    open(sealed, name) {
      const bytes = Buffer.from(sealed.slice(CELL_MARK.length), 'base64'),
        end = bytes.length - TAG;
      if (end < ID + IV) throw new DamagedCell(name);
      const key = known.get(bytes.toString('hex', 0, ID));
      if (!key) throw new UnknownCellKey(`no such key: ${name}`);
      try {
        const decipher = createDecipheriv(CIPHER, key.secret, bytes.subarray(ID, ID + IV))
          .setAAD(Buffer.from(name))
          .setAuthTag(bytes.subarray(end));
        return (
          decipher.update(bytes.subarray(ID + IV, end), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch (cause) {
        throw new DamagedCell(name, cause);
      }
    },
  };
}

/** Returns a new key for cells, and its row. */
export function newCellKey(
  cid: string,
  id: string,
  rootKey: Root,
  now: number,
): { row: KeyRow; key: CellKey } {
  const secret = randomBytes(32);
  return {
    key: { id, mark: markOf(id), secret: createSecretKey(secret) },
    row: {
      id,
      purpose: 'cells',
      wrapped: wrapWith(rootKey, secret, keyAad(cid, id, 'cells')),
      publicJwk: null,
      certificate: null,
      createdAt: now,
      ...NOT_RETIRED,
    },
  };
}

export interface CellKeyDeps {
  store: Pick<Store, 'read' | 'reading' | 't'>;
  rootKey: Root;
  now: () => number;
  newId: () => string;
  /** Receives the places of cells that do not open. */
  damaged?: CellKeyring['damaged'];
}
/** The keyring of this process; `again` and `of` return everything the walk over rows needs. */
export interface OwnCellKeyring extends CellKeyring {
  of(cid: string): Promise<LoadedCellKeys | undefined>;
  again(cid: string): Promise<LoadedCellKeys | undefined>;
}

const keysOf = (rows: readonly KeyRow[], cid: string, rootKey: Root): CellKey[] =>
  rows.map(({ id, wrapped }) => ({
    id,
    mark: markOf(id),
    secret: createSecretKey(unwrapWith(rootKey, wrapped!, keyAad(cid, id, 'cells'))),
  }));
/** Loads a practice's keys, newest first. */
async function load(
  db: ScopedReader,
  t: Schema,
  rootKey: Root,
): Promise<LoadedCellKeys | undefined> {
  const rows = await cellKeyRows(db, t);
  if (rows.length === 0) return undefined;
  const state = await cellStateOf(db, t);
  return cellKeysOf(keysOf(rows, db.cid, rootKey), {
    complete: state?.complete ?? 0,
    begun: state?.version ?? sealedVersion(t),
  });
}

/** Creates the keyring; keys stay in memory for a minute, then they are read again. */
export function createCellKeyring({
  store,
  rootKey,
  now,
  newId,
  damaged = () => undefined,
}: CellKeyDeps): OwnCellKeyring {
  const held = new Map<string, { at: number; keys: Promise<LoadedCellKeys | undefined> }>();
  const again = (cid: string): Promise<LoadedCellKeys | undefined> => {
    const keys = load(scopeStore(store, cid), store.t, rootKey);
    held.set(cid, { at: performance.now(), keys });
    // A practice without a key, or an unreadable database: the next call looks again.
    keys.then(
      (found) => {
        if (!found && held.get(cid)?.keys === keys) held.delete(cid);
      },
      () => {
        if (held.get(cid)?.keys === keys) held.delete(cid);
      },
    );
    return keys;
  };
  return {
    again,
    of(cid) {
      const known = held.get(cid);
      return known && performance.now() - known.at < CELL_KEYS_FRESH_MS ? known.keys : again(cid);
    },
    read: (tx, t) => load(tx, t, rootKey),
    damaged,
    async make(tx, t) {
      // A transaction that waited in front of this one may have made it.
      const rows = await cellKeyRows(tx, t);
      const own = { complete: 0, begun: sealedVersion(t) };
      if (rows.length > 0) return cellKeysOf(keysOf(rows, tx.cid, rootKey), own);
      const { row, key } = newCellKey(tx.cid, newId(), rootKey, now());
      await insertKeys(tx, t, [row]);
      return cellKeysOf([key], own);
    },
  };
}
