// Stores drafts on the device: IndexedDB with a non-extractable key for each draft.

import { decrypt, encrypt } from '../outbox/keys.ts';

interface Box {
  readonly iv: Uint8Array;
  readonly bytes: Uint8Array;
}
/**
 * Draft of one link. Readable without its key: time of the last touch, number of wrong birth dates,
 * whether it was submitted.
 */
export interface DraftRow {
  /** SHA-256 of the link's secret: the link itself is not stored. */
  readonly id: string;
  readonly draftId: string;
  /** Absent: ended, and its content is irrecoverable. */
  readonly key?: CryptoKey;
  readonly draft?: Box;
  readonly form?: Box;
  /** ms UTC. */
  readonly savedAt: number;
  readonly misses: number;
  readonly isHandedIn: boolean;
}

/** The rows of all links on this device. */
export interface Cabinet {
  get(id: string): Promise<DraftRow | undefined>;
  /** Replaces the row by the result of `change`, in one transaction; returns the previous row. */
  change(
    id: string,
    change: (row: DraftRow | undefined) => DraftRow | undefined,
  ): Promise<DraftRow | undefined>;
  all(): Promise<readonly DraftRow[]>;
}

const NAME = 'molar-zuhause',
  STORE = 'drafts';
/**
 * Safari 14 may never answer the first request after its start; listing the databases wakes it
 * (WebKit bug 226547).
 */
const WAKE_MS = 100,
  OPEN_MS = 3_000;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
const ended = (tx: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.addEventListener('complete', () => resolve());
    tx.addEventListener('abort', () => reject(tx.error ?? new Error('aborted')));
  });

async function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(STORE, { keyPath: 'id' });
  });
  let wake: ReturnType<typeof setInterval> | undefined,
    late: ReturnType<typeof setTimeout> | undefined;
  try {
    const list =
      typeof factory.databases === 'function'
        ? () => {
            factory.databases().catch(() => undefined);
          }
        : () => undefined;
    wake = setInterval(list, WAKE_MS);
    const limit = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error('no answer')), OPEN_MS);
    });
    return await Promise.race([done(request), limit]);
  } finally {
    clearInterval(wake);
    clearTimeout(late);
  }
}

/**
 * Opens the cabinet after a write test with a key; `null` where the browser refuses any of it
 * (private windows, a page without https): nothing is stored there.
 */
export async function openCabinet(
  factory: IDBFactory | undefined,
  subtle: SubtleCrypto | undefined,
): Promise<Cabinet | null> {
  if (!factory || !subtle) return null;
  try {
    let db = await open(factory);
    const store = async (
      mode: IDBTransactionMode,
    ): Promise<{ tx: IDBTransaction; rows: IDBObjectStore }> => {
      const begin = (): { tx: IDBTransaction; rows: IDBObjectStore } => {
        const tx = db.transaction(STORE, mode, { durability: 'strict' });
        return { tx, rows: tx.objectStore(STORE) };
      };
      // Browsers close handles of pages that were suspended for long.
      try {
        return begin();
      } catch {
        db = await open(factory);
        return begin();
      }
    };
    const cabinet: Cabinet = {
      async get(id) {
        return done<DraftRow | undefined>(
          (await store('readonly')).rows.get(id) as IDBRequest<DraftRow | undefined>,
        );
      },
      async change(id, change) {
        const { tx, rows } = await store('readwrite'),
          end = ended(tx),
          request = rows.get(id) as IDBRequest<DraftRow | undefined>;
        request.addEventListener('success', () => {
          const next = change(request.result);
          if (next) rows.put(next);
          else rows.delete(id);
        });
        await end;
        return request.result;
      },
      async all() {
        return done((await store('readonly')).rows.getAll() as IDBRequest<DraftRow[]>);
      },
    };
    // Older Firefox opens databases in private windows that accept no data, or no keys.
    const key = await newKey(subtle),
      probe = 'probe';
    await cabinet.change(probe, () => ({
      id: probe,
      draftId: probe,
      key,
      savedAt: 0,
      misses: 0,
      isHandedIn: false,
    }));
    const read = await cabinet.get(probe);
    await cabinet.change(probe, () => undefined);
    return read?.key ? cabinet : null;
  } catch {
    return null;
  }
}

/** Creates a non-extractable key. */
export const newKey = (subtle: SubtleCrypto): Promise<CryptoKey> =>
  subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

const aad = (row: Pick<DraftRow, 'id' | 'draftId'>, what: 'draft' | 'form'): string =>
  `home|${what}|${row.id}|${row.draftId}`;
/** Encrypts a value of a row. */
export const seal = (
  key: CryptoKey,
  row: Pick<DraftRow, 'id' | 'draftId'>,
  what: 'draft' | 'form',
  value: object,
): Promise<Box> => encrypt(key, new TextEncoder().encode(JSON.stringify(value)), aad(row, what));
/** Decrypts a value of a row. @throws when it belongs to another row or is corrupt */
export async function unseal(row: DraftRow, what: 'draft' | 'form'): Promise<unknown> {
  const box = row[what];
  if (!row.key || !box) throw new Error('nothing is there');
  return JSON.parse(
    new TextDecoder().decode(await decrypt(row.key, box.iv, box.bytes, aad(row, what))),
  );
}
