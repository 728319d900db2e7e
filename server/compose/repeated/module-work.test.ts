// Tests of the modules' common work: every module has its turn, and no job has two handlers.

import { describe, expect, it, vi } from 'vitest';
import type { Module } from '../../platform/module.ts';
import { eachModule, handlersOf } from './module-work.ts';

const moduleOf = (rest: Partial<Module>): Module => ({ routes: [], jobs: {}, ...rest });
const handler = { run: () => Promise.resolve(), tries: 1 };

describe('work of all modules', () => {
  it('goes on after a module that fails, logs later failures and throws the first', async () => {
    const log = { request: vi.fn(), failure: vi.fn(), note: vi.fn() };
    const last = vi.fn(() => Promise.resolve());
    const modules = [
      moduleOf({ tidy: () => Promise.reject(new Error('first')) }),
      moduleOf({}),
      moduleOf({ tidy: () => Promise.reject(new Error('second')) }),
      moduleOf({ tidy: last }),
    ];
    await expect(eachModule({ log }, modules, (one) => one.tidy?.())).rejects.toThrow('first');
    expect(last).toHaveBeenCalledTimes(1);
    expect(log.failure.mock.calls).toEqual([[{ code: 'repeated', error: new Error('second') }]]);
  });

  it('collects the handlers of all modules and refuses two for one kind of job', () => {
    const one = moduleOf({ jobs: { 'renew-seal': handler } });
    expect(Object.keys(handlersOf([one, moduleOf({})]))).toEqual(['renew-seal']);
    expect(() => handlersOf([one, one])).toThrow('A kind of job has two handlers.');
  });
});
