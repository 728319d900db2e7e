/** Checks that bad input is refused and changes nothing. */
import { expect } from 'vitest';
import { type Answer, type TestApp } from '../support/in-process.ts';
import { type Practice } from '../support/practice.ts';
import { snapshot } from '../support/snapshot.ts';

/** State of one test. */
interface At {
  t: TestApp;
  p: Practice;
}

/** Returns calls with raw bodies and the check of refusals. */
export function refusalsOf(at: () => At) {
  const raw = (
    body: string | Uint8Array,
    type = 'application/json',
    path = '/patient/patients',
  ): Promise<Answer> =>
    at().p.call(path, { as: at().p.users.reception, method: 'POST', body, type });
  /** Checks that all calls are refused with one of `wanted`, and the tables are unchanged. */
  async function refused(
    wanted: (number | string)[],
    calls: Promise<Answer>[] | (() => Promise<Answer>)[],
  ): Promise<void> {
    const before = await snapshot(at().t);
    const got: string[] = [];
    for (const call of calls) {
      const answer = await (typeof call === 'function' ? call() : call);
      if (!wanted.includes(answer.status) && !wanted.includes(`${answer.status} ${answer.code}`))
        got.push(`${answer.status} ${answer.text.slice(0, 200)}`);
    }
    expect(got).toEqual([]);
    expect(await snapshot(at().t)).toEqual(before);
  }
  return { raw, refused };
}
