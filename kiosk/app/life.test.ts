// Out of view: what locks the page, and that the camera is part of the task (T3).
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
/** The camera as a page meets it: a press on a file input. */
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
  it('[T3] locks after thirty seconds, and not before', async () => {
    await watch();
    see(true);
    vi.advanceTimersByTime(HIDDEN_LOCK_MS - 1);
    expect(on.onHiddenTooLong).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2);
    expect(on.onHiddenTooLong).toHaveBeenCalledTimes(1);
  });

  it.each(['change', 'cancel'] as const)(
    '[T3] in the camera for longer than thirty seconds locks nothing, whether it ends with %s before or after the page is seen',
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
        // Once the camera is closed the thirty seconds count again.
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

  it('[T3] locks all the same when nobody comes back from the camera within three minutes', async () => {
    await watch();
    openCamera();
    see(true);
    vi.advanceTimersByTime(CAMERA_LOCK_MS + 1);
    expect(on.onHiddenTooLong).toHaveBeenCalledTimes(1);
  });

  it('[T3] locks on coming back where the timers of the page slept', async () => {
    await watch();
    openCamera();
    see(true);
    vi.setSystemTime(Date.now() + CAMERA_LOCK_MS + 1);
    see(false);
    expect(on.onHiddenTooLong).toHaveBeenCalledTimes(1);
  });

  it('[T3] a touch of the page says that the chooser is gone, also in browsers that do not; the second tap of a trembling hand does not', async () => {
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

  it('[T3] whoever is in the camera is not silent, for three minutes at most', async () => {
    await watch();
    openCamera();
    vi.advanceTimersByTime(CAMERA_LOCK_MS - 6_000);
    const told = on.onActivity.mock.calls.length;
    expect(told).toBeGreaterThan(20);
    expect(life?.silentMs()).toBeLessThan(6_000);
    vi.advanceTimersByTime(600_000);
    expect(on.onActivity.mock.calls.length).toBeLessThan(told + 3);
  });

  it('[T3] on a private phone its own quarter of an hour holds, also in the camera', async () => {
    await watch(GUEST_LOCK_MS);
    openCamera();
    see(true);
    vi.advanceTimersByTime(GUEST_LOCK_MS - 1);
    expect(on.onHiddenTooLong).not.toHaveBeenCalled();
  });
});
