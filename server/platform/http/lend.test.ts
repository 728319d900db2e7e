// Tests of the buffer pool for bodies: buffers are reused only after release, filled by exactly the
// announced length, and never expose earlier bytes.

import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBytes } from './body.ts';
import { lend } from './lend.ts';

const SIZE = 200_000;
const asked = (length: number): Request =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-length': String(length) },
  });
const parts = (...sizes: number[]): Buffer[] => sizes.map((size, i) => Buffer.alloc(size, i + 1));
const receive = (
  sent: readonly Buffer[],
  into: Uint8Array,
  limit = 1_000_000,
): Promise<Uint8Array> => readBytes(asked(into.length), limit, Readable.from(sent), into);

describe('buffer pool', () => {
  it('provides buffers for medium bodies only, each to one request at a time', () => {
    expect([lend(0), lend(65_535), lend(1_100_001), lend(Number.NaN)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const one = lend(SIZE)!,
      two = lend(SIZE)!;
    expect(one.bytes.buffer).not.toBe(two.bytes.buffer);
    one.end();
    const three = lend(100_000)!;
    expect([three.bytes.buffer === one.bytes.buffer, three.bytes.length]).toEqual([true, 100_000]);
    two.end();
    three.end();
  });

  it('reads a body of the announced length, in any chunks', async () => {
    const lent = lend(SIZE)!,
      sent = parts(1, 65_536, SIZE - 65_537),
      all = Buffer.concat(sent);
    const bytes = await receive(sent, lent.bytes);
    // Shifted by the offset that aligns the end of the first chunk to a word.
    expect([
      bytes.buffer === lent.bytes.buffer,
      bytes.byteOffset,
      Buffer.compare(bytes, all),
    ]).toEqual([true, 7, 0]);
    lent.end();
  });

  it('reads the longest possible body, and one in memory without room, from offset zero', async () => {
    const lent = lend(1_100_000)!,
      longest = await receive(parts(1, 1_099_999), lent.bytes, 2_000_000);
    expect([longest.length, longest[0], longest.at(-1)]).toEqual([1_100_000, 1, 2]);
    lent.end();
    const own = new Uint8Array(SIZE);
    expect(await receive(parts(1, SIZE - 1), own)).toBe(own);
  });

  it('frees each chunk once it is copied, but never memory shared with others', async () => {
    const lent = lend(SIZE)!,
      own = new Uint8Array(SIZE - 65_536).fill(3),
      common = new ArrayBuffer(70_000),
      piece = new Uint8Array(common, 0, 65_536).fill(4);
    const bytes = await readBytes(asked(SIZE), 1_000_000, Readable.from([own, piece]), lent.bytes);
    expect([
      bytes[0],
      bytes.at(-1),
      own.buffer.byteLength,
      piece.length,
      common.byteLength,
    ]).toEqual([3, 4, 0, 65_536, 70_000]);
    lent.end();
  });

  it.each([
    ['one byte less', [SIZE - 1]],
    ['one byte more', [SIZE, 1]],
    ['nothing', []],
  ])("refuses a body of %s: an earlier body's bytes are never read", async (_name, sizes) => {
    const lent = lend(SIZE)!;
    await expect(receive(parts(...sizes), lent.bytes)).rejects.toMatchObject({
      code: 'bad_request',
    });
    lent.end();
  });

  it('notices a torn connection, and writes nothing after the release of the buffer', async () => {
    const lent = lend(SIZE)!,
      incoming = new Readable({ read: () => undefined });
    const reading = readBytes(asked(SIZE), 1_000_000, incoming, lent.bytes);
    incoming.push(Buffer.alloc(10, 7));
    await new Promise((done) => {
      setImmediate(done);
    });
    incoming.destroy(new Error('reset'));
    await expect(reading).rejects.toMatchObject({ code: 'bad_request' });
    const memory = new Uint8Array(lent.bytes.buffer).fill(0);
    lent.end();
    incoming.emit('data', Buffer.alloc(10, 9));
    expect(memory.every((b) => b === 0)).toBe(true);
  });

  it('refuses more than the limit before it reads', async () => {
    const lent = lend(SIZE)!;
    await expect(receive(parts(SIZE), lent.bytes, SIZE - 1)).rejects.toMatchObject({
      code: 'too_large',
    });
    lent.end();
  });
});
