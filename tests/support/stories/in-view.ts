/** Screens, text sizes and pictures for stories that look at what is in view. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export const SCREENS = [
  { width: 800, height: 1280 },
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
  { width: 320, height: 568 },
] as const;

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
