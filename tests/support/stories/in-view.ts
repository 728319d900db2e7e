/** Measurements of what is in view without scrolling, at every text size and on every screen. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export const SCREENS = [
  { width: 800, height: 1280 },
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
  { width: 320, height: 568 },
] as const;
export const SCALES = ['100', '125', '150', '200'] as const;

/** A part that must be in view: its name and where to find it; the first visible match counts. */
export type Parts = Readonly<Record<string, string>>;

/** Runs in the page: returns the parts that are missing, cut off or covered. */
function outOfView(parts: Parts): string[] {
  const seen = window.visualViewport;
  const width = seen?.width ?? innerWidth,
    height = seen?.height ?? innerHeight;
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const faults = wide > 0 ? [`the page is ${wide} px too wide`] : [];
  return faults.concat(
    Object.entries(parts).flatMap(([name, selector]) => {
      const part = [...document.querySelectorAll<HTMLElement>(selector)].find(
        (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden',
      );
      if (!part) return [`${name} is not there`];
      const box = part.getBoundingClientRect();
      const place = `${Math.round(box.top)}–${Math.round(box.bottom)} of ${Math.round(height)}`;
      if (box.top < -0.5 || box.bottom > height + 0.5 || box.left < -0.5 || box.right > width + 0.5)
        return [`${name} is at ${place}`];
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return top && (part.contains(top) || top.contains(part)) ? [] : [`${name} is covered`];
    }),
  );
}

/** Sets text size and screen, and waits until the bars have followed. */
export async function setSight(
  page: Page,
  screen: { readonly width: number; readonly height: number },
  scale: string,
): Promise<void> {
  await page.setViewportSize(screen);
  await page.evaluate(async (size) => {
    const { dataset } = document.documentElement;
    if (dataset.textScale !== size) dataset.textScale = size;
    window.scrollTo(0, 0);
    for (let frame = 0; frame < 3; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished.catch(() => undefined)),
    );
  }, scale);
}

/** Keeps a picture where a folder for them is named. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.STORY_PICTURES;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replace(/[^\w-]+/g, '-')}.png`) });
}

/** Returns what is out of view on the page, at all sizes; the first screen and size stay set. */
export async function faultsOfView(
  page: Page,
  name: string,
  parts: Parts,
  scales: readonly string[] = SCALES,
): Promise<string[]> {
  const faults: string[] = [];
  for (const screen of SCREENS)
    for (const scale of scales) {
      await setSight(page, screen, scale);
      const where = `${name} ${screen.width}×${screen.height} ${scale} %`;
      const found = await page.evaluate(outOfView, parts);
      faults.push(...found.map((fault) => `${where}: ${fault}`));
      if (found.length > 0 || scale === '200') await picture(page, where);
    }
  await setSight(page, SCREENS[1], '100');
  return faults;
}
