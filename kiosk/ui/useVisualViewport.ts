/** Visible area of the page above any keyboard, and scrolling of the focused field into it. */
import { useEffect } from 'react';

export interface VisibleArea {
  /** CSS pixels visible between the top edge and the keyboard (system or in-app). */
  readonly height: number;
  readonly keyboardOpen: boolean;
}

/**
 * Height of the in-app keyboard, published by the dock as a variable that the style sheets use too.
 */
export const KEYBOARD_HEIGHT = '--k-keyboard';
/**
 * Notifies listeners that the in-app keyboard opened or closed; the browser has no event for it.
 */
export const KEYBOARD_EVENT = 'k-keyboard';

export function measureVisibleArea(): VisibleArea {
  const inApp =
    Number.parseFloat(document.documentElement.style.getPropertyValue(KEYBOARD_HEIGHT)) || 0;
  const whole = window.innerHeight;
  const seen = Math.min(window.visualViewport?.height ?? whole, whole);
  return { height: seen - inApp, keyboardOpen: inApp > 0 || whole - seen > 120 };
}

/** Calls back on every change of the visible area; returns the cleanup. */
export function onVisibleAreaChange(callback: () => void): () => void {
  const viewport = window.visualViewport;
  window.addEventListener('resize', callback);
  window.addEventListener(KEYBOARD_EVENT, callback);
  viewport?.addEventListener('resize', callback);
  return () => {
    window.removeEventListener('resize', callback);
    window.removeEventListener(KEYBOARD_EVENT, callback);
    viewport?.removeEventListener('resize', callback);
  };
}

const FIELD = 'input:not([type="radio"]):not([type="checkbox"]), textarea, select';

/**
 * Scrolls the page so that the focused field stays between the sticky bars and above the keyboard.
 */
export function useFocusedFieldVisible(): void {
  useEffect(() => {
    let frame = 0;
    const keep = () => {
      cancelAnimationFrame(frame);
      // After the layout has settled: both keyboards change it while they open.
      frame = requestAnimationFrame(() => {
        const field = document.activeElement;
        if (field instanceof HTMLElement && field.matches(FIELD)) scrollIntoVisibleArea(field);
      });
    };
    const stop = onVisibleAreaChange(keep);
    document.addEventListener('focusin', keep);
    return () => {
      cancelAnimationFrame(frame);
      stop();
      document.removeEventListener('focusin', keep);
    };
  }, []);
}

/** Scrolls the page so that a field is between the sticky bars; one too high for them begins there. */
export function scrollIntoVisibleArea(field: HTMLElement): void {
  const { height } = measureVisibleArea();
  const [top, bottom] = coveredByBars(field);
  // The question above the field should be visible too; the label always is.
  const box = (field.closest('.k-field') ?? field).getBoundingClientRect();
  const room = height - top - bottom;
  const lower = box.bottom + 12 - (height - bottom);
  const upper = box.top - 12 - top;
  if (box.height > room || upper < 0) window.scrollBy(0, upper);
  else if (lower > 0) window.scrollBy(0, Math.min(lower, upper));
}

function coveredByBars(field: HTMLElement): [number, number] {
  const screen = field.closest('.k-screen');
  const bars = screen?.getAttribute('data-bars');
  const size = (selector: string) =>
    screen?.querySelector(selector)?.getBoundingClientRect().height ?? 0;
  return [bars === 'sticky' ? size('.k-header') : 0, bars === 'static' ? 0 : size('.k-footer')];
}
