// The relay's listener for phones: reads the name each asks for, looks it up in the relay's own
// table, and copies bytes between the phone and its box. It has no key to what it copies.

import type { ClientHttp2Stream } from 'node:http2';
import { createServer, isIPv6, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { FollowedTable } from './box-table.ts';
import type { Boxes } from './boxes.ts';
import { readHello } from './client-hello.ts';
import type { End, RelayCounters } from './counters.ts';

/** Time in which a phone must have named its host, ms. */
const HELLO_MS = 3_000,
  /** Time of a box to take a phone. */
  ANSWER_MS = 3_000,
  /** Without a byte in either direction a connection ends; live channels beat more often. */
  IDLE_MS = 5 * 60_000,
  /** Time for a phone to hang up once its box did. */
  LAST_MS = 10_000;
/** Connections without a name yet: of one client address, and of all. */
const UNNAMED_OF_CLIENT = 40,
  UNNAMED = 2_000;
/** The most connections of phones at a time. */
const PHONES = 20_000;

interface Limits {
  answerMs: number;
  idleMs: number;
}
export interface PhonesOptions extends Partial<Limits> {
  table: Pick<FollowedTable, 'find'>;
  boxes: Pick<Boxes, 'open'>;
  counters: RelayCounters;
  helloMs?: number;
}
export interface Phones {
  listen(host: string, port: number): Promise<number>;
  /** Takes no new phones. */
  close(): void;
  /** Ends all phones at once. */
  destroy(): void;
}

/** Returns the network that counts as one client: an address, or the /64 of an IPv6 one. */
export function clientOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::'),
    left = head === '' ? [] : head.split(':'),
    right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length),
    groups = [...left, ...Array<string>(missing).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Copies bytes in both directions; nothing is read faster than it can be passed on. */
function carry(phone: Socket, stream: ClientHttp2Stream, idleMs: number, done: () => void): void {
  // Each of the two directions listens at both ends.
  phone.setMaxListeners(20);
  phone.setTimeout(idleMs, () => phone.destroy());
  pipeline(phone, stream, (error) => {
    if (error) phone.destroy();
  });
  pipeline(stream, phone, (error) => {
    if (error) stream.destroy();
    else phone.setTimeout(LAST_MS);
  });
  phone.once('close', () => {
    stream.destroy();
    done();
  });
}

/**
 * Passes a phone on to its box.
 * @param opened stream of the box, not answered yet
 * @param refuse ends the phone when the box does not take it
 */
function handOver(
  phone: Socket,
  opened: ClientHttp2Stream,
  { counters, answerMs, idleMs }: Pick<PhonesOptions, 'counters'> & Limits,
  refuse: (phone: Socket, end: End) => void,
): void {
  const silent = setTimeout(() => opened.destroy(), answerMs),
    leave = (): void => void opened.destroy();
  let isCarried = false;
  phone.once('close', leave);
  opened.once('response', (headers) => {
    clearTimeout(silent);
    if (headers[':status'] !== 200) {
      opened.destroy();
      return;
    }
    isCarried = true;
    phone.off('close', leave);
    carry(phone, opened, idleMs, () => {
      counters.end('carried');
      counters.bytes('to_box', phone.bytesRead);
      counters.bytes('to_phone', phone.bytesWritten);
    });
  });
  opened.once('close', () => {
    clearTimeout(silent);
    if (isCarried) return;
    if (phone.destroyed) counters.end('gone');
    else refuse(phone, 'box_silent');
  });
}

/**
 * Reads until a phone named its host; what it sent is put back.
 * @param done called once, with the name, or why there is none
 */
function readName(
  phone: Socket,
  helloMs: number,
  done: (found: { name: string } | Extract<End, 'hello_wrong' | 'hello_late' | 'gone'>) => void,
): void {
  let bytes = Buffer.alloc(0),
    isOver = false;
  const end = (found: Parameters<typeof done>[0]): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(late);
    phone.off('data', read);
    phone.pause();
    done(found);
  };
  const late = setTimeout(() => end('hello_late'), helloMs);
  const read = (part: Buffer): void => {
    bytes = Buffer.concat([bytes, part]);
    const hello = readHello(bytes);
    if (hello.kind === 'wrong') end('hello_wrong');
    if (hello.kind !== 'name') return;
    phone.pause();
    phone.unshift(bytes);
    end({ name: hello.name });
  };
  phone.on('data', read);
  phone.once('end', () => end('hello_wrong'));
  phone.once('close', () => end('gone'));
}

/** Counts phones without a name: of each client, and of all. */
function createWaitingRoom(): { enter(client: string): (() => void) | undefined } {
  const unnamed = new Map<string, number>();
  let all = 0;
  return {
    enter(client) {
      const others = unnamed.get(client) ?? 0;
      if (others >= UNNAMED_OF_CLIENT || all >= UNNAMED) return undefined;
      all += 1;
      unnamed.set(client, others + 1);
      return () => {
        all -= 1;
        const left = (unnamed.get(client) ?? 1) - 1;
        if (left > 0) unnamed.set(client, left);
        else unnamed.delete(client);
      };
    },
  };
}

/** Creates the listener. */
export function createPhones({
  table,
  boxes,
  counters,
  helloMs = HELLO_MS,
  answerMs = ANSWER_MS,
  idleMs = IDLE_MS,
}: PhonesOptions): Phones {
  const phones = new Set<Socket>(),
    room = createWaitingRoom();
  /** Every refusal looks the same: a reset, whether the name is unknown or its box away. */
  const refuse = (phone: Socket, end: End): void => {
    counters.end(end);
    phone.resetAndDestroy();
  };
  const meet = (phone: Socket): void => {
    const address = (phone.remoteAddress ?? '').replace(/^::ffff:/, ''),
      client = clientOf(address);
    phone.on('error', () => undefined);
    phones.add(phone);
    phone.once('close', () => phones.delete(phone));
    const leaveRoom = address === '' ? undefined : room.enter(client);
    if (leaveRoom === undefined) {
      refuse(phone, 'hello_crowd');
      return;
    }
    readName(phone, helloMs, (found) => {
      leaveRoom();
      if (found === 'gone') counters.end(found);
      else if (typeof found === 'string') refuse(phone, found);
      else {
        const { name } = found,
          opened = table.find(name) === undefined ? 'unknown' : boxes.open(name, client, address);
        if (typeof opened === 'string') refuse(phone, opened);
        else handOver(phone, opened, { counters, answerMs, idleMs }, refuse);
      }
    });
  };
  // A phone may end its side first and still read the answer.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, meet);
  server.maxConnections = PHONES;
  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    close: () => void server.close(),
    destroy() {
      server.close();
      for (const phone of phones) phone.destroy();
    },
  };
}
