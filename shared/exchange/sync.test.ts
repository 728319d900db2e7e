/** Tests of the texts that bind bytes on the wire to their place: a change of one is a new protocol. */
import { expect, it } from 'vitest';
import {
  draftAad,
  feedAad,
  opAad,
  opDigestText,
  packFrame,
  SUBMISSION_KINDS,
  unpackFrame,
} from './sync.ts';

const header = { id: 'o1', kind: 'task.submit', taskId: 't1', taskRev: 3, schema: 1 } as const;

it('an op is hashed with everything in its header that must not change', () => {
  expect(opDigestText(header)).toBe('o1|task.submit|t1|3|1');
  expect(opDigestText({ ...header, taskId: '' })).toBe('o1|task.submit||3|1');
});

it('the seal of an op, a draft and a row of the feed names its tablet and place', () => {
  expect(opAad({ device: 'd1', inc: 'i1', ...header })).toBe('d1|i1|o1|task.submit|1');
  expect(draftAad('d1', 't1', 3, 9)).toBe('draft|d1|t1|3|9');
  expect(feedAad('d1', 7, 'put')).toBe('feed|d1|7|put');
});

it("every kind of op that holds a patient's finished work is counted as such", () => {
  expect(SUBMISSION_KINDS).toEqual([
    'task.submit',
    'task.answers',
    'task.outcome',
    'blank.answers',
  ]);
});

it('a frame is packed into memory that the caller lends, also inside a larger one', () => {
  const larger = new Uint8Array(64).fill(255);
  const frame = packFrame({ a: 'ä' }, [new Uint8Array([1, 2]), new Uint8Array([3])], (bytes) =>
    larger.subarray(8, 8 + bytes),
  );
  expect([frame.buffer === larger.buffer, frame.byteOffset]).toEqual([true, 8]);
  expect(unpackFrame(frame)).toEqual({ header: { a: 'ä' }, rest: new Uint8Array([1, 2, 3]) });
  expect([...larger.subarray(0, 8), ...larger.subarray(8 + frame.length)]).toEqual(
    Array.from({ length: 64 - frame.length }, () => 255),
  );
  expect(unpackFrame(packFrame({}, []))).toEqual({ header: {}, rest: new Uint8Array() });
});

it('a head that is no UTF-8 or no JSON is refused, never guessed', () => {
  const frame = (head: Uint8Array): Uint8Array => {
    const out = new Uint8Array(4 + head.length);
    new DataView(out.buffer).setUint32(0, head.length, true);
    out.set(head, 4);
    return out;
  };
  expect(() => unpackFrame(frame(new Uint8Array([0x22, 0xff, 0x22])))).toThrow(TypeError);
  expect(() => unpackFrame(frame(new TextEncoder().encode('{"a":')))).toThrow(SyntaxError);
});
