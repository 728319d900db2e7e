/**
 * Visits a page with a throttled CPU: bytes transferred, first paint, and response to the first
 * input.
 */
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';

/**
 * Bytes; ms since navigation start. `scriptGzip`: every script at gzip's best level, regardless of
 * the encoding sent.
 */
export interface Visit {
  transfer: number;
  script: number;
  scriptGzip: number;
  /** The same, for bytes that arrived before the response. */
  untilAnswer: number;
  paint: number;
  answered: number;
}
export interface Sight {
  /** Control to wait for, and the input given to it. */
  control: string;
  act: 'tap' | 'click' | 'type' | 'look';
  /** Element present once the page has responded. */
  answer: string;
}

/** CPU throttling rate, as in browsers' developer tools. */
export const SLOWDOWN = 4;
const LIMIT_MS = 60_000;
/** The page counts as loaded after this long without a new request. */
const CALM_MS = 1000;

async function calm(page: Page): Promise<void> {
  let last = performance.now();
  page.on('request', () => {
    last = performance.now();
  });
  const end = last + LIMIT_MS;
  while (performance.now() - last < CALM_MS && performance.now() < end)
    await page.waitForTimeout(100);
}

async function act(page: Page, { control, act: how }: Sight): Promise<void> {
  const target = page.locator(control).first();
  await target.waitFor({ state: 'visible', timeout: LIMIT_MS });
  if (how === 'look') return;
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${control} has no place`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (how === 'tap') await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
  if (how === 'type') await page.keyboard.type('B');
}

/** Opens a URL in a new page of a context; an input given too early is ignored and repeated. */
export async function visit(context: BrowserContext, url: string, sight: Sight): Promise<Visit> {
  const page = await context.newPage();
  try {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.clearBrowserCache');
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const kinds = new Map<string, string>();
    let transfer = 0,
      script = 0;
    cdp.on('Network.responseReceived', ({ requestId, type }) => {
      kinds.set(requestId, type);
    });
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      transfer += encodedDataLength;
      if (kinds.get(requestId) === 'Script') script += encodedDataLength;
    });
    const bodies: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        bodies.push(
          response.body().then(
            (body) => gzipSync(body, { level: 9 }).length,
            () => 0,
          ),
        );
    });
    await page.goto(url, { waitUntil: 'commit' });
    let answered: number | undefined;
    while (answered === undefined) {
      await act(page, sight);
      const seen = await page
        .waitForFunction(
          (selector) => (document.querySelector(selector) === null ? false : performance.now()),
          sight.answer,
          { timeout: 5000, polling: 'raf' },
        )
        .catch(() => undefined);
      answered = seen === undefined ? undefined : (await seen.jsonValue()) || undefined;
      if (answered !== undefined && answered > LIMIT_MS) throw new Error(`${url} never answered`);
    }
    const before = bodies.length;
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    await calm(page);
    const sizes = await Promise.all(bodies),
      sum = (some: number[]): number => some.reduce((all, bytes) => all + bytes, 0),
      scriptGzip = sum(sizes),
      untilAnswer = sum(sizes.slice(0, before));
    return { transfer, script, scriptGzip, untilAnswer, paint, answered };
  } finally {
    await page.close();
  }
}
