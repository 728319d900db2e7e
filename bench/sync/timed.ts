/**
 * Answers a bench's order (order.ts) for one client program: warms up, fills, sends while timed,
 * sums up.
 */
import { answer } from '../kit/answer.ts';
import type { Filled, Order, Sent } from './order.ts';

/** Operations of a client program. */
export interface Client<O extends Order> {
  /** Creates this many more documents per tablet, numbered from `from`. */
  fill(order: O, from: number, count: number): Promise<void>;
  /** Sends the filled documents, `count` per tablet; resolves when all are acknowledged. */
  send(order: O, count: number): Promise<void>;
  sum(): Filled;
}

async function timed(go: () => Promise<void>): Promise<Sent> {
  // Garbage from filling must not count as sending.
  globalThis.gc?.();
  const cpu = process.cpuUsage(),
    start = performance.now();
  await go();
  const ms = performance.now() - start,
    spent = process.cpuUsage(cpu);
  return { ms, cpuMs: (spent.user + spent.system) / 1000 };
}

/** Answers the orders. @param open creates the tablets */
export function answerAs<O extends Order>(open: (order: O) => Promise<Client<O>>): void {
  let at: { client: Client<O>; order: O; next: number } | undefined;
  const opened = (): NonNullable<typeof at> => {
    if (!at) throw new Error('nothing is warm');
    return at;
  };
  answer(async (question): Promise<Filled | Sent | undefined> => {
    if (question.do === 'warm') {
      const order = question as unknown as O;
      at = { client: await open(order), order, next: order.warm };
      await at.client.fill(order, 0, order.warm);
      await at.client.send(order, order.warm);
      return undefined;
    }
    const now = opened(),
      { client, order } = now;
    if (question.do === 'sum') return client.sum();
    if (question.do === 'send') return timed(() => client.send(order, order.docs));
    await client.fill(order, now.next, order.docs);
    now.next += order.docs;
    return undefined;
  });
}

/**
 * Returns a distinct seed for every document of every tablet.
 * @param client number of the tablet
 */
export const seedOf = (order: Order, client: number, n: number): number =>
  order.seed + client * 100_000 + n;
