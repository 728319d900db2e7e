/** A relay and its boxes in one process, for tests: ports of their own, folders that vanish. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import { vi } from 'vitest';
import { createLog, type Log } from '../platform/http/log.ts';
import {
  createBoxLink,
  type Accept,
  type BoxLink,
  type LinkOptions,
} from '../platform/tunnel/box-link.ts';
import { identityOf, newKey, type Identity } from '../platform/tunnel/identity.ts';
import { writeTable, type Box } from './box-table.ts';
import { startRelay, tableIn, type Relay, type RelayOptions } from './start-relay.ts';

export const silent: Log = createLog({ level: 'silent' });
const ANY = { host: '127.0.0.1', port: 0 };

/** A link whose line can be held: bytes wait in both directions, and neither end hangs up. */
export interface TestBox extends BoxLink {
  hold(isHeld: boolean): void;
}
export interface TestRelay {
  relay: Relay;
  /** Writes the table; the relay follows. */
  write(boxes: Box[]): Promise<void>;
  /** Writes a file that is no table. */
  spoil(text: string): void;
  /** Connects a box and waits until the relay took it. */
  box(name: string, identity: Identity, accept: Accept, keys?: () => Identity): Promise<TestBox>;
  /** Connects a box that the relay should refuse, or that should refuse the relay. */
  thief(name: string, identity: Identity, log: LinkOptions['log'], pin?: string): BoxLink;
  /** A phone's raw connection. */
  phone(from?: { localAddress?: string }): Socket;
  drop(): Promise<void>;
}

/** Forwards to a port of this machine until it is held. */
async function holdable(
  to: number,
): Promise<{ port: number; hold(isHeld: boolean): void; close(): void }> {
  const ends = new Set<Socket>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = connectTcp(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => undefined);
      one.on('data', (part) => void other.write(part));
      one.once('close', () => {
        ends.delete(one);
        other.destroy();
      });
      if (isHeld) one.pause();
    }
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  return {
    port: (server.address() as AddressInfo).port,
    hold(held) {
      isHeld = held;
      for (const end of ends)
        if (held) end.pause();
        else end.resume();
    },
    close() {
      server.close();
      for (const end of ends) end.destroy();
    },
  };
}

/** Starts a relay with these boxes in its table. */
export async function testRelay(
  boxes: Box[],
  { log = silent, ...options }: RelayOptions & { log?: Log } = {},
): Promise<TestRelay> {
  const folder = mkdtempSync(path.join(tmpdir(), 'molar-relay-')),
    closers: (() => unknown)[] = [];
  await writeTable(tableIn(folder), { boxes });
  const settings = { data: folder, phones: ANY, boxes: ANY, monitor: ANY },
    relay = await startRelay(settings, log, { lookMs: 20, ...options });
  const linkTo = (
    port: number,
    name: string,
    identity: () => Identity,
    note: LinkOptions['log'],
    pin = relay.pin,
  ): BoxLink => {
    const link = createBoxLink({
      relay: { host: '127.0.0.1', port, pins: [pin], name },
      identity: () => Promise.resolve(identity()),
      log: note,
      now: Date.now,
      random: () => 0.05,
      lookMs: 20,
    });
    closers.push(() => link.close());
    return link;
  };
  return {
    relay,
    write: (rows) => writeTable(tableIn(folder), { boxes: rows }),
    spoil: (text) => writeFileSync(tableIn(folder), text),
    async box(name, identity, accept, keys = () => identity) {
      const line = await holdable(relay.ports.boxes),
        link = linkTo(line.port, name, keys, silent),
        before = relay.counts().sessions;
      closers.push(line.close);
      link.start(accept);
      await vi.waitFor(
        () => {
          if (!link.state().isUp || relay.counts().sessions <= before) throw new Error('no link');
        },
        { interval: 5, timeout: 20_000 },
      );
      return { ...link, hold: line.hold };
    },
    thief(name, identity, note, pin) {
      const link = linkTo(relay.ports.boxes, name, () => identity, note, pin);
      link.start((stream) => stream.destroy());
      return link;
    },
    phone(from = {}) {
      const phone = connectTcp({ host: '127.0.0.1', port: relay.ports.phones, ...from });
      phone.on('error', () => undefined);
      closers.push(() => phone.destroy());
      return phone;
    },
    async drop() {
      await Promise.all(closers.map((close) => close()));
      await relay.stop(100);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const newIdentity = (): Promise<Identity> => identityOf(newKey());

/** Bytes of a ClientHello that a TLS client of this Node writes. */
export const helloOf = (options: ConnectionOptions): Promise<Buffer> =>
  new Promise((resolve) => {
    const taker = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (bytes) => {
        resolve(bytes);
        socket.destroy();
        taker.close();
      });
    });
    taker.listen(0, '127.0.0.1', () => {
      const { port } = taker.address() as AddressInfo;
      connect({ host: '127.0.0.1', port, ...options }).on('error', () => undefined);
    });
  });
