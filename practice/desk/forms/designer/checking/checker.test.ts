// Tests of the check's client: newest form next, and an end for checks without one.

import { expect, test, vi } from 'vitest';
import type { FormFindings } from '../../../../../shared/forms/design/form-findings.ts';
import type { CheckAsk } from './check.worker.ts';
import { createChecker, type CheckThread } from './checker.ts';

const ask = (title: string): CheckAsk => ({
  form: { resourceType: 'Questionnaire', status: 'draft', title },
  languages: [],
  printable: [],
});
const READY: FormFindings = { findings: [], isReady: true, longest: undefined };

function setUp(timeoutMs?: number) {
  const threads: (CheckThread & { asked: string[]; isOver: boolean })[] = [],
    found: [string | undefined, boolean, string | undefined][] = [];
  const checker = createChecker(
    () => {
      const made = {
        asked: [] as string[],
        isOver: false,
        onSaid: null,
        onFailed: null,
        postMessage(one: CheckAsk) {
          made.asked.push(one.form.title ?? '');
        },
        terminate() {
          made.isOver = true;
        },
      };
      threads.push(made);
      return made;
    },
    ({ form }, { isReady, findings }) => found.push([form.title, isReady, findings[0]?.code]),
    timeoutMs,
  );
  const answer = (): void => threads.at(-1)?.onSaid?.({ data: READY });
  return { checker, threads, found, answer };
}

test('while a form is checked only the newest one waits', () => {
  const { checker, threads, found, answer } = setUp();
  for (const title of ['a', 'b', 'c']) checker.ask(ask(title));
  expect(threads.map((one) => one.asked)).toEqual([['a']]);
  answer();
  answer();
  expect(threads.map((one) => one.asked)).toEqual([['a', 'c']]);
  expect(found).toEqual([
    ['a', true, undefined],
    ['c', true, undefined],
  ]);
});

test('a check without an end is stopped, named, and the next form gets another thread', () => {
  vi.useFakeTimers();
  const { checker, threads, found, answer } = setUp(50);
  checker.ask(ask('a'));
  checker.ask(ask('b'));
  vi.advanceTimersByTime(50);
  vi.useRealTimers();
  expect(threads.map((one) => one.isOver)).toEqual([true, false]);
  answer();
  expect(found).toEqual([
    ['a', false, 'check_too_long'],
    ['b', true, undefined],
  ]);
});

test('a check that fails is named, and a closed editor hears nothing', () => {
  const { checker, threads, found } = setUp();
  checker.ask(ask('a'));
  threads[0]?.onSaid?.({ data: { failed: true } });
  checker.ask(ask('b'));
  checker.close();
  expect(threads[0]?.isOver).toBe(true);
  expect(found).toEqual([['a', false, 'check_failed']]);
});

test('a thread that cannot start is named, and the next form gets another one', () => {
  const { checker, threads, found, answer } = setUp();
  checker.ask(ask('a'));
  threads[0]?.onFailed?.();
  checker.ask(ask('b'));
  answer();
  expect(threads).toHaveLength(2);
  expect(found).toEqual([
    ['a', false, 'check_failed'],
    ['b', true, undefined],
  ]);
});
