// Tests of the page out of view: events that lock it, and that the camera is part of the task (T3).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CAMERA_LOCK_MS, GUEST_LOCK_MS, HIDDEN_LOCK_MS } from '../../shared/desk/tablet.ts';
import { watchLife, type Life } from './life.ts';

let isHidden = false;
let life: Life | undefined;
const on = { onActivity: vi.fn(), onHidden: vi.fn(), onShown: vi.fn(), onHiddenTooLong: vi.fn() };
const see = (hidden: boolean): void => {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
};
const watch = async (lockMs = HIDDEN_LOCK_MS): Promise<void> => {
  life = watchLife(() => lockMs, on);
  await vi.dynamicImportSettled();
};
/** The camera as seen by a page: a press on a file input. */
const openCamera = (): HTMLInputElement => {
  const input = document.createElement('input');
  input.type = 'file';
  document.body.append(input);
  input.click();
  return input;
};
const say = (input: HTMLInputElement, end: 'change' | 'cancel'): void => {
  input.dispatchEvent(new Event(end, { bubbles: true }));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isHidden ? 'hidden' : 'visible'),
  });
});
afterEach(() => {
  life?.stop();
  isHidden = false;
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe('out of view', () => {
  it('[T3] locks after thirty seconds, not before', async () => {
    await watch();
    see(true);
    vi.advanceTimersByTime(HIDDEN_LOCK_MS - 1);
    expect(on.onHiddenTooLong).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2);
    expect(on.onHiddenTooLong).toHaveBeenCalledTimes(1);
  });

  it.each(['change', 'cancel'] as const)(
    '[T3] stays unlocked in the camera past 30 s, if it ends with %s before or after the page shows',
    async (end) => {
      for (const isFirst of [true, false]) {
        await watch();
        const camera = openCamera();
        see(true);
        vi.advanceTimersByTime(40_000);
        if (isFirst) say(camera, end);
        see(false);
        if (!isFirst) say(camera, end);
        expect(on.onHiddenTooLong).not.toHaveBeenCalled();
        // Once the camera is closed the thirty seconds apply again.
        see(true);
        vi.advanceTimersByTime(HIDDEN_LOCK_MS + 1);
        expect(on.onHiddenTooLong).toHaveBeenCalledTimes(1);
        vi.clearAllMocks();
        see(false);
        vi.clearAllMocks();
        life?.stop();
      }
    },
  );

  it('[T3] locks when the camera stays open for more than three minutes', async () => {
    await watch();
    openCamera();
    see(true);
    vi.advanceTimersByTime(CAMERA_LOCK_MS + 1);
    expect(on.onHiddenTooLong).toHaveBeenCalledTimes(1);
  });

  it("[T3] locks on return when the page's timers were suspended", async () => {
    await watch();
    openCamera();
    see(true);
    vi.setSystemTime(Date.now() + CAMERA_LOCK_MS + 1);
    see(false);
    expect(on.onHiddenTooLong).toHaveBeenCalledTimes(1);
  });

  it('[T3] a touch of the page ends the chooser, in any browser; the second tap of a double tap does not', async () => {
    await watch();
    openCamera();
    vi.advanceTimersByTime(300);
    document.dispatchEvent(new Event('pointerdown'));
    see(true);
    vi.advanceTimersByTime(40_000);
    see(false);
    expect(on.onHiddenTooLong).not.toHaveBeenCalled();
    document.dispatchEvent(new Event('pointerdown'));
    see(true);
    vi.advanceTimersByTime(HIDDEN_LOCK_MS + 1);
    expect(on.onHiddenTooLong).toHaveBeenCalledTimes(1);
  });

  it('[T3] counts the camera as activity, for three minutes at most', async () => {
    await watch();
    openCamera();
    vi.advanceTimersByTime(CAMERA_LOCK_MS - 6_000);
    const told = on.onActivity.mock.calls.length;
    expect(told).toBeGreaterThan(20);
    expect(life?.silentMs()).toBeLessThan(6_000);
    vi.advanceTimersByTime(600_000);
    expect(on.onActivity.mock.calls.length).toBeLessThan(told + 3);
  });

  it('[T3] on a private phone the limit of 15 minutes applies, also in the camera', async () => {
    await watch(GUEST_LOCK_MS);
    openCamera();
    see(true);
    vi.advanceTimersByTime(GUEST_LOCK_MS - 1);
    expect(on.onHiddenTooLong).not.toHaveBeenCalled();
  });
});
