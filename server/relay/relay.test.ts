// Tests of the relay with boxes and phones in one process: who is let in, who is refused, limits,
// back-pressure, and the change of connections, keys and tables.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { identityOf, newKey } from '../platform/tunnel/identity.ts';
import { CLIENT_STREAMS, NEW_STREAMS } from './box-sessions.ts';
import { clientOf } from './phones.ts';
import { helloOf, newIdentity, silent, testRelay, type TestRelay } from './testing.ts';

const NAME = 'praxis.example',
  hello = await helloOf({ servername: NAME }),
  other = await helloOf({ servername: 'fremd.example' }),
  nameless = await helloOf({});
const own = await newIdentity(),
  row = { name: NAME, current: own.pin };

let t: TestRelay;
afterEach(() => t.drop());

/** A box that sends everything back. */
const echo = (stream: Duplex): void => {
  stream.on('error', () => undefined);
  stream.pipe(stream);
};
const ended = async (phone: Socket): Promise<{ bytes: number; error: string }> => {
  let bytes = 0,
    error = '';
  phone.on('data', (part: Buffer) => (bytes += part.length));
  phone.on('error', (one: NodeJS.ErrnoException) => (error = one.code ?? ''));
  if (!phone.destroyed) await once(phone, 'close').catch(() => undefined);
  return { bytes, error };
};
/** Sends a hello and these words, and waits for as many bytes of the echo. */
async function asked(phone: Socket, words = 'x'): Promise<string> {
  const whole = Buffer.concat([hello, Buffer.from(words)]);
  phone.write(whole);
  let got = Buffer.alloc(0);
  while (got.length < whole.length) {
    const [part] = (await once(phone, 'data')) as [Buffer];
    got = Buffer.concat([got, part]);
  }
  return got.subarray(hello.length).toString();
}

describe('a phone', () => {
  it('reaches its box with every byte that it sent, and the box learns its address', async () => {
    const addresses: string[] = [];
    t = await testRelay([row]);
    await t.box(NAME, own, (stream, address) => {
      addresses.push(address);
      echo(stream);
    });
    expect(await asked(t.phone({ localAddress: '127.0.0.7' }), 'Guten Tag')).toBe('Guten Tag');
    expect(addresses).toEqual(['127.0.0.7']);
    expect(t.relay.counts()).toEqual({ boxes: 1, sessions: 1, streams: 1 });
  });

  it('that names no host, an unknown one, or one whose box is away is refused alike', async () => {
    t = await testRelay([row]);
    const refused = [nameless, other, hello, Buffer.from('GET / HTTP/1.1\r\n\r\n')].map((bytes) => {
      const phone = t.phone();
      phone.write(bytes);
      return ended(phone);
    });
    expect(await Promise.all(refused)).toEqual(
      Array.from({ length: 4 }, () => ({ bytes: 0, error: 'ECONNRESET' })),
    );
    const { counters } = t.relay;
    expect(
      ['hello_wrong', 'unknown', 'offline'].map((end) => counters.value(end as 'unknown')),
    ).toEqual([2, 1, 1]);
  });

  it('[scale M27] a thousand half and nameless hellos end, and leave nothing open', async () => {
    t = await testRelay([row], { helloMs: 300 });
    let streams = 0;
    await t.box(NAME, own, (stream) => {
      streams += 1;
      echo(stream);
    });
    const strangers = Array.from({ length: 1000 }, (_, at) => {
      // Each from its own address: those of one address are fewer.
      const phone = t.phone({ localAddress: `127.0.${1 + (at >> 7)}.${1 + (at & 127)}` });
      if (at % 3 === 0) phone.write(nameless);
      else if (at % 3 === 1) phone.write(hello.subarray(0, 1 + (at % (hello.length - 1))));
      return ended(phone);
    });
    // A phone with a name is served while they wait.
    expect(await asked(t.phone(), 'dazwischen')).toBe('dazwischen');
    expect(await Promise.all(strangers)).toEqual(
      Array.from({ length: 1000 }, () => ({ bytes: 0, error: 'ECONNRESET' })),
    );
    const { counters } = t.relay;
    expect([counters.value('hello_wrong'), counters.value('hello_late'), streams]).toEqual([
      334, 666, 1,
    ]);
  });

  it('of a crowd at one address is refused before it names a host', async () => {
    t = await testRelay([row]);
    const crowd = Array.from({ length: 60 }, () => ended(t.phone()));
    await Promise.race(crowd);
    await expect.poll(() => t.relay.counters.value('hello_crowd')).toBe(20);
  });

  it('is refused when its box does not answer', async () => {
    t = await testRelay([row], { answerMs: 100 });
    const silentBox = await t.box(NAME, own, echo);
    expect(silentBox.state().isUp).toBe(true);
    // A box that never answers a stream: its program is stopped between two packets.
    const phone = t.phone();
    silentBox.hold(true);
    phone.write(hello);
    expect(await ended(phone)).toEqual({ bytes: 0, error: 'ECONNRESET' });
    expect(t.relay.counters.value('box_silent')).toBe(1);
  });

  it('that is silent for too long is let go, on both ends', async () => {
    t = await testRelay([row], { idleMs: 100 });
    const closed: Promise<unknown>[] = [];
    await t.box(NAME, own, (stream) => {
      closed.push(new Promise((end) => stream.once('close', end)));
      echo(stream);
    });
    const phone = t.phone();
    await asked(phone);
    await ended(phone);
    await Promise.all(closed);
    await expect.poll(() => t.relay.counts().streams).toBe(0);
  });

  it('may end its side and still gets the answer', async () => {
    t = await testRelay([row]);
    await t.box(NAME, own, (stream) => {
      void buffer(stream).then((bytes) => stream.end(`${bytes.length} Bytes`));
    });
    const phone = t.phone();
    phone.end(hello);
    expect((await buffer(phone)).toString()).toBe(`${hello.length} Bytes`);
  });
});

