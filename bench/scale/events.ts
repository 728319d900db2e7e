/**
 * How long an event takes to a desk at the same process and at another one, and what an open live
 * channel costs in memory.
 */
import { startChild } from '../kit/child.ts';
import { median } from '../kit/numbers.ts';
import type { BenchPostgres } from '../kit/postgres.ts';
import { Cell, SHAPES } from './cell.ts';

export interface EventTimes {
  /** From the call until the event at a desk of the same process, ms; and of another one. */
  within: number[];
  across: number[];
}
const PAUSE_MS = 150,
  WAIT_MS = 5000;

/** Reads a live channel; `next` resolves with the time of the next event. */
async function listenAt(url: string, cell: Cell, signal: AbortSignal) {
  const response = await fetch(`${url}/r4c/${cell.desk.place.r4cUuid}/tablet/live`, {
    signal,
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${cell.desk.token}` },
  });
  if (!response.ok || !response.body) throw new Error(`live: ${response.status}`);
  let heard: (at: number) => void = () => undefined;
  const decoder = new TextDecoder();
  void response.body
    .pipeTo(
      new WritableStream<Uint8Array>({
        write(chunk) {
          if (/^data:/m.test(decoder.decode(chunk))) heard(performance.now());
        },
      }),
    )
    .catch(() => undefined);
  return {
    next: () =>
      new Promise<number>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('no event came')), WAIT_MS);
        heard = (at) => {
          clearTimeout(late);
          resolve(at);
        };
      }),
  };
}

/** Lets the first process mark a person as there and away, and listens at two of them. */
export async function measureEvents(
  postgres: BenchPostgres,
  port: number,
  samples: number,
): Promise<EventTimes> {
  const cell = await Cell.open(SHAPES.two, postgres, port),
    stop = new AbortController(),
    times: EventTimes = { within: [], across: [] };
  try {
    const own = await listenAt(cell.urlOf(0), cell, stop.signal),
      other = await listenAt(cell.urlOf(1), cell, stop.signal);
    const patid = await addPatient(cell);
    for (let at = -6; at < samples; at++) {
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      const both = [own.next(), other.next()] as const,
        began = performance.now();
      await cell.desk.call('/patient/arrival', { patid, isThere: at % 2 === 0 });
      const [within, across] = await Promise.all(both);
      if (at < 0) continue;
      times.within.push(within - began);
      times.across.push(across - began);
    }
    return times;
  } finally {
    stop.abort();
    await cell.close();
  }
}

async function addPatient(cell: Cell): Promise<string> {
  const { patid } = await cell.desk.call<{ patid: string }>('/patient/patients', {
    firstName: 'Ida',
    lastName: 'Bench',
    geburtsdatum: '1980-05-02',
  });
  return patid;
}

/** Opens live channels, and returns the resident memory of one, bytes. */
export async function measureStreams(
  callersFile: string,
  postgres: BenchPostgres,
  port: number,
  count: number,
): Promise<number> {
  const cell = await Cell.open(SHAPES.two, postgres, port),
    callers = startChild(callersFile);
  try {
    const order = {
      r4cUuid: cell.desk.place.r4cUuid,
      urls: cell.servers.map((server) => server.url),
      tablets: [],
      token: cell.desk.token,
    };
    await callers.ask({ do: 'open', ...order });
    // The first ones bring code and pools that stay.
    await callers.ask({ do: 'listen', count: Math.round(count / 4) });
    const seen: number[] = [];
    for (let part = 0; part < 3; part++) {
      await cell.rested();
      const before = cell.usage().rss;
      await callers.ask({ do: 'listen', count: Math.round(count / 4) });
      await cell.rested();
      seen.push((cell.usage().rss - before) / Math.round(count / 4));
    }
    return median(seen);
  } finally {
    await callers.kill();
    await cell.close();
  }
}
