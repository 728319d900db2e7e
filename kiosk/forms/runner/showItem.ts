/** Scrolling to a question: below the header, or just far enough for its follow-ups. */

/** Distance to the edges of the visible area, px. */
const GAP = 16;

/** Returns the upper and lower edge of the page between its sticky bars and above a keyboard. */
function sightOf(element: HTMLElement): readonly [number, number] {
  const screen = element.closest('.k-screen');
  const bar = (name: string): number => {
    const found = screen?.querySelector(name);
    return found && getComputedStyle(found).position === 'sticky'
      ? found.getBoundingClientRect().height
      : 0;
  };
  const keyboard =
    Number.parseFloat(
      getComputedStyle(document.documentElement).getPropertyValue('--k-keyboard'),
    ) || 0;
  const seen = Math.min(window.visualViewport?.height ?? innerHeight, innerHeight);
  return [bar('.k-header') + GAP, seen - keyboard - bar('.k-footer') - GAP];
}

/** Returns the element of an item. */
export const itemOf = (root: HTMLElement, key: string): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>('[data-place]')].find((one) => one.dataset.place === key);

/**
 * Scrolls so that a question with its message begins below the header; the summary above it stays
 * in view where there is room for both.
 */
export function showAtTop(question: HTMLElement, summary?: HTMLElement | null): void {
  const [top, bottom] = sightOf(question),
    from = question.getBoundingClientRect().top;
  const above = summary?.getBoundingClientRect().top ?? from;
  window.scrollBy(0, (from - above > 0 && from - above < (bottom - top) / 2 ? above : from) - top);
}

/** Scrolls down until a follow-up is in view; the pressed answer above it stays in view. */
export function showBelow(answer: HTMLElement, followUp: HTMLElement): void {
  const [top, bottom] = sightOf(answer);
  const missing = followUp.getBoundingClientRect().bottom - bottom,
    room = answer.getBoundingClientRect().top - top;
  if (missing > 0 && room > 0)
    window.scrollBy({ top: Math.min(missing, room), behavior: 'smooth' });
}
