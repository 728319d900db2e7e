// Tests of the wake lock during a task, and of the zoom between two patients.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Snapshot } from '../../session/screen.ts';
import { holdScreen } from './hold-screen.ts';

const at = (flow: unknown) =>
  ({ value: { flow }, context: {}, hasTag: () => false }) as unknown as Snapshot;
const WAITING = at('waiting'),
  TASK = at({ visit: { active: 'reading' } });

function session() {
  let now = WAITING;
  const listeners = new Set<(s: Snapshot) => void>();
  return {
    getSnapshot: () => now,
    subscribe(listener: (s: Snapshot) => void) {
      listeners.add(listener);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
    go(next: Snapshot) {
      now = next;
      for (const l of listeners) l(next);
    },
  };
}
let locks: string[] = [],
  seen: DocumentVisibilityState = 'visible';
const show = (state: DocumentVisibilityState): void => {
  seen = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  locks = [];
  seen = 'visible';
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen);
  vi.stubGlobal('visualViewport', { scale: 1 });
  Object.defineProperty(navigator, 'wakeLock', {
    configurable: true,
    value: {
      request: (kind: string) => {
        locks.push(kind);
        return Promise.resolve({
          release: () => {
            locks.push('released');
            return Promise.resolve();
          },
        });
      },
    },
  });
  document.head.innerHTML = '<meta name="viewport" content="width=device-width" />';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

describe('the screen', () => {
  it('stays on while a task is on it, also after the page was hidden, and no longer', async () => {
    const actor = session(),
      held = holdScreen(actor);
    expect(locks).toEqual([]);
    actor.go(TASK);
    actor.go(at({ visit: { active: 'signing' } }));
    await vi.runAllTimersAsync();
    expect(locks).toEqual(['screen']);
    show('hidden');
    show('visible');
    await vi.runAllTimersAsync();
    expect([...locks].sort()).toEqual(['released', 'screen', 'screen']);
    actor.go(WAITING);
    await vi.runAllTimersAsync();
    expect(locks.filter((one) => one === 'released')).toHaveLength(2);
    held.stop();
  });

  it('is back at its normal size for the next patient; zooming is allowed again', async () => {
    const actor = session(),
      reload = vi.fn(),
      meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]')!;
    holdScreen(actor, reload);
    actor.go(TASK);
    vi.stubGlobal('visualViewport', { scale: 3 });
    actor.go(WAITING);
    expect(meta.content).toBe('width=device-width, maximum-scale=1');
    vi.stubGlobal('visualViewport', { scale: 1 });
    await vi.runAllTimersAsync();
    expect([meta.content, reload.mock.calls.length]).toEqual(['width=device-width', 0]);
  });

  it('loads the page again where the browser ignores the limit, never during a task', async () => {
    const actor = session(),
      reload = vi.fn();
    holdScreen(actor, reload);
    vi.stubGlobal('visualViewport', { scale: 3 });
    actor.go(TASK);
    actor.go(WAITING);
    actor.go(TASK);
    await vi.runAllTimersAsync();
    expect(reload).not.toHaveBeenCalled();
    actor.go(WAITING);
    await vi.runAllTimersAsync();
    expect(reload).toHaveBeenCalledOnce();
  });
});
