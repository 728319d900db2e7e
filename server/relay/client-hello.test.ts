// Tests of the reader of names: hellos of a real client whole, in pieces and broken.
import { describe, expect, it } from 'vitest';
import { HELLO_BYTES, readHello } from './client-hello.ts';
import { helloOf } from './testing.ts';

const NAME = 'praxis-am-markt.example',
  hello = await helloOf({ servername: NAME }),
  nameless = await helloOf({});

/** The same message in records of few bytes each. */
function inRecords(bytes: Buffer, size: number): Buffer {
  const message = bytes.subarray(5),
    parts: Buffer[] = [];
  for (let at = 0; at < message.length; at += size) {
    const part = message.subarray(at, at + size),
      head = Buffer.from([22, 3, 1, 0, 0]);
    head.writeUInt16BE(part.length, 3);
    parts.push(head, part);
  }
  return Buffer.concat(parts);
}
/** The hello with another name of the same length. */
const named = (name: string): Buffer => {
  const copy = Buffer.from(hello);
  copy.write(name, copy.indexOf(NAME), 'latin1');
  return copy;
};

describe('readHello', () => {
  it('reads the name of a whole hello, whatever follows it', () => {
    expect(readHello(hello)).toEqual({ kind: 'name', name: NAME });
    expect(readHello(Buffer.concat([hello, Buffer.from([20, 3, 3, 0, 1, 1])]))).toEqual({
      kind: 'name',
      name: NAME,
    });
    expect(readHello(named('PRAXIS-AM-MARKT.EXAMPLE'))).toEqual({ kind: 'name', name: NAME });
  });

  it('waits for every shorter beginning and names nothing before the end', () => {
    for (let length = 0; length < hello.length; length++)
      expect([length, readHello(hello.subarray(0, length)).kind]).toEqual([length, 'more']);
  });

  it('joins a hello that comes in many records', () => {
    const split = inRecords(hello, 7);
    expect(readHello(split)).toEqual({ kind: 'name', name: NAME });
    expect(readHello(split.subarray(0, -1))).toEqual({ kind: 'more' });
  });

  it('refuses a hello without a name, an address as name, and names that are none', () => {
    expect(readHello(nameless)).toEqual({ kind: 'wrong' });
    for (const name of [
      '111.111.111.111.111.111',
      'praxis..m-markt.example',
      '-raxis-am-markt.example',
      'praxis am-markt.example',
      'praxis\0am-markt.example',
      'praxis-am-markt-example',
    ])
      expect([name, readHello(named(name)).kind]).toEqual([name, 'wrong']);
  });

  it('refuses what is no handshake at once', () => {
    for (const bytes of ['GET / HTTP/1.1\r\n', '\x16\x02\x01', '\x16\x03\x01\0\0'])
      expect([bytes, readHello(Buffer.from(bytes.padEnd(9, '\0'), 'latin1')).kind]).toEqual([
        bytes,
        'wrong',
      ]);
    const second = Buffer.from(hello);
    second[5] = 2;
    expect(readHello(second).kind).toBe('wrong');
  });

  it('reads no more than 16 kB', () => {
    const endless = inRecords(Buffer.alloc(HELLO_BYTES + 600, 1), 512);
    endless.writeUIntBE(HELLO_BYTES - 8, 6, 3);
    expect(readHello(endless.subarray(0, 900)).kind).toBe('more');
    expect(readHello(endless).kind).not.toBe('more');
    endless.writeUIntBE(HELLO_BYTES + 1, 6, 3);
    expect(readHello(endless.subarray(0, 900)).kind).toBe('wrong');
  });

  it('never throws, and names only the name that is there, when a byte is flipped', () => {
    for (let at = 0; at < hello.length; at++)
      for (const bit of [1, 16, 128]) {
        const broken = Buffer.from(hello);
        broken[at]! ^= bit;
        const found = readHello(broken);
        if (found.kind === 'name')
          expect(broken.toString('latin1').toLowerCase()).toContain(found.name);
      }
  });
});
