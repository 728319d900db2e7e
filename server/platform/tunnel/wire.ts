// What a box and a relay agree on: one TLS 1.3 connection of the box, on which the relay opens a
// CONNECT stream for each phone.

import type { Http2Session, Settings } from 'node:http2';

/** Protocol of the connection between box and relay. */
export const ALPN = 'molar-relay/1';
/** Header of a CONNECT: the address of the phone. Only the pinned relay can send it. */
export const CLIENT_ADDRESS = 'molar-client-address';
/** Bytes that may be on their way: for each stream, and for all streams of a connection together. */
const STREAM_WINDOW = 256 * 1024;
export const SESSION_WINDOW = 4 * 1024 * 1024;
/** Phones of one box at a time. */
export const BOX_STREAMS = 200;
/**
 * Memory of one connection in MB, above which it refuses new phones. A box holds whole answers that
 * wait for slow phones, as on its own port; a relay holds no more than a window for each phone.
 */
export const BOX_MEMORY = 2048,
  RELAY_MEMORY = 64;
/** Time for everything that has to happen before a connection serves phones. */
export const HANDSHAKE_MS = 10_000;
/** Data of a GOAWAY: another connection of the same box took its place. */
export const NEWER = 'newer';

/** Settings that both ends announce. */
export const SETTINGS: Settings = {
  enablePush: false,
  initialWindowSize: STREAM_WINDOW,
  maxConcurrentStreams: BOX_STREAMS,
};

/** How often a connection is asked for a sign of life, and when it counts as dead; ms. */
export interface Beat {
  everyMs: number;
  deadMs: number;
}
export const BEAT: Beat = { everyMs: 15_000, deadMs: 40_000 };

/**
 * Asks for a sign of life until the connection closes.
 * @param dead called once if none came for too long
 * @param mono monotonic clock, ms
 */
export function keepAlive(
  session: Http2Session,
  dead: () => void,
  { everyMs, deadMs }: Beat = BEAT,
  mono: () => number = () => performance.now(),
): void {
  let heardAt = mono();
  const ask = (): void => {
    if (session.destroyed) return;
    if (mono() - heardAt >= deadMs) {
      clearInterval(timer);
      dead();
      return;
    }
    session.ping((error) => {
      if (error === null) heardAt = mono();
    });
  };
  const timer = setInterval(ask, everyMs);
  timer.unref();
  session.once('close', () => clearInterval(timer));
}
