/**
 * Tablets and desks of one practice in one process: heartbeats, reads of the board, and live channels
 * that only listen, spread over the addresses of all processes.
 */
import { answer } from '../kit/answer.ts';

interface Order {
  r4cUuid: string;
  /** Addresses of the processes; each call goes to the next one. */
  urls: readonly string[];
  tablets: readonly { authToken: string }[];
  /** Token of a person at the desk. */
  token: string;
}
/** Times of the calls in ms, and how many were turned away by 503 with Retry-After and repeated. */
export interface Called {
  ms: number[];
  turnedAway: number;
}
/** Calls that are under way at a time. */
const AT_ONCE = 8;

let order: Order | undefined;
let turn = 0;
const opened: AbortController[] = [];
const inc = crypto.randomUUID();
/** Counts the beats of each tablet: an old one is not taken. */
const beats = new Map<number, number>();

const place = (o: Order): string => `${o.urls[turn++ % o.urls.length] ?? ''}/r4c/${o.r4cUuid}`;

async function one(called: Called, send: () => Promise<Response>): Promise<void> {
  const began = performance.now();
  let response = await send();
  while (response.status === 503 && response.headers.has('retry-after')) {
    called.turnedAway++;
    await response.arrayBuffer();
    await new Promise((done) => setTimeout(done, 50));
    response = await send();
  }
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  called.ms.push(performance.now() - began);
}

async function many(count: number, send: (at: number) => Promise<Response>): Promise<Called> {
  const called: Called = { ms: [], turnedAway: 0 };
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) await one(called, () => send(at));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return called;
}

const beat = (o: Order, at: number): Promise<Response> => {
  const tablet = at % o.tablets.length,
    n = (beats.get(tablet) ?? 0) + 1;
  beats.set(tablet, n);
  return fetch(`${place(o)}/tablet/heartbeat`, {
    method: 'POST',
    headers: {
      Cookie: `XSRF-TOKEN=${inc}`,
      'X-XSRF-TOKEN': inc,
      Authorization: `Bearer ${o.tablets[tablet]!.authToken}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      beat: { run: 1, n },
      inc,
      highN: 0,
      ackSeen: 0,
      pending: 0,
      oldestPendingMs: 0,
      persisted: true,
      appVersion: 'bench',
      clockOffsetMs: 0,
      quarantined: 0,
    }),
  });
};
const board = (o: Order): Promise<Response> =>
  fetch(`${place(o)}/tablet/board`, { headers: { Authorization: `Bearer ${o.token}` } });

/** Opens live channels of the desk and reads what comes. */
async function listen(o: Order, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const stop = new AbortController(),
      response = await fetch(`${place(o)}/tablet/live`, {
        signal: stop.signal,
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${o.token}` },
      });
    if (!response.ok) throw new Error(`live: ${response.status}`);
    opened.push(stop);
    response.body?.pipeTo(new WritableStream()).catch(() => undefined);
  }
}

answer(async (question): Promise<Called | undefined> => {
  if (question.do === 'open') {
    order = question as unknown as Order;
    return undefined;
  }
  if (!order) throw new Error('nothing is open');
  const o = order,
    count = Number(question.count);
  if (question.do === 'beats') return many(count, (at) => beat(o, at));
  if (question.do === 'boards') return many(count, () => board(o));
  if (question.do === 'listen') {
    await listen(o, count);
    return undefined;
  }
  for (const stop of opened.splice(0)) stop.abort();
  return undefined;
});
