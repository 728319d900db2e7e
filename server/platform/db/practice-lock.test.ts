/**
 * Tests that the writes of one practice run one at a time in any number of processes, without
 * retries, and wait for no other practice.
 */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES, type TestStore } from '../../../tests/support/stores.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Store, Writer } from './store.ts';

let opened: TestStore, stores: Store[];
const signal = (): { at: Promise<void>; give: () => void } => {
  let give: () => void = () => undefined;
  const at = new Promise<void>((done) => {
    give = done;
  });
  return { at, give };
};

describe.each(STORES)('writes of one practice (%s)', (kind) => {
  beforeEach(async () => {
    opened = await openTestStore(kind);
    stores = Array<Store>(3).fill(opened.store);
    // Two connections that write to one file within one process would block each other.
    if (kind === 'postgres') stores.splice(1, 2, await opened.again(), await opened.again());
  });
  afterEach(async () => {
    for (const store of stores) if (store !== opened.store) await store.close();
    await opened.drop();
  });

  /** Reads a counter and writes it back plus one, as no database would do for it. */
  const addOne =
    (key: string) =>
    async (tx: Writer): Promise<void> => {
      const { attempt } = opened.store.t,
        [row] = await tx.select().from(attempt).where(eq(attempt.key, key));
      if (row)
        await tx
          .update(attempt)
          .set({ count: row.count + 1 })
          .where(eq(attempt.key, key));
      else await tx.insert(attempt).values({ key, count: 1, windowStart: 0 });
    };

  it('sixty writes of three processes that read before they write lose nothing and never run twice', async () => {
    let runs = 0;
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        stores[i % 3]!.write(
          (tx) => {
            runs++;
            return addOne(`of ${i % 2}`)(tx);
          },
          `practice ${i % 2}`,
        ),
      ),
    );
    const { attempt } = opened.store.t,
      rows = await opened.store.read.select().from(attempt).orderBy(attempt.key);
    expect(rows.map((row) => row.count)).toEqual([30, 30]);
    expect(runs).toBe(60);
  });

  it('a write sees what the one before it wrote in another process, though it began earlier', async () => {
    const first = signal(),
      go = signal();
    const holding = stores[0]!.write(async (tx) => {
      await addOne('seen')(tx);
      first.give();
      await go.at;
    }, 'a');
    await first.at;
    const { attempt } = opened.store.t;
    const second = stores[1]!.write(
      async (tx) => (await tx.select().from(attempt).where(eq(attempt.key, 'seen'))).length,
      'a',
    );
    // The second one waits for the lock by now, or begins later; both must see the row.
    await new Promise((later) => setTimeout(later, 50));
    go.give();
    await holding;
    expect(await second).toBe(1);
  });
});

describe('the lock of a practice on PostgreSQL', () => {
  beforeEach(async () => {
    opened = await openTestStore('postgres');
    stores = [opened.store, await opened.again({ lockMs: 150 })];
  });
  afterEach(async () => {
    await stores[1]!.close();
    await opened.drop();
  });

  it('a practice waits for its own writes only, and for a limited time', async () => {
    const first = signal(),
      go = signal();
    const holding = stores[0]!.write(async () => {
      first.give();
      await go.at;
    }, 'busy');
    await first.at;
    expect(await stores[1]!.write(() => Promise.resolve('at once'), 'quiet')).toBe('at once');
    const late = await stores[1]!.write(() => Promise.resolve('late'), 'busy').catch(String);
    expect(late).toContain('unavailable');
    go.give();
    await holding;
    expect(await stores[1]!.write(() => Promise.resolve('free'), 'busy')).toBe('free');
  });

  it('a write joined by one of another practice locks both', async () => {
    const [a, b] = stores as [Store, Store];
    await a.write(async () => {
      await a.write(() => Promise.resolve(), 'second');
      await expect(b.write(() => Promise.resolve(), 'second')).rejects.toBeInstanceOf(AppError);
    }, 'first');
    await expect(a.write(() => a.write(() => Promise.resolve(), 'late'))).rejects.toThrow(
      'inside one without',
    );
  });
});