describe('limits', () => {
  it('count an IPv6 client by its network of 64 bits', async () => {
    t = await testRelay([]);
    expect(clientOf('203.0.113.9')).toBe('203.0.113.9');
    for (const address of ['2001:db8:0:7::1', '2001:DB8::7:1:2:3:4', '2001:db8:0:7:ffff::%eth0'])
      expect([address, clientOf(address)]).toEqual([address, '2001:db8:0:7']);
    expect(clientOf('2001:db8:0:8::1')).not.toBe('2001:db8:0:7');
    expect(clientOf('::1')).toBe('0:0:0:0');
  });

  it('stop one client address at 20 phones, and let others in', async () => {
    t = await testRelay([row]);
    await t.box(NAME, own, echo);
    for (let at = 0; at < CLIENT_STREAMS; at++) await asked(t.phone());
    const more = t.phone();
    more.write(hello);
    expect((await ended(more)).error).toBe('ECONNRESET');
    expect(await asked(t.phone({ localAddress: '127.0.0.9' }), 'auch')).toBe('auch');
    expect(t.relay.counters.value('client_full')).toBe(1);
  });

  it('stop a flood of new phones of one box', async () => {
    t = await testRelay([row]);
    await t.box(NAME, own, echo);
    const flood = Array.from({ length: 3 * NEW_STREAMS }, (_, at) => {
      const phone = t.phone({ localAddress: `127.0.0.${10 + at}` });
      phone.write(hello);
      return phone;
    });
    await expect
      .poll(() => t.relay.counters.value('too_fast') + t.relay.counts().streams)
      .toBe(flood.length);
    expect(t.relay.counts().streams).toBeGreaterThanOrEqual(NEW_STREAMS);
    expect(t.relay.counters.value('too_fast')).toBeGreaterThan(0);
  });
});

