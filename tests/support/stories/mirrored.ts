/**
 * A mirrored pseudo-language: the German texts run from right to left, letter by letter, without
 * changes to the document.
 */
import type { BrowserContext } from '@playwright/test';

/**
 * Runs in every page before its own scripts. Parts that the app itself keeps from left to right
 * (numbers, codes, keys, the signing line) stay so.
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
    // The text of a paper follows its own language: it would be mirrored too.
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

/** Takes effect with the next page load. */
export async function mirror(context: BrowserContext): Promise<void> {
  await context.addInitScript(turnRound);
}
