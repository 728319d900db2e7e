/** Tests of loading the engine of expressions: only for forms that compute, and retried on failure. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import { form } from './form.testing.tsx';
import { useCompute } from './useCompute.ts';

const net = vi.hoisted(() => ({ isDown: true, asked: 0 }));
vi.mock('../../shared/forms/questionnaire/expressions/fhirpath.ts', () => ({
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

it('does not load the engine for a form without expressions', () => {
  expect(renderHook(() => useCompute(plain)).result.current).toBeNull();
  expect(net.asked).toBe(0);
});

it('retries a failed chunk, and shows nothing until it is loaded', async () => {
  const { result, unmount } = renderHook(() => useCompute(computing));
  await vi.waitFor(() => {
    expect(net.asked).toBe(1);
  }, 20_000);
  expect(result.current).toBeUndefined();
  net.isDown = false;
  await vi.waitFor(async () => {
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    const computed = result.current?.(computing, newState(computing));
    expect(JSON.stringify(computed?.state)).toContain('computed');
  }, 20_000);
  unmount();
});

it('stops retrying after unmount', async () => {
  const { unmount } = renderHook(() => useCompute(computing));
  await vi.waitFor(() => {
    expect(net.asked).toBe(1);
  }, 20_000);
  unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(net.asked).toBe(1);
});
