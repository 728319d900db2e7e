// Tests of the shape of a push: a frame that is cut, doubled, out of order or too large is refused
// as a whole, each with the code that the tablet acts on.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import {
  MAX_BATCH_BYTES,
  MAX_BATCH_OPS,
  packFrame,
  PROTO,
  splitFrame,
  unpackFrame,
} from '../../../shared/exchange/sync.ts';
import { readFrame } from './read-frame.ts';

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const op = (n: number, len: number, more: object = {}) => ({
  n,
  id: id(n),
  kind: 'task.submit',
  taskId: id(99),
  taskRev: 1,
  schema: 1,
  at: 1,
  mono: 1,
  sealed: 'p256-1',
  len,
  sha256: 'a'.repeat(64),
  ...more,
});
const header = (ops: unknown, more: object = {}) => ({
  proto: PROTO,
  device: id(1000),
  inc: 'i'.repeat(16),
  epoch: 'e',
  ops,
  ...more,
});
const bytes = (length: number, fill = 7): Uint8Array => new Uint8Array(length).fill(fill);
const codeOf = (frame: Uint8Array): string => {
  try {
    readFrame(frame);
    return 'ok';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
};
const packed = (head: unknown, length: number): string => codeOf(packFrame(head, [bytes(length)]));

describe('a push frame', () => {
  it('gives each op its own bytes, in order, an empty one none', () => {
    const { header: head, ops } = readFrame(
      packFrame(header([op(4, 2), op(5, 0), op(6, 3)]), [bytes(2, 1), bytes(3, 2)]),
    );
    expect(head).toMatchObject({ device: id(1000), epoch: 'e' });
    expect(ops.map((one) => [one.h.n, [...one.bytes]])).toEqual([
      [4, [1, 1]],
      [5, []],
      [6, [2, 2, 2]],
    ]);
  });

  it('is refused when its bytes are fewer or more than the ops say', () => {
    expect(packed(header([op(1, 5)]), 5)).toBe('ok');
    expect(packed(header([op(1, 5)]), 4)).toBe('bad_request');
    expect(packed(header([op(1, 5)]), 6)).toBe('bad_request');
    expect(packed(header([op(1, 2), op(2, 2)]), 2)).toBe('bad_request');
  });

  it('is refused when numbers have a gap or turn back, or an id comes twice', () => {
    expect(packed(header([op(7, 1), op(8, 1)]), 2)).toBe('ok');
    expect(packed(header([op(7, 1), op(9, 1)]), 2)).toBe('bad_request');
    expect(packed(header([op(7, 1), op(7, 1, { id: id(8) })]), 2)).toBe('bad_request');
    expect(packed(header([op(8, 1), op(7, 1)]), 2)).toBe('bad_request');
    expect(packed(header([op(7, 1), op(8, 1, { id: id(7) })]), 2)).toBe('bad_request');
  });

  it('accepts kinds and fields of a newer app: they are parked, never refused', () => {
    expect(packed(header([op(1, 1, { kind: 'future', more: 1 })], { extra: true }), 1)).toBe('ok');
  });

  it('is refused without a head, with a torn one, or with another shape', () => {
    expect(codeOf(bytes(0))).toBe('bad_request');
    expect(codeOf(bytes(3))).toBe('bad_request');
    expect(codeOf(packFrame(header([op(1, 0)]), []).subarray(0, 20))).toBe('bad_request');
    for (const head of [null, 1, 'x', [], {}, header([]), header('x'), header(undefined)])
      expect([head, packed(head, 0)]).toEqual([head, 'bad_request']);
    expect(packed(header([op(1, 0, { sha256: 'A'.repeat(64) })]), 0)).toBe('bad_request');
  });

  it('of an older app asks for a reload, of a newer one waits for the update of the server', () => {
    expect(packed(header([op(1, 0)], { proto: PROTO - 1 }), 0)).toBe('client_too_old');
    expect(packed({ proto: PROTO - 1 }, 0)).toBe('client_too_old');
    expect(packed(header([op(1, 0)], { proto: String(PROTO + 1) }), 0)).toBe('bad_request');
    try {
      readFrame(packFrame(header([op(1, 0)], { proto: PROTO + 1 }), []));
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable', retryAfter: 300 });
    }
  });

  it('is too large where halving helps: never with a single op', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => op(at + 1, 0));
    expect(packed(header(many(MAX_BATCH_OPS)), 0)).toBe('ok');
    expect(packed(header(many(MAX_BATCH_OPS + 1)), 0)).toBe('too_large');
    expect(packed(header([op(1, MAX_BATCH_BYTES), op(2, 0)]), MAX_BATCH_BYTES)).toBe('ok');
    expect(packed(header([op(1, MAX_BATCH_BYTES), op(2, 1)]), MAX_BATCH_BYTES + 1)).toBe(
      'too_large',
    );
    expect(packed(header([op(1, MAX_BATCH_BYTES + 1)]), MAX_BATCH_BYTES + 1)).toBe('ok');
  });
});

describe('the bytes of a frame', () => {
  it('carry the length of their head in front, little endian', () => {
    const frame = packFrame({ a: 1 }, [bytes(2), bytes(1, 9)]);
    expect([...frame.subarray(0, 4)]).toEqual([7, 0, 0, 0]);
    expect(unpackFrame(frame)).toEqual({ header: { a: 1 }, rest: new Uint8Array([7, 7, 9]) });
  });

  it('are read at any place of a larger buffer', () => {
    const frame = packFrame({ a: 1 }, [bytes(2)]),
      larger = new Uint8Array(frame.length + 9).fill(255);
    larger.set(frame, 5);
    expect(unpackFrame(larger.subarray(5, 5 + frame.length)).rest).toEqual(bytes(2));
  });

  it('with a head that is longer than the frame or than a megabyte are refused', () => {
    const headOf = (length: number, rest: number): Uint8Array => {
      const frame = new Uint8Array(4 + rest);
      new DataView(frame.buffer).setUint32(0, length, true);
      return frame;
    };
    expect(splitFrame(headOf(0, 0)).rest).toHaveLength(0);
    expect(splitFrame(headOf(3, 3)).head).toHaveLength(3);
    expect(splitFrame(headOf(1_000_000, 1_000_001))).toMatchObject({ rest: bytes(1, 0) });
    for (const [length, rest] of [
      [1, 0],
      [4, 3],
      [1_000_001, 1_000_001],
    ] as const)
      expect(() => splitFrame(headOf(length, rest)), String(length)).toThrow(RangeError);
    expect(() => splitFrame(bytes(3))).toThrow(RangeError);
  });
});
