// Tests of sizes and memory of the original's pages.
import { describe, expect, it } from 'vitest';
import { densityFor, isWanted, lostPictures, nextZoom, pageWidth } from './pdfPages.ts';

describe('pages of the original', () => {
  it('names images that could not be decoded, which the renderer leaves out', () => {
    const picture = { width: 1, height: 1, data: new Uint8Array(4) };
    expect(
      lostPictures([
        ['img_p0_1', picture],
        ['g_d0_f1', null],
        ['img_p0_2', null],
        ['g_d0_img_p0_3', null],
      ]),
    ).toEqual(['img_p0_2', 'g_d0_img_p0_3']);
  });

  it('zooms in fixed steps and stops at both ends', () => {
    expect([nextZoom(100, 1), nextZoom(200, 1), nextZoom(300, 1)]).toEqual([125, 250, 300]);
    expect([nextZoom(300, -1), nextZoom(125, -1), nextZoom(100, -1)]).toEqual([250, 100, 100]);
  });

  it('fits the column at 100 % up to a maximum width on wide screens', () => {
    expect([pageWidth(328, 100), pageWidth(328, 300), pageWidth(1200, 100)]).toEqual([
      328, 984, 960,
    ]);
  });

  it('renders at screen resolution unless a page would exceed 32 MB', () => {
    expect(densityFor(720, 1018, 2)).toBe(2);
    const density = densityFor(2160, 3054, 3);
    expect(Math.round(2160 * density * 3054 * density)).toBe(8_000_000);
    expect(densityFor(720, 1018, 0)).toBe(1);
  });

  it('keeps the visible pages and one on each side', () => {
    expect([0, 1, 2, 3, 4, 5].filter((index) => isWanted(index, new Set([2, 3])))).toEqual([
      1, 2, 3, 4,
    ]);
  });
});
