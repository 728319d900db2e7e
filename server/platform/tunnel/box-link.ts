// The box's end of the relay: dials out, stays connected, and passes each phone's bytes on to the
// server, which ends TLS.

import {
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import type { Log } from '../http/log.ts';
import { pinOfPeer, type Identity } from './identity.ts';
import {
  ALPN,
  BEAT,
  BOX_MEMORY,
  CLIENT_ADDRESS,
  HANDSHAKE_MS,
  keepAlive,
  NEWER,
  SESSION_WINDOW,
  SETTINGS,
  type Beat,
} from './wire.ts';

/** Longest pause between two tries, ms. */
const LONGEST_MS = 60_000,
  /** Another machine with the same key took over: dialling at once would take it back each time. */
  REPLACED_MS = 60_000,
  /** How often the file of the key is looked at. */
  LOOK_MS = 5_000,
  /** Time for running streams when the server stops. */
  LEAVE_MS = 4_000;

export interface RelayConfig {
  host: string;
  port: number;
  /** Pins of the relay's key, one of which it must prove. */
  pins: readonly string[];
  /** Name under which phones reach this box. */
  name: string;
}
export interface LinkState {
  isUp: boolean;
  /** Since when, UTC ms. */
  since: number;
}
/** Takes the bytes of a phone as a connection. */
export type Accept = (stream: Duplex, address: string) => void;
export interface BoxLink {
  state(): LinkState;
  start(accept: Accept): void;
  /** Takes no more phones, and ends. */
  close(): Promise<void>;
}
export interface LinkOptions {
  relay: RelayConfig;
  /** Reads the own key; a changed one is used for the next connection. */
  identity: () => Promise<Identity>;
  log: Pick<Log, 'note'>;
  now: () => number;
  /** 0 to 1; spreads the tries of many boxes after a restart of the relay. */
  random?: () => number;
  beat?: Beat;
  lookMs?: number;
}

/** Returns the pause before a try: anything up to a bound that doubles. @param tries failed so far */
export const pauseBefore = (tries: number, random: () => number): number =>
  random() * Math.min(LONGEST_MS, 1000 * 2 ** tries);

/** Answers a stream of the relay. */
function take(
  stream: ServerHttp2Stream,
  headers: Readonly<Record<string, unknown>>,
  accept: Accept,
): void {
  // A stream that is cut reports an error, which its connection handles.
  stream.on('error', () => undefined);
  // A phone that hung up at once: to answer it would throw.
  if (stream.destroyed || stream.closed) return;
  const address = headers[CLIENT_ADDRESS],
    isRight =
      headers[':method'] === 'CONNECT' && typeof address === 'string' && isIP(address) !== 0;
  if (!isRight) {
    stream.respond({ ':status': 400 }, { endStream: true });
    return;
  }
  stream.respond({ ':status': 200 });
  accept(stream, address);
}

class LinkError extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}
/** Returns a word for the log: never an address. */
const wordOf = (error: unknown): string => {
  if (error instanceof LinkError) return error.reason;
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'closed';
};

/** Opens a connection; resolves once the relay accepted it. @throws Error with a reason */
function dial(
  { host, port, pins, name }: RelayConfig,
  own: Identity,
  accept: Accept,
): Promise<ServerHttp2Session> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      servername: name,
      key: own.key,
      cert: own.cert,
      // Only the pin counts: no authority vouches for a relay.
      ca: [],
      rejectUnauthorized: false,
      minVersion: 'TLSv1.3',
      ALPNProtocols: [ALPN],
    });
    socket.setNoDelay(true);
    const slow = setTimeout(() => socket.destroy(new LinkError('no_answer')), HANDSHAKE_MS);
    socket.on('error', reject);
    socket.once('close', () => {
      clearTimeout(slow);
      reject(new LinkError('closed'));
    });
    socket.once('secureConnect', () => {
      const pin = pinOfPeer(socket);
      if (pin === undefined || !pins.includes(pin)) {
        socket.destroy(new LinkError('wrong_pin'));
        return;
      }
      const session = performServerHandshake(socket, {
        settings: SETTINGS,
        maxSessionMemory: BOX_MEMORY,
      });
      session.on('error', () => undefined);
      session.once('connect', () => session.setLocalWindowSize(SESSION_WINDOW));
      session.on('stream', (stream, headers) => take(stream, headers, accept));
      // A refused key is noticed here only: in TLS 1.3 the client is done before the server judged.
      session.once('remoteSettings', () => {
        clearTimeout(slow);
        resolve(session);
      });
    });
  });
}

