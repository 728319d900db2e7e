// Messages between processes by LISTEN and NOTIFY, on a connection of its own.

import { randomUUID } from 'node:crypto';
import type { Wire } from '../../events/wire.ts';
import { keepListening } from './listener.ts';

const CHANNEL = 'molar_news';
/**
 * NOTIFY holds one lock of the whole PostgreSQL server until its commit is on disk: messages of so
 * many ms go out together, and outside of the transactions they tell of.
 */
const GATHER_MS = 20;
/** PostgreSQL refuses 8000 bytes and more. */
const MAX_BYTES = 7900;
/** More messages than this at once are replaced by the word to look again. */
const MAX_MESSAGES = 500;
/** In place of messages: there were too many. */
const ALL = '*';

export interface PostgresWire extends Wire {
  /** Sends what waits, and ends the connection. */
  close(): Promise<void>;
}

/** Packs messages into payloads of PostgreSQL's size; a message that fits in none becomes ALL. */
export function packMessages(from: string, messages: readonly string[]): string[] {
  if (messages.length > MAX_MESSAGES) return [JSON.stringify([from, ALL])];
  const packed: string[] = [];
  let open: string[] = [];
  const bytesOf = (list: readonly string[]): number =>
    Buffer.byteLength(JSON.stringify([from, ...list]));
  for (const message of messages) {
    const one = bytesOf([message]) > MAX_BYTES ? ALL : message;
    if (bytesOf([...open, one]) > MAX_BYTES) {
      packed.push(JSON.stringify([from, ...open]));
      open = [];
    }
    open.push(one);
  }
  if (open.length > 0) packed.push(JSON.stringify([from, ...open]));
  return packed;
}

/** Creates the wire of one process. The first message or listener opens its connection. */
export function createPostgresWire(url: string): PostgresWire {
  const self = randomUUID();
  let waiting = new Set<string>();
  let listener: { hear: (message: string) => void; missed: () => void } | undefined;
  let flushing: Promise<void> | undefined;
  let gather: NodeJS.Timeout | undefined;
  let isClosed = false;

  const line = keepListening(url, CHANNEL, {
    receive(payload) {
      const [from, ...messages] = JSON.parse(payload) as string[];
      if (from === self || !listener) return;
      for (const message of messages)
        if (message === ALL) listener.missed();
        else listener.hear(message);
    },
    opened() {
      // Messages until now may be missing here.
      listener?.missed();
      flush();
    },
  });
  function flush(): void {
    const own = line.client();
    if (flushing || !own || waiting.size === 0) return;
    const messages = [...waiting];
    waiting = new Set();
    flushing = (async () => {
      try {
        for (const payload of packMessages(self, messages))
          await own.query('select pg_notify($1, $2)', [CHANNEL, payload]);
      } catch {
        // Unknown which arrived: the others look at everything.
        waiting.add(ALL);
        line.lose(own);
      }
    })().finally(() => {
      flushing = undefined;
      flush();
    });
  }
  return {
    send(message) {
      if (isClosed) return;
      if (waiting.size > MAX_MESSAGES) waiting = new Set([ALL]);
      waiting.add(message);
      line.open();
      gather ??= setTimeout(() => {
        gather = undefined;
        flush();
      }, GATHER_MS);
      gather.unref();
    },
    listen(hear, missed) {
      listener = { hear, missed };
      line.open();
    },
    async close() {
      isClosed = true;
      clearTimeout(gather);
      flush();
      await flushing;
      await line.close();
    },
  };
}
