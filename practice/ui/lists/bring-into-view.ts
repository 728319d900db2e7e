// Brings the current entry of a line of pages into view.

/** Scrolls the line, never the page, to the current entry; a ref of the entry. */
export function bringIntoView(entry: HTMLElement | null): void {
  const line = entry?.parentElement;
  if (entry && line) line.scrollLeft = entry.offsetLeft - line.offsetLeft - 16;
}
