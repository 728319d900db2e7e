/** Runs inside every page alike, before anything of it: notes long tasks, how long each key press takes until the page is painted with it, and marks both ends for a recording. */
import { PRESSED, SHOWN } from './marks.ts';

export interface Watch {
  /** ms since the navigation began: end of the last task over 50 ms. */
  longUntil: number;
  /** ms from each press to the end of the frame that shows it. */
  keys: number[];
  /** The text field below the question whose words begin so. */
  fieldOf(title: string): HTMLElement | null;
  /** Questions whose words are on the page, by number. */
  questions(): number[];
}
declare global { var benchWatch: Watch }

const channel = new MessageChannel(), waiting: (() => void)[] = [];
channel.port1.addEventListener('message', () => waiting.shift()?.());
channel.port1.start();
/** Behind the task, or the frame, that is being worked on. */
const behind = (then: () => void): void => { waiting.push(then); channel.port2.postMessage(null); };
const isField = (one: Element): one is HTMLElement => one.matches('textarea, input:not([type]), input[type="text"]') && (one as HTMLElement).offsetParent !== null;
const watch: Watch = {
  longUntil: 0, keys: [],
  fieldOf(title) {
    if (document.body === null) return null;
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let at = walk.nextNode(); at; at = walk.nextNode()) {
      if (at.textContent?.replaceAll('\u00AD', '').trim().startsWith(title) !== true || at.parentElement?.offsetParent === null) continue;
      return [...document.querySelectorAll('input, textarea')].filter(isField).find((one) => at.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) ?? null;
    }
    return null;
  },
  questions: () => [...new Set([...document.body.innerText.replaceAll('\u00AD', '').matchAll(/Frage (\d+):/g)].map(([, n]) => Number(n)))],
};
globalThis.benchWatch = watch;
new PerformanceObserver((list) => { for (const one of list.getEntries()) watch.longUntil = Math.max(watch.longUntil, one.startTime + one.duration); }).observe({ type: 'longtask', buffered: true });
let pressed = 0;
addEventListener('keydown', (event) => {
  pressed = event.timeStamp;
  performance.mark(PRESSED);
}, true);
addEventListener('input', () => {
  const from = pressed;
  let handled = 0, frame = 0;
  behind(() => { handled = performance.now(); });
  requestAnimationFrame(() => {
    performance.mark(SHOWN);
    frame = performance.now();
    // Waiting for the screen's next beat is nobody's work: it is left out, unless the page was still busy with the key.
    behind(() => watch.keys.push((handled === 0 || handled > frame ? frame : handled) - from + performance.now() - frame));
  });
}, true);
