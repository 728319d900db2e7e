/** Answers a bench's order (order.ts) for one client program: warms, fills, sends by the clock, sums up. */
import { answer } from '../kit/answer.ts';
import type { Filled, Order, Sent } from './order.ts';

/** What a client program is able to do. */
export interface Client<O extends Order> {
  /** Makes so many more documents of each tablet, numbered from `from` on. */
  fill(order: O, from: number, count: number): Promise<void>;
  /** Sends what was filled, `count` of each tablet; resolves when all of it is held. */
  send(order: O, count: number): Promise<void>;
  sum(): Filled;
}

async function timed(go: () => Promise<void>): Promise<Sent> {
  // What filling left behind is nobody's sending.
  globalThis.gc?.();
  const cpu = process.cpuUsage(),
    start = performance.now();
  await go();
  const ms = performance.now() - start,
    spent = process.cpuUsage(cpu);
  return { ms, cpuMs: (spent.user + spent.system) / 1000 };
}

/** @param open makes the tablets */
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

/** Another seed for every document of every tablet. @param client number of the tablet */
export const seedOf = (order: Order, client: number, n: number): number =>
  order.seed + client * 100_000 + n;
