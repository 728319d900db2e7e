// Tests of pages that lost the connection: they load again once the server answers.

import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { CallError } from '../../../shared/base/client.ts';
import { comeBack } from './come-back.ts';

const there = vi.hoisted(() => ({ is: false }));
vi.mock('../../api.ts', () => ({ isServerThere: () => Promise.resolve(there.is) }));
afterEach(() => {
  vi.useRealTimers();
  there.is = false;
});

it.each([
  ['network', 0, true],
  ['forbidden', 403, false],
] as const)(
  'after %s the page loads again by the return of the server: %i',
  async (code, status, isLoaded) => {
    vi.useFakeTimers();
    const queries = new QueryClient({
        defaultOptions: { queries: { retry: false, networkMode: 'always' } },
      }),
      load = vi
        .fn<() => Promise<string>>()
        .mockRejectedValueOnce(new CallError(status, code, code));
    load.mockResolvedValue('da');
    const end = comeBack(queries),
      observer = new QueryObserver(queries, { queryKey: ['a'], queryFn: load }),
      stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(load).toHaveBeenCalledTimes(1);
    there.is = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect([load.mock.calls.length, observer.getCurrentResult().data]).toEqual(
      isLoaded ? [2, 'da'] : [1, undefined],
    );
    stop();
    end();
  },
);
