/**
 * Visits one engine's page with a throttled CPU: bytes, time to interactive, and every key press.
 */
import { build } from 'esbuild';
import type { Browser, CDPSession, ElementHandle, Page } from 'playwright-core';
import { ROOT } from '../../scripts/sources.mjs';
import { screens } from '../../tests/support/stories/browser.ts';
import { CLOCK, keyCosts } from './trace.ts';
import type { Watch } from './watch.ts';

export interface Visit {
  /** Bytes transferred. */
  readonly bytes: number;
  /** ms from navigation until a letter is accepted and the page is idle. */
  readonly interactive: number;
  /**
   * Main-thread ms in thread time for each key press until its frame is committed: script, style,
   * layout and paint, without waiting or later work.
   */
  readonly keys: readonly number[];
  /**
   * Wall-clock ms of each key press until it is painted; other load on the machine is included,
   * multiplied by four.
   */
  readonly wall: readonly number[];
  /**
   * Main-thread ms in thread time for one key press with all its consequences; other programs are
   * not included.
   */
  readonly work: number;
  /** Numbers of the questions on the page. */
  readonly questions: readonly number[];
}
export interface VisitOrder {
  readonly url: string;
  /** Prefix of the first question, whose field receives the first letter. */
  readonly first: string;
  /** Prefix of the question typed into. */
  readonly typed: string;
  readonly keys: number;
}

export const SLOWDOWN = 4;
const LIMIT_MS = 60_000;
/** The page counts as idle after this long without a task over 50 ms and without a fetch. */
const CALM_MS = 1000;
/**
 * Warm-up key presses that are not counted, and the interval between two: six per second is fast on
 * a touch screen.
 */
const WARM = 6,
  BEAT_MS = 160;
const TEXT = 'seit dem Winter jeden Abend ein halbes Glas davon und selten mehr ';

let watching: Promise<string> | undefined;
/** Script injected into every page. */
const watcher = (): Promise<string> =>
  (watching ??= build({
    absWorkingDir: ROOT,
    entryPoints: ['bench/forms/watch.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome111',
  }).then(({ outputFiles: [file] }) => file?.text ?? ''));

/** Network activity of a page since its start. */
interface Traffic {
  bytes: number;
  /** Instant of the last finished fetch. */
  last: number;
}

/** Throttles the page's CPU and counts its bytes. */
async function throttle(page: Page, cdp: CDPSession): Promise<Traffic> {
  await page.addInitScript({ content: await watcher() });
  await cdp.send('Network.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const traffic = { bytes: 0, last: performance.now() };
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
    traffic.last = performance.now();
  });
  return traffic;
}

/**
 * Types a letter until the first question takes it: one typed too early is ignored and typed again.
 * @returns the page's time
 * @throws after a minute
 */
async function typeFirstLetter(
  page: Page,
  { url, first }: VisitOrder,
  failed: readonly string[],
): Promise<number> {
  let accepted: number | undefined;
  const end = performance.now() + LIMIT_MS;
  while (accepted === undefined) {
    if (performance.now() > end) throw new Error(`${url} took no letter: ${failed.join('; ')}`);
    await (
      await page.waitForFunction((title) => globalThis.benchWatch?.fieldOf(title) ?? false, first, {
        polling: 'raf',
        timeout: LIMIT_MS,
      })
    )
      .asElement()
      ?.focus();
    await page.keyboard.press('B');
    accepted = await page
      .waitForFunction(
        (title) => {
          const field = globalThis.benchWatch.fieldOf(title);
          return field instanceof HTMLInputElement &&
            field.value.includes('B') &&
            globalThis.benchWatch.frames.length > 0
            ? performance.now()
            : false;
        },
        first,
        { polling: 'raf', timeout: 3000 },
      )
      .then(
        async (one) => (await one.jsonValue()) || undefined,
        () => undefined,
      );
  }
  return accepted;
}

/** Waits until neither the main thread nor the network is busy. */
async function waitForCalm(page: Page, traffic: Traffic): Promise<void> {
  for (let calm = false; !calm;) {
    await page.waitForTimeout(100);
    const since = await page.evaluate(() => performance.now() - globalThis.benchWatch.longUntil);
    calm = since > CALM_MS && performance.now() - traffic.last > CALM_MS;
  }
}

