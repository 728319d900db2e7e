// Server-sent events that never wait for a client: a queue of 64, only the newest of a kind, and
// disconnection of a client that does not read, or whose session ended.

import type { EventSink } from './route.ts';

const QUEUE = 64;
const BEAT_MS = 15_000;
const STUCK_MS = 10_000;
/** A stream ends at most so much later than the right to it (sign-out, lock, revocation). */
const RIGHT_MS = 4000;

/**
 * Responds with a live stream; `run` receives the sink, whose `closed` resolves at the end.
 * @param mayListen whether the caller may still listen; a failure of the database ends nothing
 */
export function eventStream(
  run: (sink: EventSink) => Promise<void>,
  signal: AbortSignal,
  mayListen: () => Promise<boolean>,
): Response {
  const queue: { event: string; text: string }[] = [];
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let wantsMore = false,
    isOver = false,
    waitingSince = 0;
  let end: () => void = () => undefined;
  const closed = new Promise<void>((r) => {
    end = r;
  });

  const close = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(beat);
    clearInterval(watch);
    signal.removeEventListener('abort', close);
    try {
      controller?.close();
    } catch {
      /* already closed: the client disconnected first */
    }
    end();
  };
  const flush = (): void => {
    if (!controller || isOver) return;
    while (queue.length > 0 && wantsMore) {
      wantsMore = false;
      controller.enqueue(encoder.encode(queue.shift()!.text));
    }
    waitingSince = queue.length > 0 ? waitingSince || Date.now() : 0;
  };
  const put = (event: string, text: string): boolean => {
    if (isOver) return false;
    const at = event === '' ? -1 : queue.findIndex((q) => q.event === event && event !== 'help');
    if (at >= 0) queue.splice(at, 1);
    if (queue.length >= QUEUE) {
      close();
      return false;
    }
    queue.push({ event, text });
    flush();
    return true;
  };
  const beat = setInterval(() => {
    if (waitingSince > 0 && Date.now() - waitingSince > STUCK_MS) close();
    else if (queue.length === 0) put('', ': beat\n\n');
  }, BEAT_MS);
  beat.unref();
  const watch = setInterval(() => {
    mayListen().then(
      (may) => {
        if (!may) close();
      },
      () => undefined,
    );
  }, RIGHT_MS);
  watch.unref();
  signal.addEventListener('abort', close);

  const stream = new ReadableStream<Uint8Array>(
    {
      start(c) {
        controller = c;
      },
      pull() {
        wantsMore = true;
        flush();
      },
      cancel: close,
    },
    { highWaterMark: 1 },
  );
  put('', ': open\n\n');
  const sink: EventSink = {
    send: (event, data, id) =>
      put(
        event,
        `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
      ),
    closed,
  };
  run(sink).then(close, close);
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  });
}
