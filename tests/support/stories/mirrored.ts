/**
 * A mirrored pseudo-language: the German texts run from right to left, letter by letter, without
 * changes to the document.
 */
import type { BrowserContext } from '@playwright/test';

/**
 * Runs in every page before its own scripts. What the app itself holds from left to right (numbers,
 * codes, keys, the signing line) stays so.
 */
function turnRound(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    [dir=rtl] body *:not([dir=ltr], [dir=ltr] *, bdi, bdi *) { unicode-bidi: bidi-override; }
    [dir=ltr] { unicode-bidi: isolate; }
  `);
  const turn = (): void => {
    const root = document.documentElement;
    if (!root) return;
    if (root.dir !== 'rtl') root.dir = 'rtl';
    if (!document.adoptedStyleSheets.includes(sheet))
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    // The text of a paper goes with its own language: it would be the pseudo-language too.
    for (const column of document.querySelectorAll('.doc-column[dir=ltr]'))
      column.setAttribute('dir', 'rtl');
  };
  new MutationObserver(turn).observe(document, {
    attributes: true,
    attributeFilter: ['dir'],
    childList: true,
    subtree: true,
  });
  turn();
}

/** From the next page load on. */
export async function mirror(context: BrowserContext): Promise<void> {
  await context.addInitScript(turnRound);
}
