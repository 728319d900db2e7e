/**
 * Counts the steps of a job of the acceptance table: each press, each choice and each filled field
 * is one. Moving to a place is none, neither with a mouse nor with Tab, arrows or J and K.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { tabTo } from './keys.ts';

/** Most presses of J on the way to a row. */
const MOST_ROWS = 60;

class Steps {
  readonly page: Page;
  count = 0;
  constructor(page: Page) {
    this.page = page;
  }
  /** Presses with the mouse. */
  async press(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }
  /** Fills a field with the mouse and the keyboard. */
  async fill(target: Locator, text: string): Promise<void> {
    this.count += 1;
    await target.fill(text);
  }
  /** Chooses an option of a list by its value. */
  async choose(target: Locator, value: string): Promise<void> {
    this.count += 1;
    await target.selectOption(value);
  }
  /** Presses keys, each of them one step. */
  async key(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1;
      await this.page.keyboard.press(key);
    }
  }
  /** Types into the field that has the focus. */
  async type(text: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.type(text);
  }
  /** Goes to a control with Tab. */
  async tab(target: Locator): Promise<void> {
    await tabTo(this.page, target);
  }
  /** Goes to a row of a list with J. */
  async toRow(row: Locator): Promise<void> {
    await expect(row).toBeVisible();
    for (let at = 0; at < MOST_ROWS; at++) {
      if (await row.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('j');
    }
    const where = await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    throw new Error(`J never came to ${row.toString()}, the focus is at ${where}`);
  }
}

/** A job with its number of steps in the acceptance table, and the ways to do it. */
export interface Job {
  name: string;
  most: number;
  /** Page of this job. */
  page: Page;
  /** Leads to the page where the job begins; no step. */
  begin: () => Promise<unknown>;
  /** Does the job; each way begins on it again. */
  ways: Readonly<Record<string, (steps: Steps) => Promise<void>>>;
}

/** Does a job in each of its ways, prints the steps and holds them to the table. */
export async function holdSteps({ name, most, page, begin, ways }: Job): Promise<void> {
  const counts: Record<string, number> = {};
  for (const [way, walk] of Object.entries(ways)) {
    await begin();
    const steps = new Steps(page);
    await walk(steps);
    counts[way] = steps.count;
  }
  console.log(`acceptance: ${name}: ${JSON.stringify(counts)}, at most ${most}`);
  for (const count of Object.values(counts)) expect(count, name).toBeLessThanOrEqual(most);
}
