// The connections of boxes that the relay holds: which of them takes new phones, and how many phones
// a box may have.

import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import type { Log } from '../platform/http/log.ts';
import { BOX_STREAMS, CLIENT_ADDRESS, NEWER } from '../platform/tunnel/wire.ts';
import type { End } from './counters.ts';

/** Phones of one client address at one box. */
export const CLIENT_STREAMS = 20;
/** New phones of one box in a second. */
export const NEW_STREAMS = 50;
/** Connections of one box: the newest, and older ones whose phones go on. */
const SESSIONS = 4;

export interface Session {
  http: ClientHttp2Session;
  pin: string;
  isDraining: boolean;
}
interface Box {
  /** Oldest first. */
  sessions: Session[];
  streams: number;
  byClient: Map<string, number>;
  /** Tokens of new streams, filled by time. */
  tokens: number;
  filledAt: number;
}

export interface Sessions {
  /** Takes a connection of a box; older ones get no new phones. */
  adopt(name: string, session: Session): void;
  forget(name: string, session: Session): void;
  /** Opens a stream to a box, or says why not. */
  open(name: string, client: string, address: string): ClientHttp2Stream | End;
  /** Ends connections whose key does not fit. */
  recheck(fits: (name: string, pin: string) => boolean): void;
  counts(): { boxes: number; sessions: number; streams: number };
  /** Takes no new phones; resolves when the running ones are done. */
  drain(): Promise<void>;
  /** Ends every connection at once. */
  destroy(): void;
}

/** A destroyed connection reports its end later; a request on it throws until then. */
const activeOf = ({ sessions }: Box): Session | undefined => {
  const newest = sessions.findLast(({ isDraining }) => !isDraining);
  return newest === undefined || newest.http.closed || newest.http.destroyed ? undefined : newest;
};

/** Stops new streams of a connection; its running ones go on. */
function drain(session: Session, word: string | undefined): void {
  if (session.isDraining) return;
  session.isDraining = true;
  if (session.http.destroyed) return;
  if (word !== undefined) session.http.goaway(0, 0, Buffer.from(word));
  session.http.close();
}

/** Takes one token; 50 a second, saved for a second. */
function mayOpen(box: Box, now: number): boolean {
  box.tokens = Math.min(NEW_STREAMS, box.tokens + ((now - box.filledAt) * NEW_STREAMS) / 1000);
  box.filledAt = now;
  if (box.tokens < 1) return false;
  box.tokens -= 1;
  return true;
}

/** Counts a stream until it closes. */
function count(box: Box, client: string, stream: ClientHttp2Stream): void {
  box.streams += 1;
  box.byClient.set(client, (box.byClient.get(client) ?? 0) + 1);
  stream.once('close', () => {
    box.streams -= 1;
    const left = (box.byClient.get(client) ?? 1) - 1;
    if (left > 0) box.byClient.set(client, left);
    else box.byClient.delete(client);
  });
}

/** Creates an empty set of connections. @param mono monotonic clock, ms */
export function createSessions(log: Pick<Log, 'note'>, mono: () => number): Sessions {
  const boxes = new Map<string, Box>();
  const boxOf = (name: string): Box => {
    const known = boxes.get(name);
    if (known) return known;
    const box: Box = {
      sessions: [],
      streams: 0,
      byClient: new Map(),
      tokens: NEW_STREAMS,
      filledAt: mono(),
    };
    boxes.set(name, box);
    return box;
  };
  const all = (): Session[] => [...boxes.values()].flatMap(({ sessions }) => sessions);
  return {
    adopt(name, session) {
      const box = boxOf(name);
      for (const older of box.sessions) drain(older, NEWER);
      box.sessions.push(session);
      for (const oldest of box.sessions.slice(0, -SESSIONS)) oldest.http.destroy();
      log.note('relay.box_up', { box: name });
    },
    forget(name, session) {
      const box = boxes.get(name);
      if (box?.sessions.includes(session) !== true) return;
      box.sessions = box.sessions.filter((one) => one !== session);
      if (activeOf(box) === undefined) log.note('relay.box_down', { box: name });
      if (box.sessions.length === 0) boxes.delete(name);
    },
    open(name, client, address) {
      const box = boxes.get(name),
        active = box && activeOf(box);
      if (box === undefined || active === undefined) return 'offline';
      if (box.streams >= BOX_STREAMS) return 'box_full';
      if ((box.byClient.get(client) ?? 0) >= CLIENT_STREAMS) return 'client_full';
      if (!mayOpen(box, mono())) return 'too_fast';
      const stream = active.http.request({
        ':method': 'CONNECT',
        ':authority': `${name}:443`,
        [CLIENT_ADDRESS]: address,
      });
      stream.on('error', () => undefined);
      count(box, client, stream);
      return stream;
    },
    recheck(fits) {
      for (const [name, { sessions }] of boxes)
        for (const { http, pin } of sessions) if (!fits(name, pin)) http.destroy();
    },
    counts: () => ({
      boxes: [...boxes.values()].filter((box) => activeOf(box) !== undefined).length,
      sessions: all().length,
      streams: [...boxes.values()].reduce((sum, { streams }) => sum + streams, 0),
    }),
    async drain() {
      await Promise.all(
        all().map(
          (session) =>
            new Promise((ended) => {
              session.http.once('close', () => ended(0));
              drain(session, undefined);
            }),
        ),
      );
    },
    destroy() {
      for (const { http } of all()) http.destroy();
    },
  };
}
