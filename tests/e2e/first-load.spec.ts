/**
 * First visit of a browser: few bytes, from this host only, and no violation of the content
 * security policy.
 */
import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { FIRST_LOAD_LIMIT } from '../../scripts/budget.mjs';
import { screens } from '../support/stories/browser.ts';
import { startServer, type RunningServer } from '../support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

interface Seen {
  /** gzip bytes of all scripts, the unit of the budget, regardless of the encoding sent. */
  scriptBytes: number;
  foreign: string[];
  complaints: string[];
}

/** Opens a page and collects responses and browser errors. */
async function visit(page: Page, path: string): Promise<Seen> {
  const seen: Seen = { scriptBytes: 0, foreign: [], complaints: [] };
  const reading: Promise<void>[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.url && /^https?:/.test(request.url()))
      seen.foreign.push(request.url());
  });
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    reading.push(
      response
        .body()
        .then((body) => void (seen.scriptBytes += gzipSync(body, { level: 9 }).length)),
    );
  });
  page.on('pageerror', (error) => seen.complaints.push(String(error)));
  page.on('console', (message) => {
    // The server answers 401 to a visitor who is not signed in; that is not an error of the page.
    if (message.type() === 'error' && !/status of 401/.test(message.text()))
      seen.complaints.push(message.text());
  });
  await page.goto(`${server.url}${path}`);
  await expect(page.locator('h1').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await Promise.all(reading);
  return seen;
}

for (const size of ['tablet', 'phone'] as const) {
  test.describe(size, () => {
    test.use(screens[size]);
    test('[R1] the home loads at most 170 kB of scripts without errors and stores nothing before registration', async ({
      page,
    }) => {
      const seen = await visit(page, '/');
      expect(seen.complaints).toEqual([]);
      expect(seen.foreign).toEqual([]);
      expect(seen.scriptBytes).toBeGreaterThan(50_000);
      expect(seen.scriptBytes).toBeLessThanOrEqual(FIRST_LOAD_LIMIT);
      expect(
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      ).toBe(0);
      // A user who opens a link here reads where to open it.
      await expect(page.getByText(/Link von Ihrer Praxis bekommen\?/)).toBeVisible();
    });
  });
}

test.describe('practice', () => {
  test.use(screens.desk);
  test('the sign-in page loads without errors', async ({ page }) => {
    const seen = await visit(page, '/practice/');
    expect(seen.complaints).toEqual([]);
    expect(seen.foreign).toEqual([]);
  });
});

test('a missing script returns 404 and never a page', async ({ request }) => {
  for (const path of ['/assets/gone-12345678.js', '/practice/assets/gone-12345678.js']) {
    const answer = await request.get(`${server.url}${path}`);
    expect(answer.status()).toBe(404);
    expect(answer.headers()['content-type'] ?? '').not.toContain('text/html');
  }
});
