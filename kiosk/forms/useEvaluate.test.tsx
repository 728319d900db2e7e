/** The library for formulas: fetched only where a form computes, and asked for again when it did not come. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { form } from './form.testing.tsx';
import { useEvaluate } from './useEvaluate.ts';

const net = vi.hoisted(() => ({ isDown: true, asked: 0 }));
vi.mock('../../shared/forms/questionnaire/fhirpath.ts', () => ({
  get bindFhirPath() {
    net.asked++;
    if (net.isDown) throw new Error('the part did not come');
    return () => () => ['computed'];
  },
}));
beforeEach(() => {
  net.isDown = true;
  net.asked = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const computing = modelOf(
  form({
    linkId: 'a',
    type: 'string',
    text: 'a',
    extension: [
      {
        url: EXTENSION.calculatedExpression,
        valueExpression: { language: 'text/fhirpath', expression: "'x'" },
      },
    ],
  }),
);
const plain = modelOf(form({ linkId: 'a', type: 'string', text: 'a' }));

it('nothing is fetched for a form that computes nothing', () => {
  expect(renderHook(() => useEvaluate(plain)).result.current).toBeNull();
  expect(net.asked).toBe(0);
});

it('a part that did not come is asked for again, and until it is there nothing is shown', async () => {
  const { result, unmount } = renderHook(() => useEvaluate(computing));
  await vi.waitFor(() => {
    expect(net.asked).toBe(1);
  }, 20_000);
  expect(result.current).toBeUndefined();
  net.isDown = false;
  await vi.waitFor(async () => {
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(
      result.current?.(
        '',
        { resourceType: 'QuestionnaireResponse', status: 'in-progress' },
        { linkId: 'a' },
        {},
      ),
    ).toEqual(['computed']);
  }, 20_000);
  unmount();
});

it('who has left is not asked for', async () => {
  const { unmount } = renderHook(() => useEvaluate(computing));
  await vi.waitFor(() => {
    expect(net.asked).toBe(1);
  }, 20_000);
  unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(net.asked).toBe(1);
});
