// The relay's listener for boxes: who is let in by name and key.

import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { pinOfPeer, type Identity } from '../platform/tunnel/identity.ts';
import type { Log } from '../platform/http/log.ts';
import {
  ALPN,
  BEAT,
  BOX_STREAMS,
  HANDSHAKE_MS,
  keepAlive,
  RELAY_MEMORY,
  SESSION_WINDOW,
  SETTINGS,
  type Beat,
} from '../platform/tunnel/wire.ts';
import { createSessions, type Session, type Sessions } from './box-sessions.ts';
import { pinsOf, type FollowedTable } from './box-table.ts';
import type { RelayCounters } from './counters.ts';

/** A box that is refused again and again has a line in the log this often. */
const NAMED_EVERY_MS = 60_000,
  /** The most connections of boxes, with those that have not proved their key. */
  BOXES = 20_000;

export interface BoxesOptions {
  table: Pick<FollowedTable, 'find'>;
  identity: Identity;
  counters: Pick<RelayCounters, 'refusedBox'>;
  log: Pick<Log, 'note'>;
  beat?: Beat;
  /** Monotonic clock, ms. */
  mono?: () => number;
}
export interface Boxes extends Pick<Sessions, 'open' | 'counts'> {
  listen(host: string, port: number): Promise<number>;
  /** Ends connections whose key is no longer in the table. */
  recheck(): void;
  /** Takes no new boxes and phones; resolves when the running phones are done. */
  leave(): Promise<void>;
  /** Ends everything at once. */
  destroy(): void;
}

/** Makes a connection of a box that was let in ready for phones. */
function welcome(
  socket: TLSSocket,
  { name, pin, sessions, beat }: { name: string; pin: string; sessions: Sessions; beat: Beat },
): void {
  socket.setNoDelay(true);
  const http = connect(`https://${name}`, {
      createConnection: () => socket,
      settings: { ...SETTINGS, maxConcurrentStreams: 0 },
      peerMaxConcurrentStreams: BOX_STREAMS,
      maxSessionMemory: RELAY_MEMORY,
    }),
    session: Session = { http, pin, isDraining: false };
  const silent = setTimeout(() => http.destroy(), HANDSHAKE_MS);
  http.on('error', () => undefined);
  http.once('connect', () => http.setLocalWindowSize(SESSION_WINDOW));
  // The box takes streams from now on.
  http.once('remoteSettings', () => {
    clearTimeout(silent);
    keepAlive(http, () => http.destroy(), beat);
    sessions.adopt(name, session);
  });
  http.on('goaway', () => {
    session.isDraining = true;
  });
  http.once('close', () => {
    clearTimeout(silent);
    sessions.forget(name, session);
  });
}

/** Creates the listener. */
export function createBoxes({
  table,
  identity,
  counters,
  log,
  beat = BEAT,
  mono = () => performance.now(),
}: BoxesOptions): Boxes {
  const sessions = createSessions(log, mono),
    named = new Map<string, number>();
  let isLeaving = false;
  const isKnown = (name: string, pin: string): boolean => {
    const row = table.find(name);
    return row !== undefined && pinsOf(row).includes(pin);
  };
  const refuse = (socket: TLSSocket, name: string): void => {
    socket.destroy();
    counters.refusedBox();
    // The log names boxes of the table only, and each once a minute: strangers choose names freely.
    if (table.find(name) === undefined || mono() - (named.get(name) ?? -Infinity) < NAMED_EVERY_MS)
      return;
    named.set(name, mono());
    log.note('relay.box_refused', { box: name });
  };
  const admit = (socket: TLSSocket): void => {
    socket.on('error', () => undefined);
    const name = typeof socket.servername === 'string' ? socket.servername.toLowerCase() : '',
      pin = pinOfPeer(socket);
    if (isLeaving || socket.alpnProtocol !== ALPN || pin === undefined || !isKnown(name, pin))
      refuse(socket, name);
    else welcome(socket, { name, pin, sessions, beat });
  };
  const server = createServer(
    {
      key: identity.key,
      cert: identity.cert,
      // Only pins count: no authority vouches for a box.
      ca: [],
      requestCert: true,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.3',
      ALPNProtocols: [ALPN],
      handshakeTimeout: HANDSHAKE_MS,
    },
    admit,
  );
  server.maxConnections = BOXES;
  server.on('tlsClientError', () => counters.refusedBox());
  const shut = (): void => {
    isLeaving = true;
    server.close();
  };
  return {
    open: sessions.open,
    counts: sessions.counts,
    recheck: () => sessions.recheck(isKnown),
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    leave() {
      shut();
      return sessions.drain();
    },
    destroy() {
      shut();
      sessions.destroy();
    },
  };
}
