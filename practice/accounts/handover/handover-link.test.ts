/** Tests of the hand-over link: round trip, and rejection of anything else. */
import { expect, it } from 'vitest';
import { handoverHash, readHandover } from './handover-link.ts';

it('a hand-over survives the round trip', () => {
  for (const h of [
    { use: 'userfromtoken', cid: '01a-b', jwt: 'ab_c.d-e.f' },
    { use: 'adminlogin', jwt: 'ab_c.d-e.f' },
  ] as const)
    expect(readHandover(handoverHash(h))).toEqual(h);
});
it.each(['', '#', '#p/only', '#a/', '#x/1/2', '#p/a b/c', '#a/<script>'])(
  '%s is rejected',
  (hash) => {
    expect(readHandover(hash)).toBeUndefined();
  },
);
