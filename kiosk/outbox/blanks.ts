// Blank forms cached on the tablet for offline use: no patient data, so stored unencrypted;
// addressed by hash, so that a corrupt one is never shown.

import type { BlankRef } from '../../shared/forms/task/blank.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import type { ConfigBody } from '../../shared/exchange/sync.ts';
import { readValue, valueOf, withDb, writeValue } from './db.ts';
import type { Stored, TabletDb } from './tables.ts';
import { inTransaction, startingWith, type Rows } from './rows.ts';

/** An older version of the tablet knows neither row and leaves them unchanged. */
const LIST = 'blanks',
  TEXT = 'blank:';

export interface Blanks {
  /** Cached forms, in the order of the practice. */
  list(): Promise<BlankRef[]>;
  /**
   * Number of forms that staff can start offline: none where the tablet cannot check a PIN itself.
   */
  ready(): Promise<number>;
  /** The form as JSON; `undefined` where it is missing or does not match its hash. */
  text(ref: Pick<BlankRef, 'textSha256'>): Promise<string | undefined>;
  /** Returns the texts that are not cached yet. */
  missing(refs: readonly BlankRef[]): Promise<BlankRef[]>;
  put(textSha256: string, text: string): Promise<void>;
  /** Replaces the list by the practice's current one; deletes texts not in it. */
  keep(refs: readonly BlankRef[]): Promise<void>;
}

const isList = (v: unknown): v is BlankRef[] => Array.isArray(v);

export function createBlanks(db: TabletDb): Blanks {
  const keysOf = async (meta: Rows<Stored['meta']>): Promise<string[]> =>
    (await meta.keys(startingWith(TEXT))).map(String);
  const here = async (): Promise<Set<string>> =>
    new Set(
      (await inTransaction(db, 'readonly', ['meta'], (at) => keysOf(at('meta')))).map((key) =>
        key.slice(TEXT.length),
      ),
    );
  /** One read of the database: available forms, and the practice's settings. */
  const seen = (): Promise<{ refs: BlankRef[]; config: ConfigBody | undefined }> =>
    withDb(db, () =>
      inTransaction(db, 'readonly', ['meta'], async (at) => {
        const meta = at('meta'),
          [config, list, keys] = await Promise.all([
            meta.get('config'),
            meta.get(LIST),
            keysOf(meta),
          ]),
          refs = valueOf(list);
        return {
          refs: isList(refs) ? refs.filter((one) => keys.includes(TEXT + one.textSha256)) : [],
          config: valueOf(config) as ConfigBody | undefined,
        };
      }),
    );
  return {
    list: async () => (await seen()).refs,
    ready: async () => {
      const { refs, config } = await seen();
      return config?.pinCheck ? refs.length : 0;
    },
    text: ({ textSha256 }) =>
      withDb(db, async () => {
        const text = await readValue(db, TEXT + textSha256);
        return typeof text === 'string' && (await sha256Hex(text)) === textSha256
          ? text
          : undefined;
      }),
    missing: (refs) =>
      withDb(db, async () => {
        const texts = await here();
        return refs.filter((one) => !texts.has(one.textSha256));
      }),
    put: (textSha256, text) => withDb(db, () => writeValue(db, TEXT + textSha256, text)),
    keep: (refs) =>
      withDb(db, () =>
        inTransaction(db, 'readwrite', ['meta'], async (at) => {
          const wanted = new Set(refs.map((one) => TEXT + one.textSha256)),
            meta = at('meta');
          await Promise.all(
            (await keysOf(meta)).filter((key) => !wanted.has(key)).map((key) => meta.delete(key)),
          );
          await meta.put({ key: LIST, value: [...refs] });
        }),
      ),
  };
}