/** Ends connections once their phones are done, at the latest after a while. */
async function endAll(sessions: ReadonlySet<ServerHttp2Session>): Promise<void> {
  // A connection that the relay ends already would not call back.
  const ends = [...sessions].map(
    (session) =>
      new Promise((end) => {
        session.once('close', () => end(0));
        session.close();
      }),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((end) => (timer = setTimeout(end, LEAVE_MS)));
  await Promise.race([Promise.all(ends), late]);
  clearTimeout(timer);
  for (const session of sessions) session.destroy();
}

/** Creates the link; it does nothing before `start`. */
export function createBoxLink({
  relay,
  identity,
  log,
  now,
  random = Math.random,
  beat = BEAT,
  lookMs = LOOK_MS,
}: LinkOptions): BoxLink {
  const sessions = new Set<ServerHttp2Session>();
  let current: { session: ServerHttp2Session; pin: string } | undefined;
  let state: LinkState = { isUp: false, since: now() };
  let accept: Accept | undefined,
    tries = 0,
    isDialling = false,
    isClosing = false,
    said = '';
  let retry: NodeJS.Timeout | undefined, look: NodeJS.Timeout | undefined;

  const mark = (isUp: boolean, reason = ''): void => {
    const word = isUp ? 'up' : reason;
    if (word !== said) log.note(isUp ? 'relay.up' : 'relay.down', isUp ? {} : { reason });
    said = word;
    if (state.isUp !== isUp) state = { isUp, since: now() };
  };
  const later = (ms: number): void => {
    clearTimeout(retry);
    if (isClosing) return;
    retry = setTimeout(() => void open(), ms);
    retry.unref();
  };
  const lose = (session: ServerHttp2Session, reason: string, ms?: number): void => {
    if (current?.session !== session) return;
    current = undefined;
    mark(false, reason);
    if (!isDialling) later(ms ?? pauseBefore(tries++, random));
  };
  const adopt = (session: ServerHttp2Session, pin: string): void => {
    clearTimeout(retry);
    current = { session, pin };
    tries = 0;
    mark(true);
    // A former connection ends by the relay, once that sends new phones to this one: to end it here
    // would refuse the phones in between.
    keepAlive(session, () => session.destroy(), beat);
    session.on('goaway', (_code, _last, data) => {
      const isReplaced = data !== undefined && Buffer.from(data).toString('latin1') === NEWER;
      lose(session, isReplaced ? 'replaced' : 'relay_leaves', isReplaced ? REPLACED_MS : undefined);
    });
    session.once('close', () => {
      sessions.delete(session);
      lose(session, 'lost');
    });
  };
  const open = async (): Promise<void> => {
    if (isDialling || isClosing || accept === undefined) return;
    isDialling = true;
    try {
      const own = await identity(),
        session = await dial(relay, own, accept);
      sessions.add(session);
      if (isClosing) session.destroy();
      else adopt(session, own.pin);
    } catch (error) {
      if (current === undefined) mark(false, wordOf(error));
      else log.note('relay.key_refused', { reason: wordOf(error) });
      later(pauseBefore(tries++, random));
    } finally {
      isDialling = false;
    }
  };
  const followKey = async (): Promise<void> => {
    if (current !== undefined && (await identity()).pin !== current.pin) await open();
  };
  return {
    state: () => state,
    start(to) {
      accept = to;
      void open();
      look = setInterval(() => void followKey().catch(() => undefined), lookMs);
      look.unref();
    },
    async close() {
      isClosing = true;
      clearTimeout(retry);
      clearInterval(look);
      await endAll(sessions);
    },
  };
}
