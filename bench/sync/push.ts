/**
 * Eight tablets push two hundred signatures each, in bursts: ours, RxDB, PouchDB, and SQLite as the
 * limit, each in fresh processes on a fresh folder.
 */
import { rmSync } from 'node:fs';
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { packPayload } from '../../shared/exchange/payload.ts';
import { startChild, type Child } from '../kit/child.ts';
import { Desk, until } from '../kit/desk.ts';
import type { Candidate } from '../kit/rounds.ts';
import { freshFolder, startMolar } from '../kit/server.ts';
import { countSyncs } from '../kit/syncs.ts';
import { untilRested, used, usageOf, type Usage } from '../kit/usage.ts';
import type { LimitOrder } from './limit.child.ts';
import type { MolarOrder } from './molar-client.child.ts';
import type { Filled, Order, Sent } from './order.ts';
import { EQUAL_BYTES, payloadOf, type Shape } from './signatures.ts';
import type { Found } from './verify.child.ts';

/**
 * Warm-up documents of each tablet and warm-up bursts: a practice's server is not fresh, and Node
 * still compiles during the first bursts.
 */
const WARM = 200,
  WARM_BURSTS = 4;
/** Documents per request: the fastest for each peer; our sender decides itself (50 or 1 MB). */
const RXDB_BATCH = 100,
  POUCH_BATCH = 100;
/**
 * Flags for clients and peers' servers: a garbage collection within a burst would outweigh the
 * protocol.
 */
const ROOMY = ['--initial-old-space-size=1024', '--no-memory-reducer'];
/** Overhead of a sealed op: format, point, IV and tag (shared/exchange/sealing.ts). */
const SEAL_BYTES = 94;

export interface Programs {
  molarClient: string;
  rxdbServer: string;
  rxdbClient: string;
  pouchServer: string;
  pouchClient: string;
  limit: string;
  verify: string;
}
/** `isTraced`: flushes of the server are counted, which invalidates the times. */
export interface PushSize {
  clients: number;
  docs: number;
  bursts: number;
  port: number;
  isTraced?: boolean;
}
export interface PushResult {
  docsPerSecond: number;
  /** Mean bytes of one document or sealed op. */
  bytes: number;
  clientCpu: number;
  serverCpu: number;
  written: number;
  /** Flushes of the server for all documents. */
  syncs?: number;
  /** ms until every op was also judged, and the server's CPU time for both; only ours judges. */
  judgedMs?: number;
  judgedCpu?: number;
  /** ms to seal one op before the clock starts. */
  sealMs?: number;
}

interface Run {
  folder: string;
  server: { pid: number; kill(): Promise<void> };
  client: Pick<Child, 'ask'>;
  order: Pick<Order, 'url' | 'batch'> &
    Partial<Pick<MolarOrder, 'r4cUuid' | 'tablets'> & Pick<LimitOrder, 'bytes'>>;
  end(): Promise<void>;
  judged?(count: number): Promise<void>;
}

/**
 * Measures one run and verifies that acknowledged documents are on disk: the server is killed
 * first, another process reads the files.
 */
