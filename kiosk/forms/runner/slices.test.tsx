/** Long computations run between the frames, and nothing is decided before they are finished. */
import { act, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { compute as computeWhole } from '../../../shared/forms/questionnaire/expressions/computed.ts';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import { newState, type FormState } from '../../../shared/forms/questionnaire/state.ts';
import { forgetPress } from '../../ui/press.ts';
import { form, heading, press, show, startTexts } from '../form.testing.tsx';
import type { Compute } from '../load-compute.ts';
import { useResult } from '../useCompute.ts';

beforeAll(startTexts);
beforeEach(() => {
  forgetPress();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const model = modelOf(form({ linkId: 'a', type: 'string', text: 'a' })),
  OPTIONS = {};
const saying = (text: string): FormState => ({
  ...newState(model),
  answers: { a: [{ valueString: text }] },
});

/** An engine whose computation takes so many steps of twenty milliseconds. */
function engine(steps: number): { compute: Compute; begun: string[] } {
  const begun: string[] = [],
    resultOf = (state: FormState) => computeWhole(model, state, () => []);
  const compute = Object.assign((_model: unknown, state: FormState) => resultOf(state), {
    *steps(_model: unknown, state: FormState) {
      begun.push(state.answers.a?.[0]?.valueString ?? '');
      for (let n = 0; n < steps; n++) {
        vi.advanceTimersByTime(20);
        yield;
      }
      return resultOf(state);
    },
  });
  return { compute, begun };
}
const shownBy = (compute: Compute) =>
  renderHook(({ text }: { text: FormState }) => useResult(compute, model, text, OPTIONS), {
    initialProps: { text: FIRST },
  });
const FIRST = saying('first'),
  SECOND = saying('second'),
  THIRD = saying('third');
const saidIn = (state: FormState | undefined) => state?.answers.a?.[0]?.valueString;

it('a quick form is computed before the frame', () => {
  const { result, rerender } = shownBy(engine(1).compute);
  rerender({ text: SECOND });
  expect(result.current.isComputing).toBe(false);
  expect(saidIn(result.current.result?.view.state)).toBe('second');
});

it('a slow form shows the new answers with the last results until it is computed', () => {
  const { compute, begun } = engine(10),
    { result, rerender } = shownBy(compute);
  // No page can be drawn without a first result.
  expect(result.current.isComputing).toBe(false);
  rerender({ text: SECOND });
  expect(result.current.isComputing).toBe(true);
  expect(saidIn(result.current.result?.state)).toBe('second');
  expect(saidIn(result.current.result?.view.state)).toBe('first');
  // Newer answers replace older ones before these cost anything.
  rerender({ text: THIRD });
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current.isComputing).toBe(false);
  expect(saidIn(result.current.result?.view.state)).toBe('third');
  expect(begun).toEqual(['first', 'third']);
});

it('„Weiter“ and the submission wait for what is still being computed', () => {
  const two = form(
    {
      linkId: 'p',
      type: 'group',
      text: 'Erste',
      item: [{ linkId: 'a', type: 'string', text: 'a' }],
    },
    {
      linkId: 'q',
      type: 'group',
      text: 'Zweite',
      item: [{ linkId: 'b', type: 'string', text: 'b' }],
    },
  );
  const { change, calls } = show(two, { isComputing: true });
  press('Weiter');
  expect(heading()).toBe('a');
  act(() => change({ isComputing: false }));
  expect(heading()).toBe('b');
  act(() => change({ startAt: 9, isComputing: false }));
  press('Weiter');
  expect(heading()).toBe('Stimmt alles?');
  act(() => change({ isComputing: true }));
  press('Ja, alles stimmt');
  expect(calls.onDone).not.toHaveBeenCalled();
  act(() => change({ isComputing: false }));
  expect(calls.onDone).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Hier fehlt noch eine Antwort.')).toBeNull();
});

const PAGES = form(
  { linkId: 'p', type: 'group', text: 'Erste', item: [{ linkId: 'a', type: 'string', text: 'a' }] },
  {
    linkId: 'q',
    type: 'group',
    text: 'Zweite',
    item: [{ linkId: 'b', type: 'string', text: 'b' }],
  },
);
const forward = (name: string): HTMLElement => screen.getByRole('button', { name });

it('a press that waits for 300 ms is shown as busy until the page turns', () => {
  const { change } = show(PAGES, { isComputing: true });
  act(() => void vi.advanceTimersByTime(1_000));
  expect(forward('Weiter').getAttribute('aria-busy')).toBeNull();
  press('Weiter');
  act(() => void vi.advanceTimersByTime(299));
  expect(forward('Weiter').getAttribute('aria-busy')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(forward('Weiter').getAttribute('aria-busy')).toBe('true');
  expect(screen.getByText('Einen Moment bitte.').closest('output')).not.toBeNull();
  act(() => change({ isComputing: false }));
  expect(heading()).toBe('b');
  expect(forward('Weiter').getAttribute('aria-busy')).toBeNull();
  expect(screen.queryByText('Einen Moment bitte.')).toBeNull();
});

it('a submission that waits for 300 ms is shown as busy', () => {
  show(PAGES, { isComputing: true, startAt: 9 });
  press('Ja, alles stimmt');
  act(() => void vi.advanceTimersByTime(300));
  expect(forward('Ja, alles stimmt').getAttribute('aria-busy')).toBe('true');
});

it('a press on a page that was left meanwhile turns no page', () => {
  const { change } = show(PAGES, { isComputing: false, startAt: 1 });
  expect(heading()).toBe('b');
  act(() => change({ startAt: 1, isComputing: true }));
  press('Weiter');
  press('Zurück');
  expect(heading()).toBe('a');
  act(() => void vi.advanceTimersByTime(300));
  expect(forward('Weiter').getAttribute('aria-busy')).toBeNull();
  act(() => change({ startAt: 1, isComputing: false }));
  expect(heading()).toBe('a');
});
