// Sizes and memory of the original's pages.
import { describe, expect, it } from 'vitest';
import { densityFor, isWanted, nextZoom, pageWidth } from './pdfPages.ts';

describe('pages of the original', () => {
  it('zooms in known steps and stays at both ends', () => {
    expect([nextZoom(100, 1), nextZoom(200, 1), nextZoom(300, 1)]).toEqual([125, 250, 300]);
    expect([nextZoom(300, -1), nextZoom(125, -1), nextZoom(100, -1)]).toEqual([250, 100, 100]);
  });

  it('fits the column at 100 % and never spreads over a wide screen', () => {
    expect([pageWidth(328, 100), pageWidth(328, 300), pageWidth(1200, 100)]).toEqual([
      328, 984, 960,
    ]);
  });

  it('draws as finely as the screen until a page would cost more than 32 MB', () => {
    expect(densityFor(720, 1018, 2)).toBe(2);
    const density = densityFor(2160, 3054, 3);
    expect(Math.round(2160 * density * 3054 * density)).toBe(8_000_000);
    expect(densityFor(720, 1018, 0)).toBe(1);
  });

  it('keeps what is in sight and one page on each side', () => {
    expect([0, 1, 2, 3, 4, 5].filter((index) => isWanted(index, new Set([2, 3])))).toEqual([
      1, 2, 3, 4,
    ]);
  });
});
