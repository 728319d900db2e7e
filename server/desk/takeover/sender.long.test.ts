// Tests of the sender of a takeover code (R7): named before use, by the right practice only, and
// nothing is consumed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { offerOf, SimTablet } from '../../../tests/support/sim-tablet.ts';
import { takeoverOf } from './takeover.testing.ts';

let t: TestApp, p: Practice, tablet: SimTablet;
beforeAll(async () => {
  t = await createTestApp('sqlite', {
    renderer: quickRenderer(),
    publicUrl: 'https://praxis.example',
  });
  p = await addPractice(t, 'p');
  tablet = await SimTablet.register(p);
});
afterAll(() => t.drop());
const { begin, rows, audit } = takeoverOf(() => ({ t, p, tablet }));

it('names its practice and the language of the Mappe by the code, as often as asked, and consumes nothing', async () => {
  const { body } = await begin(),
    secret = await offerOf(tablet, body.taskId),
    ask = (takeoverSecret: string, at: Practice = p) =>
      at.call('/tablet/takeover/sender', { method: 'POST', json: { takeoverSecret } });
  const named = [await ask(secret), await ask(secret)].map((one) => one.json);
  expect(named).toEqual([
    {
      name: expect.stringContaining('Zahnarztpraxis'),
      phone: expect.any(String),
      language: body.language,
    },
    named[0],
  ]);
  expect((await ask('x'.repeat(43))).code).toBe('takeover_over');
  expect((await ask(secret, await addPractice(t, 'q'))).code).toBe('takeover_over');
  expect((await rows()).map((row) => row.usedAt)).toEqual([null]);
  expect(await audit()).not.toContain('takeover.accepted');
});
