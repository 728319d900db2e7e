// Tests of a form's button in every state: pressed twice, failing, cancelled, and recovered.

import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSubmit } from './use-submit.ts';

it('is busy while the work lasts and ignores a second press', async () => {
  const { result } = renderHook(() => useSubmit());
  let open = (): void => undefined,
    count = 0;
  const work = (): Promise<void> => {
    count++;
    return new Promise((resolve) => {
      open = resolve;
    });
  };
  let first!: Promise<boolean>, second!: Promise<boolean>;
  act(() => {
    first = result.current.run(work);
    second = result.current.run(work);
  });
  expect(result.current.isBusy).toBe(true);
  expect(await second).toBe(false);
  await act(async () => {
    open();
    expect(await first).toBe(true);
  });
  expect(count).toBe(1);
  expect(result.current).toMatchObject({ isBusy: false, failed: null });
});

it('keeps the failure until the next press, notifies the caller, and continues', async () => {
  const { result } = renderHook(() => useSubmit());
  const wrong = new Error('no'),
    told: unknown[] = [];
  await act(async () => {
    expect(
      await result.current.run(
        () => Promise.reject(wrong),
        (error) => told.push(error),
      ),
    ).toBe(false);
  });
  expect(result.current).toMatchObject({ isBusy: false, failed: wrong });
  expect(told).toEqual([wrong]);
  await act(async () => {
    expect(await result.current.run(() => Promise.resolve())).toBe(true);
  });
  expect(result.current.failed).toBeNull();
});

it('ignores a cancelled passkey dialog, and clears a failure on request', async () => {
  const { result } = renderHook(() => useSubmit());
  const told: unknown[] = [];
  await act(async () => {
    expect(
      await result.current.run(
        () => Promise.reject(Object.assign(new Error('closed'), { name: 'NotAllowedError' })),
        (error) => told.push(error),
      ),
    ).toBe(false);
  });
  expect(result.current).toMatchObject({ isBusy: false, failed: null });
  expect(told).toEqual([]);
  await act(async () => {
    await result.current.run(() => Promise.reject(new Error('no')));
  });
  act(() => result.current.clear());
  expect(result.current.failed).toBeNull();
});
