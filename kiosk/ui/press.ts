/**
 * Ignores the second tap of a trembling hand: same control or same spot, within 400 ms (700 ms in
 * Ruhige Hand).
 */
import type { MouseEvent } from 'react';

const GUARD_MS = 400;
const CALM_GUARD_MS = 700;
/**
 * A tremor's second tap lands within this distance, often on what the first tap has just moved
 * under the finger.
 */
const SAME_SPOT_PX = 48;

/** Below human reaction time: a tap this soon after a render was meant for the screen before. */
const SEEN_MS = 100;

interface Tap {
  /** Time of the tap, and time of its handling: much later on a busy page. */
  readonly at: number;
  readonly heardAt: number;
  readonly x: number;
  readonly y: number;
  readonly control: EventTarget;
}

let last: Tap | null = null;

/** Returns the milliseconds in which a repeated tap counts as a tremor. */
export function guardMilliseconds(): number {
  return document.documentElement.hasAttribute('data-calm') ? CALM_GUARD_MS : GUARD_MS;
}

/**
 * Returns true when a click is intended; false for a repeat. Call it once per click, with the
 * control's own event. A different control elsewhere is never refused, so quick hands and tests
 * with real positions are not slowed.
 */
export function acceptPress(
  event: Pick<MouseEvent, 'currentTarget' | 'clientX' | 'clientY' | 'timeStamp'>,
): boolean {
  const tap: Tap = {
    at: event.timeStamp,
    heardAt: performance.now(),
    x: event.clientX,
    y: event.clientY,
    control: event.currentTarget,
  };
  if (last !== null && isRepeat(last, tap) && isSamePlace(last, tap)) return false;
  last = tap;
  return true;
}

/**
 * Checks whether a tap follows the previous one too soon: by its own time, or before the reaction
 * to the previous one was visible.
 */
function isRepeat(before: Tap, tap: Tap): boolean {
  const passed = tap.at - before.at;
  return passed >= 0 && (passed < guardMilliseconds() || tap.at < before.heardAt + SEEN_MS);
}

function isSamePlace(a: Tap, b: Tap): boolean {
  if (a.control === b.control) return true;
  // Clicks by keyboard or assistive technology have the position 0/0: they have only a control.
  const placed = (tap: Tap) => tap.x !== 0 || tap.y !== 0;
  return placed(a) && placed(b) && Math.hypot(a.x - b.x, a.y - b.y) < SAME_SPOT_PX;
}

/** Clears the last tap; for a new patient at the tablet, and between tests. */
export function forgetPress(): void {
  last = null;
}
