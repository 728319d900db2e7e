/** Runs inside every page alike, before anything of it: notes long tasks, and when each key was pressed and its frame begun. Does as little as can be beside that, for all it does counts as the page's. */
export interface Watch {
  /** ms since the navigation began: end of the last task over 50 ms. */
  longUntil: number;
  /** ms since the navigation began: each press, and inside the frame that shows it. */
  presses: number[];
  frames: number[];
  /** The text field below the question whose words begin so. */
  fieldOf(title: string): HTMLElement | null;
  /** Questions whose words are on the page, by number. */
  questions(): number[];
}
declare global {
  var benchWatch: Watch;
}

const isField = (one: Element): one is HTMLElement =>
  one.matches('textarea, input:not([type]), input[type="text"]') &&
  (one as HTMLElement).offsetParent !== null;
const watch: Watch = {
  longUntil: 0,
  presses: [],
  frames: [],
  fieldOf(title) {
    if (document.body === null) return null;
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let at = walk.nextNode(); at; at = walk.nextNode()) {
      if (
        at.textContent?.replaceAll('\u00AD', '').trim().startsWith(title) !== true ||
        at.parentElement?.offsetParent === null
      )
        continue;
      return (
        [...document.querySelectorAll('input, textarea')]
          .filter(isField)
          .find((one) => at.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) ?? null
      );
    }
    return null;
  },
  questions: () => [
    ...new Set(
      [...document.body.innerText.replaceAll('\u00AD', '').matchAll(/Frage (\d+):/g)].map(([, n]) =>
        Number(n),
      ),
    ),
  ],
};
globalThis.benchWatch = watch;
new PerformanceObserver((list) => {
  for (const one of list.getEntries())
    watch.longUntil = Math.max(watch.longUntil, one.startTime + one.duration);
}).observe({ type: 'longtask', buffered: true });
const shown = (): void => {
  watch.frames.push(performance.now());
};
let pressed = 0;
addEventListener(
  'keydown',
  () => {
    pressed = performance.now();
  },
  true,
);
addEventListener(
  'input',
  () => {
    watch.presses.push(pressed);
    requestAnimationFrame(shown);
  },
  true,
);
