/** A hand-over survives its link, and nothing else is one. */
import { expect, it } from 'vitest';
import { handoverHash, readHandover } from './handover-link.ts';

it('is read as it was written', () => {
  for (const h of [
    { use: 'userfromtoken', cid: '01a-b', jwt: 'ab_c.d-e.f' },
    { use: 'adminlogin', jwt: 'ab_c.d-e.f' },
  ] as const)
    expect(readHandover(handoverHash(h))).toEqual(h);
});
it.each(['', '#', '#p/only', '#a/', '#x/1/2', '#p/a b/c', '#a/<script>'])('%s is none', (hash) => {
  expect(readHandover(hash)).toBeUndefined();
});