type Field = Exclude<ReturnType<Watch['fieldOf']>, null | undefined>;

/** Returns the field to type into, in view and focused. @throws if there is none */
async function focusField(page: Page, { url, typed }: VisitOrder): Promise<ElementHandle<Field>> {
  const field = (
    await page.evaluateHandle(
      (title): ReturnType<Watch['fieldOf']> => globalThis.benchWatch.fieldOf(title),
      typed,
    )
  ).asElement();
  if (!field) throw new Error(`${url}: no field for ${typed}`);
  await field.scrollIntoViewIfNeeded();
  await field.focus();
  await page.waitForTimeout(CALM_MS);
  return field;
}

/** Presses the keys of the text one after another. @returns the typed text */
async function typeText(page: Page, count: number): Promise<string> {
  let said = '';
  for (let n = 0; n < count; n++) {
    const sign = TEXT[n % TEXT.length] ?? 'a';
    said += sign;
    const began = performance.now();
    await page.keyboard.press(sign === ' ' ? 'Space' : sign);
    await page.waitForTimeout(Math.max(0, BEAT_MS - (performance.now() - began)));
  }
  await page.waitForFunction((n) => globalThis.benchWatch.frames.length >= n, count, {
    timeout: LIMIT_MS,
  });
  return said;
}

/** Types into the field while the browser traces itself. @throws if a letter is lost */
async function measureKeys(
  browser: Browser,
  page: Page,
  cdp: CDPSession,
  order: VisitOrder,
): Promise<Pick<Visit, 'keys' | 'wall' | 'work'>> {
  const { url } = order;
  const count = WARM + order.keys;
  const field = await focusField(page, order);
  const before = await field.inputValue();
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> =>
    (await cdp.send('Performance.getMetrics')).metrics.find((one) => one.name === 'TaskDuration')
      ?.value ?? Number.NaN;
  const worked = await spent();
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  const clock = await page.evaluate((name) => {
    globalThis.benchWatch.presses.length = globalThis.benchWatch.frames.length = 0;
    return performance.mark(name).startTime;
  }, CLOCK);
  const said = await typeText(page, count);
  const work = (((await spent()) - worked) * 1000) / count;
  const recording = await browser.stopTracing();
  const pressed = keyCosts(recording, {
    clock,
    ...(await page.evaluate(() => ({
      presses: globalThis.benchWatch.presses,
      frames: globalThis.benchWatch.frames,
    }))),
  });
  if (pressed.length !== count)
    throw new Error(`${url}: ${pressed.length} of ${count} key presses were recorded`);
  if ((await field.inputValue()) !== before + said)
    throw new Error(`${url}: not every letter arrived`);
  return {
    keys: pressed.slice(WARM).map((one) => one.thread),
    wall: pressed.slice(WARM).map((one) => one.wall),
    work,
  };
}

/** Visits a page and types into it. @throws if the page fails */
export async function visit(browser: Browser, order: VisitOrder): Promise<Visit> {
  const context = await browser.newContext({
    ...screens.tablet,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  });
  try {
    const page = await context.newPage();
    const failed: string[] = [];
    page.on('pageerror', (error) => {
      failed.push(error.message);
    });
    const cdp = await context.newCDPSession(page);
    const traffic = await throttle(page, cdp);
    await page.goto(order.url, { waitUntil: 'commit' });
    const accepted = await typeFirstLetter(page, order, failed);
    await waitForCalm(page, traffic);
    const interactive = Math.max(
      accepted,
      await page.evaluate(() => globalThis.benchWatch.longUntil),
    );
    const questions = await page.evaluate(() => globalThis.benchWatch.questions());
    const keys = await measureKeys(browser, page, cdp, order);
    if (failed.length > 0) throw new Error(`${order.url}: ${failed.join('; ')}`);
    return { bytes: traffic.bytes, interactive, ...keys, questions };
  } finally {
    await context.close();
  }
}
