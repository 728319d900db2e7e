/**
 * A new version waits for the patient; the tablet app can be installed, caches little, and starts
 * without its server.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { PHOTO } from '../support/stories/desk-calls.ts';
import { Story } from '../support/stories/story.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRECACHE_LIMIT = 5_000_000;

/** Separate build that can be replaced while its server runs. */
function copyBuild(): string {
  const dist = join(ROOT, 'test-results', `build-${process.pid}`);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  for (const part of ['server', 'web'])
    cpSync(join(ROOT, 'dist', part), join(dist, part), { recursive: true });
  return dist;
}
/**
 * Changes of a deployment: another page and a service worker that references it; files are copied
 * one after the other.
 */
function deploy(dist: string): void {
  const change = (name: string, edit: (text: string) => string): void => {
    const file = join(dist, 'web', name);
    const before = readFileSync(file, 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`${name} did not change.`);
    for (const packed of ['.br', '.gz']) rmSync(file + packed, { force: true });
    writeFileSync(file, after);
  };
  change('index.html', (text) =>
    text.replace('</head>', '<meta name="version-of-story" content="2"></head>'),
  );
  change('sw.js', (text) =>
    text.replace(
      /"revision":"[0-9a-f]+","url":"index\.html"/,
      '"revision":"00000000000000000000000000000002","url":"index.html"',
    ),
  );
}

test(
  '[F20] [U4] a new version waits while a patient uses the tablet, and loads after the thank-you',
  { tag: '@long' },
  async () => {
    test.setTimeout(90_000);
    const dist = copyBuild();
    const story = await Story.open({ dist, tablets: 1 });
    try {
      const { tablet, tabletId } = await story.tablet('Tablet 1');
      const patient = await story.calls.addPatient('Notburga', 'Neufassung', '1959-09-09');
      const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
      await tablet.begin(patient.geburtsdatum);
      await tablet.press('Weiter');
      // A reload would remove this marker.
      await tablet.page.evaluate(() => {
        document.documentElement.dataset['mark'] = 'first';
      });
      deploy(dist);
      const waiting = (): Promise<boolean> =>
        tablet.page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          return registration?.waiting != null;
        });
      await tablet.page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update();
      });
      await expect.poll(waiting).toBe(true);

      await tablet.readToEnd();
      await tablet.press('Keine Fragen mehr');
      await tablet.declare(true, true, true);
      await tablet.press('Weiter zur Unterschrift');
      await tablet.draw();
      expect(await waiting()).toBe(true);
      await tablet.press('Unterschrift abgeben');
      await expect(tablet.thanks()).toBeVisible();
      await expect(tablet.page.locator('html')).toHaveAttribute('data-mark', 'first');
      expect(await waiting()).toBe(true);

      await tablet.press('Fertig');
      await expect(tablet.page.locator('meta[name=version-of-story]')).toBeAttached({
        timeout: 30_000,
      });
      await expect(tablet.page.locator('html')).not.toHaveAttribute('data-mark', 'first');
      await expect(tablet.home()).toBeVisible();
      await expect.poll(waiting).toBe(false);
      await story.calls.reaches(mappeId, 'filed', 30_000);
    } finally {
      await story.close();
      rmSync(dist, { recursive: true, force: true });
    }
  },
);

test('[sync 6.8] the tablet app can be installed, caches less than 5 MB, and starts with its server down', async () => {
  test.setTimeout(60_000);
  const story = await Story.open({ tablets: 1 });
  try {
    const { tablet } = await story.tablet('Tablet 1');
    const devtools = await tablet.context.newCDPSession(tablet.page);
    const { errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);

    const kept = await tablet.page.evaluate(async () => {
      const files: { url: string; size: number }[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          files.push({
            url: new URL(request.url).pathname,
            size: (await (await cache.match(request))?.blob())?.size ?? 0,
          });
      }
      return files;
    });
    expect(kept.map((file) => file.url)).toContain('/index.html');
    expect(kept.reduce((sum, file) => sum + file.size, 0)).toBeLessThan(PRECACHE_LIMIT);
    // Only the app's own files are cached, no API responses.
    expect(
      kept.filter((file) => /^\/(r4c|api|auth|ui|dispatcher|practice)\b/.test(file.url)),
    ).toEqual([]);

    await tablet.close();
    await story.server.kill();
    await tablet.start();
    await expect(tablet.home()).toBeVisible();
    await expect(tablet.page.getByText('Tablet 1', { exact: true })).toBeVisible();
  } finally {
    await story.close();
  }
});
