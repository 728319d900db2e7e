/**
 * Functions that run in a page of a story: the point where an element can be touched, and the
 * target of a touch.
 */
export interface Spot {
  x: number;
  y: number;
}

/** Data of a page in a story for its simulated hand. */
export type Aimed = Window & {
  lastTapped?: Element;
  aim?: Element | undefined;
  isBeside?: boolean;
};

/**
 * Runs in the page: returns the middle of an element that is at rest, visible and uncovered;
 * `hidden` if it must be scrolled into view.
 */
export async function middleInSight(element: Element): Promise<Spot | 'hidden' | null> {
  // An opening keyboard will move the page.
  if (document.querySelector('.k-dock:empty') !== null) return null;
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const box = element.getBoundingClientRect();
  if (
    box.width === 0 ||
    Math.abs(box.top - before.top) > 0.5 ||
    Math.abs(box.left - before.left) > 0.5
  )
    return null;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return 'hidden';
  const top = document.elementFromPoint(x, y);
  if (top !== null && (element.contains(top) || top.contains(element))) return { x, y };
  // An element below the sticky footer or header can be scrolled out; one below an overlay cannot
  // be tapped.
  return top?.closest('footer, header') ? 'hidden' : null;
}

/**
 * Runs in the page: directs the next touch to this element and blocks it elsewhere. Returns whether
 * the same element was tapped last, too.
 */
export function aimAt(element: Element): boolean {
  const page = window as Aimed,
    isSame = page.lastTapped === element;
  page.lastTapped = element;
  page.aim = element;
  if (page.isBeside === undefined) {
    // An anonymous function: the benches' loader would otherwise insert a naming helper that pages
    // do not have.
    for (const kind of ['pointerdown', 'touchstart', 'pointerup', 'touchend'])
      addEventListener(
        kind,
        (event) => {
          if (event.type === 'pointerdown') {
            const { aim } = page,
              met = event.target as Node;
            page.isBeside = aim !== undefined && !aim.contains(met) && !met.contains(aim);
            page.aim = undefined;
          }
          if (page.isBeside !== true) return;
          event.stopImmediatePropagation();
          if (event.cancelable) event.preventDefault();
        },
        { capture: true, passive: false },
      );
  }
  page.isBeside = false;
  return isSame;
}
