/** Firefox by WebDriver BiDi, without a driver program in between. */
import { launch } from 'puppeteer-core';
import { findProgram } from '../../scripts/machine.mjs';
import type { StartEngine } from './engine.ts';

/** A tablet has touch and no mouse; its language is German. */
const PREFERENCES = {
  'dom.w3c_touch_events.enabled': 1,
  // 1: coarse pointer, no hover.
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
  'intl.accept_languages': 'de-DE,de',
};

/** Starts Firefox ESR without a window on the screen. */
export const startFirefox: StartEngine = async (profile, size) => {
  const executablePath = findProgram('firefox-esr') ?? findProgram('firefox');
  if (executablePath === undefined) throw new Error('Firefox is missing: npm run engines');
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    userDataDir: profile,
    extraPrefsFirefox: PREFERENCES,
    defaultViewport: size,
    env: { ...process.env, TZ: 'Europe/Berlin' },
  });
  const page = (await browser.pages())[0] ?? (await browser.newPage());
  await page.setViewport(size);
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    load: async (source) => void (await page.evaluate(`{${source}\n}undefined`)),
    async run<A extends unknown[], T>(
      work: (...args: A) => T | Promise<T>,
      ...args: A
    ): Promise<T> {
      const value: unknown = await page.evaluate(
        `(${work.toString()})(...${JSON.stringify(args)})`,
      );
      return value as T;
    },
    tap: ({ x, y }) => page.touchscreen.tap(x, y),
    async stroke(spots) {
      const [first, ...others] = spots;
      if (!first) return;
      const finger = await page.touchscreen.touchStart(first.x, first.y);
      for (const { x, y } of others) await finger.move(x, y);
      await finger.end();
    },
    type: (text) => page.keyboard.type(text),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
};
