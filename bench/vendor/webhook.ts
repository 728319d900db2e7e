/**
 * Signed events to the built server, one after another, next to a bare insert with a flush; then a
 * kill right after an answer, and a count of what the database holds.
 */
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import Stripe from 'stripe';
import { freePort } from '../../tests/support/server.ts';
import { startPaymentServer } from '../../tests/support/stripe/server.ts';
import { API_VERSION } from '../../tests/support/stripe/world.ts';
import { bundlePrograms, startChild } from '../kit/child.ts';
import { interleave, type Rounds } from '../kit/rounds.ts';
import { freshFolder, startMolar } from '../kit/server.ts';

const SECRET = 'whsec_bench',
  WARM = 100;
export interface Webhooks {
  /** ms of each event by candidate. */
  rounds: Rounds<number[]>;
  stored: number;
  /** Events that were answered before the kill and are stored with their job. */
  afterKill: { answered: number; kept: number };
}
interface Sent {
  body: string;
  headers: Record<string, string>;
}
const signer = new Stripe('sk_test_bench', { telemetry: false });
let count = 0;
/** An event of a customer that no practice has: its job finds nothing to do. */
function eventOf(): Sent & { id: string } {
  const id = `evt_bench_${String((count += 1))}`,
    body = JSON.stringify({
      id,
      object: 'event',
      api_version: API_VERSION,
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type: 'invoice.paid',
      data: { object: { id: 'in_bench', object: 'invoice', customer: 'cus_bench' } },
    });
  return {
    id,
    body,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signer.webhooks.generateTestHeaderString({
        payload: body,
        secret: SECRET,
      }),
    },
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
/** Sends one event and returns the ms until its answer. */
const send = (url: string, { body, headers }: Sent): Promise<number> =>
  new Promise((done, failed) => {
    const began = performance.now();
    const sent = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode !== 200)
            failed(new Error(`the event was answered by ${String(response.statusCode)}`));
          else done(performance.now() - began);
        });
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });
async function series(url: string, events: number): Promise<number[]> {
  const all = Array.from({ length: events }, eventOf),
    times: number[] = [];
  for (const one of all) times.push(await send(url, one));
  return times;
}

/** Fills the table of events while the server is down. */
function fill(data: string, events: number): void {
  const db = openFile(storedFile(data));
  db.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into stripe_event (cid, id, type, at) select 'vendor', 'evt_before_' || i, 'invoice.paid', ? from n`,
  ).run(events, Date.now());
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}
function countIn(data: string, ids: readonly string[]): number {
  const db = openFile(storedFile(data), { readonly: true }),
    event = db.prepare('select 1 from stripe_event where id = ?'),
    // One job reads the provider for all events that came before it began.
    job = db.prepare(
      `select 1 from job where kind = 'take-payment-event' and key like 'stripe:cus_bench%'
       and (state in ('queued', 'running') or done_at >= (select at from stripe_event where id = ?))`,
    );
  const kept = ids.filter((id) => event.get(id) !== undefined && job.get(id) !== undefined);
  db.close();
  return kept.length;
}

/** Measures events on tables that hold `stored` others. */
export async function measureWebhooks(
  { stored, rounds, perRound }: { stored: number; rounds: number; perRound: number },
  say: (line: string) => void,
): Promise<Webhooks> {
  const folder = freshFolder('vendor'),
    data = join(folder, 'data');
  const provider = await startPaymentServer({
    now: Math.floor(Date.now() / 1000),
    prices: { praxis_v1: 14_900, praxis_plus_v1: 19_900 },
  });
  const env = {
    MOLAR_STRIPE_KEY: 'sk_test_bench',
    MOLAR_STRIPE_WEBHOOK_SECRET: SECRET,
    MOLAR_STRIPE_API_BASE: provider.url,
  };
  const [program = ''] = await bundlePrograms(['bench/vendor/bare.child.ts']),
    bare = startChild(program),
    server = await startMolar(data, await freePort(), env);
  try {
    await server.kill();
    fill(data, stored);
    await server.restart();
    const port = await bare.ask<number>({
        what: 'open',
        file: join(folder, 'bare.db'),
        count: stored,
      }),
      ours = `http://localhost:${server.port}/api/stripe/webhook`,
      bareUrl = `http://127.0.0.1:${port}/`;
    await series(ours, WARM);
    await series(bareUrl, WARM);
    const candidates = [
      { name: 'Molar', run: () => series(ours, perRound) },
      { name: 'bare server', run: () => series(bareUrl, perRound) },
      {
        name: 'insert alone',
        run: () =>
          bare.ask<number[]>({
            what: 'insert',
            ids: Array.from({ length: perRound }, () => eventOf().id),
          }),
      },
    ];
    const measured = await interleave(candidates, rounds, say);
    const last = Array.from({ length: 20 }, eventOf);
    for (const one of last) await send(ours, one);
    // No time to write anything more: the process is gone as after a power cut.
    await server.kill();
    const kept = countIn(
      data,
      last.map(({ id }) => id),
    );
    return { rounds: measured, stored, afterKill: { answered: last.length, kept } };
  } finally {
    agent.destroy();
    await server.stop();
    await bare.kill();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
