// Tests of the payloads of a finished task, parsed by the server's own schemas.

import { expect, it } from 'vitest';
import { logPayloadSchema } from '../../../shared/papers/signature.schema.ts';
import { copyWishOf } from './payloads.ts';

it('a copy request is one op that names its Mappe by a task, and contains nothing else', () => {
  const op = copyWishOf(['t1', 't2'], true, 5);
  expect(op).toEqual({
    kind: 'log',
    taskId: 't2',
    taskRev: 0,
    payload: { code: 'copy_wished', at: 5 },
  });
  expect(logPayloadSchema.safeParse(op?.payload).success).toBe(true);
  expect(copyWishOf(['t1'], false, 5)?.payload.code).toBe('copy_not_wished');
  expect(copyWishOf([], true, 5)).toBeUndefined();
});
