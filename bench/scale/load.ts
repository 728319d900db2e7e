/**
 * The same work on each shape: pushes, heartbeats and reads of the board, with the CPU time that all
 * processes of the product spend on one of each.
 */
import { startChild, type Child } from '../kit/child.ts';
import { quantile } from '../kit/numbers.ts';
import type { BenchPostgres } from '../kit/postgres.ts';
import type { Candidate } from '../kit/rounds.ts';
import type { MolarOrder } from '../sync/molar-client.child.ts';
import type { Sent } from '../sync/order.ts';
import { Cell, type Shape } from './cell.ts';
import type { Called } from './tablets.child.ts';

export interface Programs {
  /** Tablets that push. */
  client: string;
  /** Tablets and desks that call. */
  callers: string;
}
export interface LoadSize {
  tablets: number;
  /** Documents of each tablet in a burst, bursts, and warm-up bursts. */
  docs: number;
  bursts: number;
  calls: number;
  port: number;
}
/** CPU time of the product's processes for one call, calls a second, and the slowest hundredth, ms. */
interface Cost {
  cpuMs: number;
  perSecond: number;
  p99: number;
}
export interface LoadResult {
  push: Omit<Cost, 'p99'>;
  beat: Cost;
  board: Cost;
  /** Updated rows of tablets for one heartbeat; undefined on SQLite. */
  writes: number | undefined;
  turnedAway: number;
}

const WARM = 100,
  WARM_BURSTS = 2,
  WARM_CALLS = 300;

/** One program of clients for each process: a tablet stays at its process while it pushes. */
async function openClients(
  programs: Programs,
  cell: Cell,
  size: LoadSize,
): Promise<{ clients: Child[]; callers: Child }> {
  const tablets = await cell.register(size.tablets),
    shares = cell.servers.map(() => [] as MolarOrder['tablets']);
  for (const [at, { tabletId, cid, authToken, epoch, config }] of tablets.entries())
    shares[at % shares.length]!.push({
      tabletId,
      cid,
      authToken,
      epoch,
      serverKey: config.serverKey,
    });
  const clients = shares.map(() => startChild(programs.client)),
    callers = startChild(programs.callers);
  const { r4cUuid } = cell.desk.place;
  await Promise.all(
    clients.map((client, at) => {
      const order: MolarOrder = {
        url: cell.urlOf(at),
        r4cUuid,
        tablets: shares[at]!,
        clients: shares[at]!.length,
        warm: WARM,
        docs: size.docs,
        shape: 'strokes',
        seed: 1 + at * 10_000_000,
        batch: 0,
      };
      return client.ask({ do: 'warm', ...order });
    }),
  );
  await callers.ask({
    do: 'open',
    r4cUuid,
    urls: cell.servers.map((server) => server.url),
    tablets: tablets.map(({ authToken }) => ({ authToken })),
    token: cell.desk.token,
  });
  return { clients, callers };
}

async function measurePush(cell: Cell, clients: readonly Child[], size: LoadSize) {
  const all = async (what: 'fill' | 'send'): Promise<void> => {
    await Promise.all(clients.map((client) => client.ask<Sent | undefined>({ do: what })));
  };
  let ms = 0,
    cpuMs = 0;
  for (let burst = -WARM_BURSTS; burst < size.bursts; burst++) {
    await all('fill');
    const spent = await cell.spend(() => all('send'));
    // Judging goes on after the acknowledgement, and belongs to the push.
    const { cpuMs: later } = await cell.spend(() => cell.rested());
    if (burst < 0) continue;
    ms += spent.ms;
    cpuMs += spent.cpuMs + later;
  }
  const count = size.tablets * size.docs * size.bursts;
  return { cpuMs: cpuMs / count, perSecond: (count / ms) * 1000 };
}

async function measureCalls(
  cell: Cell,
  callers: Child,
  what: 'beats' | 'boards',
  count: number,
): Promise<Cost & { turnedAway: number }> {
  await callers.ask({ do: what, count: WARM_CALLS });
  let called: Called | undefined;
  const { ms, cpuMs } = await cell.spend(async () => {
    called = await callers.ask<Called>({ do: what, count });
  });
  if (called?.ms.length !== count) throw new Error(`${what}: ${called?.ms.length} of ${count}`);
  return {
    cpuMs: cpuMs / count,
    perSecond: (count / ms) * 1000,
    p99: quantile(called.ms, 0.99),
    turnedAway: called.turnedAway,
  };
}

/** Waits until the database holds exactly these ops, and each is judged. */
async function allJudged(cell: Cell, stored: number): Promise<void> {
  let found = await cell.ops();
  const isDone = (): boolean => found?.all === stored && found.waiting === 0;
  const end = performance.now() + 120_000;
  while (!isDone()) {
    if (performance.now() > end)
      throw new Error(`${found?.all} of ${stored} ops are stored, ${found?.waiting} not judged`);
    await new Promise((done) => setTimeout(done, 500));
    found = await cell.ops();
  }
}

async function measure(
  programs: Programs,
  shape: Shape,
  postgres: BenchPostgres,
  size: LoadSize,
): Promise<LoadResult> {
  const cell = await Cell.open(shape, postgres, size.port),
    running: Child[] = [];
  try {
    const { clients, callers } = await openClients(programs, cell, size);
    running.push(...clients, callers);
    const push = await measurePush(cell, clients, size);
    const stored = size.tablets * (WARM + size.docs * (size.bursts + WARM_BURSTS));
    if (shape.database === 'postgres') await allJudged(cell, stored);
    const before = await cell.updatesOf('tablet'),
      beat = await measureCalls(cell, callers, 'beats', size.calls),
      after = await cell.updatesOf('tablet'),
      board = await measureCalls(cell, callers, 'boards', size.calls);
    return {
      push,
      beat,
      board,
      writes:
        before === undefined || after === undefined
          ? undefined
          : (after - before) / (size.calls + WARM_CALLS),
      turnedAway: beat.turnedAway + board.turnedAway,
    };
  } finally {
    for (const child of running) await child.kill();
    await cell.close();
  }
}

/** Returns a candidate for each shape. */
export const loadCandidates = (
  programs: Programs,
  shapes: readonly Shape[],
  postgres: BenchPostgres,
  size: LoadSize,
): Candidate<LoadResult>[] =>
  shapes.map((shape) => ({
    name: shape.name,
    run: () => measure(programs, shape, postgres, size),
    told: ({ push, beat, board }) =>
      `${push.cpuMs.toFixed(2)} ms a push, ${beat.cpuMs.toFixed(2)} a heartbeat, ${board.cpuMs.toFixed(2)} a board`,
  }));