describe('back-pressure', () => {
  it('[scale M26] holds a phone that reads nothing, while another is answered', async () => {
    const whole = randomBytes(48 * 1024 * 1024);
    let given: Duplex | undefined,
      taken = 0;
    t = await testRelay([row]);
    await t.box(NAME, own, (stream, address) => {
      if (address !== '127.0.0.3') {
        echo(stream);
        return;
      }
      given = stream;
      stream.on('error', () => undefined);
      stream.resume();
      const give = (): void => {
        while (taken < whole.length) {
          const part = whole.subarray(taken, taken + 65_536);
          taken += part.length;
          if (!stream.write(part)) {
            stream.once('drain', give);
            return;
          }
        }
        stream.end();
      };
      give();
    });
    const lazy = t.phone({ localAddress: '127.0.0.3' });
    lazy.pause();
    lazy.write(hello);
    await expect.poll(() => given?.writableNeedDrain).toBe(true);
    // The neighbour has its answers while the lazy phone has read nothing.
    const neighbour = t.phone({ localAddress: '127.0.0.4' });
    expect(await asked(neighbour, 'Frage')).toBe('Frage');
    for (let at = 0; at < 100; at++) {
      neighbour.write(`Frage ${at}`);
      expect(String(((await once(neighbour, 'data')) as [Buffer])[0])).toBe(`Frage ${at}`);
    }
    expect(lazy.bytesRead).toBeLessThan(1_000_000);
    // What the box could write is bounded by windows and buffers of the system, not by the file.
    expect(taken).toBeLessThan(16_000_000);
    expect(given!.writableLength).toBeLessThan(1_000_000);
    // Nothing was lost: the rest comes as soon as the phone reads.
    const got = await buffer(lazy);
    expect(createHash('sha256').update(got).digest('hex')).toBe(
      createHash('sha256').update(whole).digest('hex'),
    );
  });

  it('holds a box that reads nothing, too', async () => {
    let held: Duplex | undefined;
    t = await testRelay([row]);
    await t.box(NAME, own, (stream) => {
      held = stream;
      stream.on('error', () => undefined);
    });
    const phone = t.phone();
    phone.write(hello);
    await expect.poll(() => held).toBeDefined();
    let sent = 0;
    while (sent < 64_000_000) {
      sent += 65_536;
      if (!phone.write(randomBytes(65_536))) {
        const drained = await Promise.race([
          once(phone, 'drain').then(() => true),
          new Promise((stop) => setTimeout(() => stop(false), 300)),
        ]);
        if (drained === false) break;
      }
    }
    expect(sent).toBeLessThan(32_000_000);
    expect(held!.readableLength).toBeLessThanOrEqual(512 * 1024);
    // The window of the connection is larger than that of a stream: others go on.
    expect(t.relay.counts().streams).toBe(1);
  });
});

