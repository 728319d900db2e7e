// Sees the layout of the page: rectangles and what kind each is. No word, value, picture or
// attribute that a person wrote is read.

import type { BoxRole, Seen } from '../../../shared/vendor/feedback.ts';

/** Lengths of lines are rounded up to this: they say nothing of a name. */
const GRID_PX = 24;
const KINDS: readonly (readonly [selector: string, role: BoxRole])[] = [
  ['h1, h2, h3, h4, h5, h6', 'heading'],
  ['button, [role=button], [role=tab], summary', 'button'],
  ['input, select, textarea, [role=combobox], [role=textbox]', 'field'],
  ['img, canvas, video, svg', 'picture'],
  ['[data-tone], [role=alert], [role=status]', 'mark'],
  ['header, nav, aside, [role=dialog], .p-card', 'panel'],
];
/** The bar of the picture itself is no part of it. */
export const OWN_BAR = 'fb-bar';

const roleOf = (element: Element): BoxRole | undefined =>
  KINDS.find(([selector]) => element.matches(selector))?.[1];
const isVisible = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

/** Lists the lines of an element's own text, as rectangles. */
function linesOf(element: Element): DOMRect[] {
  const range = document.createRange(),
    lines: DOMRect[] = [];
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    range.selectNodeContents(node);
    lines.push(...range.getClientRects());
  }
  return lines.filter(({ width, height }) => width > 1 && height > 1);
}

/** Lists the rectangles of a part of the page, the outer ones first. */
export function seeLayout(root: Element): Seen[] {
  const seen: Seen[] = [];
  for (const element of root.querySelectorAll('*')) {
    if (element.closest(`.${OWN_BAR}`) || !isVisible(element)) continue;
    const role = roleOf(element),
      inside = element.parentElement?.closest('button, [role=button], svg') ?? null;
    if (role !== undefined && inside === null) {
      const { left, top, width, height } = element.getBoundingClientRect();
      seen.push({ left, top, width, height, role });
    }
    for (const { left, top, width, height } of linesOf(element))
      seen.push({
        left,
        top,
        width: Math.ceil(width / GRID_PX) * GRID_PX,
        height,
        role: 'text',
      });
  }
  return seen;
}
