// Tests of browser integration: back button, suspended clock, and the end of a page.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBackStack } from './backstack.ts';
import { LOCK_MS } from '../keeper.ts';
import { watchPerson } from './watch.ts';

/** A history like a browser's: entries, a position, and `popstate` after every move. */
function historyOf() {
  const entries: unknown[] = [null];
  let at = 0,
    listener: ((event: PopStateEvent) => void) | null = null;
  const move = (by: number): void => {
    if (at + by < 0) {
      left = true;
      return;
    }
    at = Math.min(at + by, entries.length - 1);
    listener?.({ state: entries[at] } as PopStateEvent);
  };
  let left = false;
  const history = {
    scrollRestoration: 'auto',
    get state() {
      return entries[at];
    },
    pushState(state: unknown) {
      entries.splice(at + 1);
      entries.push(state);
      at += 1;
    },
    back: () => move(-1),
    go: (by: number) => move(by),
  };
  const win = {
    history,
    addEventListener: (_: string, one: (event: PopStateEvent) => void) => {
      listener = one;
    },
    removeEventListener: () => {
      listener = null;
    },
  } as unknown as Window;
  return { win, history, press: () => move(-1), at: () => at, hasLeft: () => left };
}

describe('the phone’s back button', () => {
  it('goes one step back for each step forward, and only then leaves', () => {
    const phone = historyOf(),
      steps = ['start'];
    const stack = createBackStack(phone.win, () => {
      if (steps.length === 1) return false;
      steps.pop();
      return true;
    });
    for (const step of ['person', 'form', 'page 2']) {
      steps.push(step);
      stack.forward();
    }
    phone.press();
    expect(steps.at(-1)).toBe('form');
    stack.back();
    expect(steps.at(-1)).toBe('person');
    phone.press();
    expect(steps).toEqual(['start']);
    expect(phone.hasLeft()).toBe(false);
    phone.press();
    expect(phone.hasLeft()).toBe(true);
  });

  it('closes a dialog first and stays on the page', () => {
    const phone = historyOf();
    let isOpen = true,
      page = 1;
    const stack = createBackStack(phone.win, () => {
      if (isOpen) {
        isOpen = false;
        return 'stay';
      }
      page -= 1;
      return true;
    });
    stack.forward();
    phone.press();
    expect([isOpen, page, phone.at()]).toEqual([false, 1, 1]);
    phone.press();
    expect(page).toBe(0);
  });

  it('leftover steps of a page visited twice do not block leaving', () => {
    const phone = historyOf();
    let page = 0;
    const stack = createBackStack(phone.win, () => {
      if (page === 0) return false;
      page -= 1;
      return true;
    });
    page = 1;
    for (let i = 0; i < 4; i++) stack.forward();
    phone.press();
    phone.press();
    expect(phone.at()).toBe(0);
    phone.press();
    expect(phone.hasLeft()).toBe(true);
  });
});

describe('idleness', () => {
  afterEach(() => vi.useRealTimers());
  const watch = () => {
    vi.useFakeTimers();
    const calls = { onIdle: vi.fn(), onHidden: vi.fn(), onHere: vi.fn() };
    let hidden = false;
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    const stop = watchPerson({ win: window, now: () => Date.now(), afterMs: LOCK_MS, ...calls });
    return {
      ...calls,
      stop,
      see: (isHidden: boolean) => {
        hidden = isHidden;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    };
  };

  it('locks after 15 minutes without a touch, not before, and any touch counts', () => {
    const w = watch();
    vi.advanceTimersByTime(LOCK_MS - 60_000);
    window.dispatchEvent(new Event('scroll'));
    vi.advanceTimersByTime(LOCK_MS - 60_000);
    expect(w.onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(120_000);
    expect(w.onIdle).toHaveBeenCalledTimes(1);
    w.stop();
  });

  it('does not lock after five minutes of camera or call; locks after an hour before the first touch', () => {
    const w = watch();
    w.see(true);
    expect(w.onHidden).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 5 * 60_000);
    w.see(false);
    expect(w.onIdle).not.toHaveBeenCalled();
    expect(w.onHere).toHaveBeenCalledTimes(1);
    w.see(true);
    // The phone was suspended: no timer ran.
    vi.setSystemTime(Date.now() + 3_600_000);
    window.dispatchEvent(new Event('pointerdown'));
    expect(w.onIdle).toHaveBeenCalledTimes(1);
    w.stop();
  });
});
