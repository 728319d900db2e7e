/**
 * Watcher injected into every page before anything else: notes long tasks, key presses and the
 * start of their frames. Does as little as possible, because its cost counts as the page's.
 */
export interface Watch {
  /** ms since navigation start: end of the last task over 50 ms. */
  longUntil: number;
  /** ms since navigation start: each press and the frame that shows it. */
  presses: number[];
  frames: number[];
  /** Returns the text field of the question that starts with the given text. */
  fieldOf(title: string): HTMLElement | null;
  /** Returns the numbers of the questions shown on the page. */
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