describe('a box', () => {
  it('is let in by its key alone: a certificate that ended counts', async () => {
    const past = await identityOf(own.key, {
      from: new Date(Date.UTC(2001, 0, 1)),
      until: new Date(Date.UTC(2002, 0, 1)),
    });
    expect(past.pin).toBe(own.pin);
    t = await testRelay([row]);
    await t.box(NAME, past, echo);
    expect(await asked(t.phone(), 'da')).toBe('da');
  });

  it('whose newer connection stands gets new phones there, and running ones go on', async () => {
    t = await testRelay([row]);
    const seen: string[] = [];
    const box = (word: string) =>
      t.box(NAME, own, (stream) => {
        seen.push(word);
        echo(stream);
      });
    await box('first');
    const running = t.phone();
    await asked(running);
    await box('second');
    expect(await asked(t.phone(), 'neu')).toBe('neu');
    running.write('weiter');
    expect(String(((await once(running, 'data')) as [Buffer])[0])).toBe('weiter');
    expect(seen).toEqual(['first', 'second']);
    expect(t.relay.counts()).toEqual({ boxes: 1, sessions: 2, streams: 2 });
    running.destroy();
    await expect.poll(() => t.relay.counts().sessions).toBe(1);
  });

  it('[scale M28] changes its key without a gap, and the old key is refused afterwards', async () => {
    const next = await identityOf(newKey()),
      tables: string[] = [];
    const note = (event: string): void => void (event === 'relay.table' && tables.push(event));
    t = await testRelay([row], { log: { ...silent, note } });
    let current = own;
    const link = await t.box(NAME, own, echo, () => current);
    const running = t.phone();
    await asked(running);
    await t.write([{ ...row, next: next.pin }]);
    current = next;
    await expect.poll(() => t.relay.counts().sessions).toBe(2);
    for (let at = 0; at < 20; at++) {
      const phone = t.phone({ localAddress: '127.0.0.5' });
      expect(await asked(phone, 'ohne Lücke')).toBe('ohne Lücke');
      phone.destroy();
      await expect.poll(() => t.relay.counts().streams).toBe(1);
    }
    running.destroy();
    await expect.poll(() => t.relay.counts().sessions).toBe(1);
    await t.write([{ name: NAME, current: next.pin }]);
    await expect.poll(() => tables).toHaveLength(2);
    expect(await asked(t.phone(), 'danach')).toBe('danach');
    expect(link.state().isUp).toBe(true);
    // The old key again, as from a stolen copy of the disk.
    const notes: unknown[] = [];
    const thief = t.thief(NAME, own, { note: (_, facts) => void notes.push(facts?.['reason']) });
    await expect.poll(() => notes.length).toBeGreaterThan(0);
    expect(thief.state().isUp).toBe(false);
    expect(t.relay.counts().sessions).toBe(1);
    expect(await asked(t.phone(), 'noch da')).toBe('noch da');
  });

  it('that leaves the table loses its connection and its phones', async () => {
    t = await testRelay([row]);
    const link = await t.box(NAME, own, echo),
      phone = t.phone();
    await asked(phone);
    await t.write([]);
    await ended(phone);
    await expect.poll(() => [link.state().isUp, t.relay.counts().sessions]).toEqual([false, 0]);
  });

  it('refuses a relay with another key, and sends it nothing', async () => {
    t = await testRelay([row]);
    const notes: unknown[] = [];
    const link = t.thief(
      NAME,
      own,
      { note: (_, facts) => void notes.push(facts?.['reason']) },
      '0'.repeat(64),
    );
    await expect.poll(() => notes).toContain('wrong_pin');
    expect([link.state().isUp, t.relay.counts().sessions]).toEqual([false, 0]);
  });

  it('that is frozen counts as dead, and its phones are let go', async () => {
    t = await testRelay([row], { beat: { everyMs: 50, deadMs: 150 } });
    const link = await t.box(NAME, own, echo),
      phone = t.phone();
    await asked(phone);
    link.hold(true);
    await ended(phone);
    await expect.poll(() => t.relay.counts().sessions).toBe(0);
    link.hold(false);
    await expect.poll(() => t.relay.counts().boxes).toBe(1);
    expect(await asked(t.phone(), 'wieder')).toBe('wieder');
  });

  it('keeps working when its table becomes unreadable, and the log says it', async () => {
    const failures: string[] = [];
    t = await testRelay([row], {
      log: { ...silent, failure: ({ code }) => void failures.push(code) },
    });
    await t.box(NAME, own, echo);
    t.spoil('{"boxes": [{}]}');
    await expect.poll(() => failures).toEqual(['relay.table']);
    expect(await asked(t.phone(), 'weiter')).toBe('weiter');
  });

  it('that stops lets the relay know, and comes back', async () => {
    t = await testRelay([row]);
    const link = await t.box(NAME, own, echo);
    await link.close();
    await expect.poll(() => t.relay.counts()).toEqual({ boxes: 0, sessions: 0, streams: 0 });
    await t.box(NAME, own, echo);
    expect(await asked(t.phone(), 'zurück')).toBe('zurück');
  });
});

describe('a monitor', () => {
  it('reads numbers without a name or an address', async () => {
    t = await testRelay([row]);
    await t.box(NAME, own, echo);
    await asked(t.phone({ localAddress: '127.0.0.77' }));
    const url = `http://127.0.0.1:${t.relay.ports.monitor}`,
      text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain('molar_relay_boxes_connected 1');
    expect(text).toContain('molar_relay_streams 1');
    expect(text).toContain('molar_relay_connections_total{end="unknown"} 0');
    expect(text).not.toMatch(/praxis|127\.0\.0/);
    expect(await (await fetch(`${url}/livez`)).json()).toEqual({ isAlive: true });
    expect((await fetch(`${url}/`)).status).toBe(404);
  });
});