async function measure(
  what: string,
  verify: string,
  size: PushSize,
  shape: Shape,
  round: number,
  open: (folder: string) => Promise<Run>,
): Promise<PushResult> {
  const folder = freshFolder('push');
  const run = await open(folder),
    {
      client,
      server: { pid },
    } = run;
  try {
    const order: Order = {
      ...run.order,
      clients: size.clients,
      warm: WARM,
      docs: size.docs,
      shape,
      seed: 1 + round * 10_000_000,
    };
    await client.ask({ do: 'warm', ...order });
    const warmBursts = size.isTraced === true ? 0 : WARM_BURSTS;
    let stored = size.clients * WARM,
      ms = 0,
      judgedMs = 0,
      clientCpu = 0,
      serverCpu = 0,
      judgedCpu = 0,
      written = 0,
      syncs: number | undefined;
    for (let burst = -warmBursts; burst < size.bursts; burst++) {
      await client.ask({ do: 'fill' });
      await run.judged?.(stored);
      await untilRested(pid);
      const before = usageOf(pid);
      const tracer = size.isTraced === true ? await countSyncs(pid, `${folder}.strace`) : undefined;
      const sent = await client.ask<Sent>({ do: 'send' });
      if (tracer) syncs = (syncs ?? 0) + (await tracer.stop());
      const spent: Usage = used(before, usageOf(pid)),
        since = performance.now();
      stored += size.clients * size.docs;
      await run.judged?.(stored);
      if (burst < 0) continue;
      ms += sent.ms;
      judgedMs += sent.ms + performance.now() - since;
      clientCpu += sent.cpuMs;
      serverCpu += spent.cpuMs;
      written += spent.written;
      judgedCpu += used(before, usageOf(pid)).cpuMs;
    }
    const filled = await client.ask<Filled & { sealMs?: number }>({ do: 'sum' }),
      count = size.clients * size.docs * size.bursts;
    await run.server.kill();
    await prove(what, verify, folder, filled, stored);
    return {
      docsPerSecond: (count / ms) * 1000,
      bytes: filled.bytes,
      clientCpu: clientCpu / count,
      serverCpu: serverCpu / count,
      written: written / count,
      ...(syncs !== undefined && { syncs }),
      ...(run.judged && { judgedMs: judgedMs / size.bursts, judgedCpu: judgedCpu / count }),
      ...(filled.sealMs !== undefined && { sealMs: filled.sealMs }),
    };
  } finally {
    await run.end();
    await run.server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prove(
  what: string,
  verify: string,
  folder: string,
  filled: Filled,
  count: number,
): Promise<void> {
  const reader = startChild(verify);
  try {
    const found = await reader.ask<Found>({ what, folder });
    if (found.count !== count || found.hash !== filled.hash)
      throw new Error(
        `${what}: ${found.count} of ${count} documents found, contents ${found.hash === filled.hash ? 'right' : 'different'}`,
      );
  } finally {
    await reader.kill();
  }
}

const peerRun =
  (serverFile: string, clientFile: string, address: string, batch: number, port: number) =>
  async (folder: string): Promise<Run> => {
    const server: Child = startChild(serverFile, [folder, String(port)], {}, ROOMY);
    const client = startChild(clientFile, [], {}, ROOMY);
    await server.ask({ do: 'ready' });
    return {
      folder,
      server,
      client,
      order: { url: `http://127.0.0.1:${port}${address}`, batch },
      end: () => client.kill(),
    };
  };

const molarRun =
  (clientFile: string, size: PushSize) =>
  async (folder: string): Promise<Run> => {
    const server = await startMolar(folder, size.port);
    const desk = await Desk.open(server);
    const tablets: MolarOrder['tablets'] = [];
    for (let i = 0; i < size.clients; i++) {
      const { tabletId, cid, authToken, epoch, config } = await desk.register(`Tablet ${i + 1}`);
      tablets.push({ tabletId, cid, authToken, epoch, serverKey: config.serverKey });
    }
    const client = startChild(clientFile, [], {}, ROOMY);
    return {
      folder,
      server: { pid: server.pid(), kill: () => server.kill() },
      client,
      order: {
        url: `http://127.0.0.1:${size.port}`,
        batch: 0,
        r4cUuid: desk.place.r4cUuid,
        tablets,
      },
      end: () => client.kill(),
      judged: (count) => allJudged(folder, count),
    };
  };

/** Waits until every stored op is judged, read over a separate connection. */
async function allJudged(folder: string, count: number): Promise<void> {
  const db = openFile(storedFile(folder), { readonly: true });
  const open = db.prepare<[], { stored: number; all: number }>(
    "select count(*) filter (where result = 'stored') as stored, count(*) as \"all\" from op where kind = 'task.submit'",
  );
  try {
    await until(
      'every op is judged',
      async () => {
        const row = open.get();
        return row?.stored === 0 && row.all === count;
      },
      300_000,
    );
  } finally {
    db.close();
  }
}

const limitRun =
  (file: string, bytes: number) =>
  async (folder: string): Promise<Run> => {
    const child = startChild(file, [folder], {}, ROOMY);
    return {
      folder,
      server: child,
      client: child,
      order: { url: '', batch: 0, bytes },
      end: () => child.kill(),
    };
  };

/** Names of the candidates of one shape. */
export const NAMES = {
  molar: 'Molar',
  rxdb: 'RxDB + SQLite FULL',
  pouch: 'PouchDB + express-pouchdb',
  limit: 'SQLite FULL alone',
} as const;
export const nameOf = (who: keyof typeof NAMES, shape: Shape): string =>
  `${NAMES[who]}, ${shape === 'equal' ? '30 kB' : 'strokes'}`;

/** Returns all candidates of both shapes. */
export function pushCandidates(programs: Programs, size: PushSize): Candidate<PushResult>[] {
  const sizeOf = (payload: object): number => packPayload(payload).length;
  const rowBytes: Record<Shape, number> = {
    equal: EQUAL_BYTES + SEAL_BYTES,
    strokes: sizeOf(payloadOf('strokes', 1, crypto.randomUUID(), sizeOf)) + SEAL_BYTES,
  };
  return (['equal', 'strokes'] as const).flatMap((shape) => {
    const candidate = (
      who: keyof typeof NAMES,
      open: (folder: string) => Promise<Run>,
    ): Candidate<PushResult> => ({
      name: nameOf(who, shape),
      run: (round) => measure(who, programs.verify, size, shape, round, open),
      told: (result) => `${Math.round(result.docsPerSecond)} documents/s`,
    });
    return [
      candidate('molar', molarRun(programs.molarClient, size)),
      candidate(
        'rxdb',
        peerRun(programs.rxdbServer, programs.rxdbClient, '/push', RXDB_BATCH, size.port + 2),
      ),
      candidate(
        'pouch',
        peerRun(
          programs.pouchServer,
          programs.pouchClient,
          '/db/tasks',
          POUCH_BATCH,
          size.port + 3,
        ),
      ),
      candidate('limit', limitRun(programs.limit, rowBytes[shape])),
    ];
  });
}
