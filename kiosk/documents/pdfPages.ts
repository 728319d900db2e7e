/** Display sizes of the original's pages, and which of them are kept in memory. Pure. */

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Percent of the page's fitting width. */
const ZOOMS = [100, 125, 150, 200, 250, 300] as const;
/** Maximum readable width of a page at 100 % (CSS px). */
const WIDEST_FIT = 960;
/**
 * Pixels of one canvas, 32 MB: three of them must fit into a tablet of 2020; Safari 14 fails at
 * 16.7 million.
 */
const MAX_PIXELS = 8_000_000;

/** Returns the zoom after `zoom` in direction `step`; stops at the ends. */
export function nextZoom(zoom: number, step: 1 | -1): number {
  const bigger = ZOOMS.find((one) => one > zoom) ?? zoom;
  const smaller = [...ZOOMS].reverse().find((one) => one < zoom) ?? zoom;
  return step === 1 ? bigger : smaller;
}

/** Returns the width of a page in CSS px, for a column of `room` px. */
export function pageWidth(room: number, zoom: number): number {
  return Math.floor((Math.min(room, WIDEST_FIT) * zoom) / 100);
}

/**
 * Returns the canvas pixels per CSS px: the screen's own, less where a page would need too much
 * memory.
 */
export function densityFor(width: number, height: number, ratio: number): number {
  return Math.min(ratio || 1, Math.sqrt(MAX_PIXELS / (width * height)));
}

/** Checks whether a page is rendered: visible pages and one on each side. */
export function isWanted(index: number, visible: ReadonlySet<number>): boolean {
  return visible.has(index) || visible.has(index - 1) || visible.has(index + 1);
}

/**
 * Returns the ids of images that the renderer could not decode.
 * @param objects what a page was drawn with, by id
 */
export function lostPictures(objects: Iterable<readonly [string, unknown]>): string[] {
  return [...objects]
    .filter(([id, one]) => /(?:^|_)img_/.test(id) && one === null)
    .map(([id]) => id);
}
