/** Walks over many pages of the practice app and collects what breaks the rules of every page. */
import { expect, type Browser } from '@playwright/test';
import { staffPageFaults } from './looks.ts';
import type { Story } from './story.ts';

/** A walk: who looks at which pages, and how the app is set. */
interface Walk {
  readonly role: 'owner' | 'reception';
  /** Addresses below /practice. */
  readonly paths: readonly string[];
  readonly theme: 'light' | 'dark';
  readonly language: 'de' | 'en';
}
/** Opens each page, waits until nothing on it is being loaded, and returns all violations. */
export async function walkPages(
  story: Story,
  browser: Browser,
  { role, paths, theme, language }: Walk,
): Promise<string[]> {
  const { page } = await story.desk(browser, role),
    faults: string[] = [];
  await page.evaluate(
    (look) => {
      localStorage.setItem('practice.theme', look.theme);
      localStorage.setItem('practice.language', look.language);
    },
    { theme, language },
  );
  for (const path of paths) {
    await story.openPage(page, path);
    await expect(page.locator('.a-skeleton, .p-loading, .p-skeleton, .h-wait')).toHaveCount(0);
    faults.push(...(await staffPageFaults(page, path)));
  }
  return faults;
}
