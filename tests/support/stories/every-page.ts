/** Walks over many pages of the practice app and collects what breaks the rules of every page. */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { settingsPagesOf } from '../../../practice/accounts/settings/settings-pages.ts';
import { areasOf } from '../../../practice/app/navigation.ts';
import { openDemoStory } from './demo-story.ts';
import type { Role } from './desk-calls.ts';
import { narrowPageFaults, staffPageFaults, touchPageFaults } from './looks.ts';
import type { Story } from './story.ts';

/** A walk: who looks at which pages, and how the app is set. */
interface Walk {
  readonly role: Role;
  /** Addresses below /practice. */
  readonly paths: readonly string[];
  readonly theme: 'light' | 'dark';
  readonly language: 'de' | 'en';
  /** A touch screen 390 px wide instead of a desk: targets and overflow only. */
  readonly isPhone?: boolean;
}
/** Placeholders of what is being loaded. */
const LOADING =
  '.a-skeleton, .p-loading, .p-skeleton, .h-wait, main .mantine-Loader-root, [aria-busy="true"]';
/** A report of a server that still builds its image waits for it. */
const LOADED_MS = 60_000;

/** Opens each page, waits until nothing on it is being loaded, and returns all violations. */
export async function walkPages(
  story: Story,
  browser: Browser,
  { role, paths, theme, language, isPhone = false }: Walk,
): Promise<string[]> {
  const { page } = await story.desk(browser, role, isPhone ? 'staffPhone' : 'desk'),
    faults: string[] = [];
  if (!isPhone) await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(
    (look) => {
      localStorage.setItem('practice.theme', look.theme);
      localStorage.setItem('practice.language', look.language);
    },
    { theme, language },
  );
  for (const path of paths) {
    await story.openPage(page, path);
    await expect(page.locator(LOADING)).toHaveCount(0, { timeout: LOADED_MS });
    faults.push(...(await faultsOf(page, path, isPhone)));
  }
  return faults;
}
const faultsOf = async (page: Page, path: string, isPhone: boolean): Promise<string[]> =>
  isPhone
    ? touchPageFaults(page, path)
    : [...(await staffPageFaults(page, path)), ...(await narrowPageFaults(page, path))];

/**
 * Returns the pages of the areas and the settings of a user.
 * @param further addresses that no table of pages names
 */
export function pagesOf(role: Role, further: readonly string[]): string[] {
  const user = { role, ...(role === 'owner' && { figures: 'alle' as const }) };
  return [
    ...new Set([
      ...areasOf(user, null).flatMap(({ to, pages }) => [to, ...pages.map((page) => page.to)]),
      ...settingsPagesOf(user).map(({ to }) => to),
      ...further,
    ]),
  ];
}

/** One of several stories that share a sweep. */
interface Sweep extends Omit<Walk, 'paths'> {
  /** All pages of the sweep. */
  readonly pathsOf: (story: Story) => readonly string[] | Promise<readonly string[]>;
  /** At least so many pages belong to the sweep. */
  readonly least: number;
  /** Which part this story walks, from 1, of how many. */
  readonly part: readonly [at: number, of: number];
}

/** Registers a story that walks over its part of the pages with delivered data. */
export function sweep(title: string, { pathsOf, least, part: [at, of], ...look }: Sweep): void {
  let story: Story;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    story = await openDemoStory();
  });
  test.afterAll(() => story.close());

  test(`${title}, part ${at} of ${of}`, async ({ browser }) => {
    test.setTimeout(900_000);
    const all = await pathsOf(story);
    expect(all.length).toBeGreaterThan(least);
    const paths = all.filter((_, index) => index % of === at - 1);
    expect(await walkPages(story, browser, { ...look, paths })).toEqual([]);
  });
}
