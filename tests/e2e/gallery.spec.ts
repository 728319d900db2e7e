/** The gallery of both `ui` rooms: every sample is drawn, photographed and accessible. */
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { serveGallery } from '../gallery/serve.mjs';
import { galleryFaults } from '../support/stories/looks.ts';

const ROOMS = {
  kiosk: ['lang=de', 'theme=dark&size=200&lang=ar', 'size=150&lang=en&calm=on'],
  practice: ['lang=de', 'theme=dark&lang=en', 'dir=rtl&lang=en'],
};
/** Error of the sample that shows a failing part; the part renders nothing. */
const PLANTED = 'A part that fails to render.';

let gallery: Awaited<ReturnType<typeof serveGallery>>;
test.beforeAll(async () => {
  gallery = await serveGallery(0);
});
test.afterAll(() => gallery.close());

/** Opens an address and returns its faults; the picture is kept with the results of the run. */
async function look(page: Page, address: string, picture: string): Promise<string[]> {
  await page.goto(`${gallery.url}${address}`);
  await page.locator('.gallery, #sample').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: picture, fullPage: true });
  return galleryFaults(page, address);
}

for (const [room, choices] of Object.entries(ROOMS))
  test(`${room}/ui shows every sample in themes, sizes, languages and directions @long`, async ({
    page,
  }, info) => {
    test.setTimeout(300_000);
    const faults: string[] = [];
    page.on('pageerror', (error) => {
      if (error.message !== PLANTED) faults.push(error.message);
    });
    const alone = new Set<string>();
    for (const [n, choice] of choices.entries()) {
      const picture = join(info.outputDir, `${room}-${n}.png`);
      faults.push(...(await look(page, `${room}.html?${choice}`, picture)));
      for (const link of await page.locator('figure:not(:has(> :not(figcaption))) a').all())
        alone.add((await link.getAttribute('href')) ?? '');
    }
    expect(alone.size).toBeGreaterThan(3);
    for (const [n, address] of [...alone].entries()) {
      const picture = join(info.outputDir, `${room}-alone-${n}.png`);
      faults.push(...(await look(page, `${room}.html${address}`, picture)));
    }
    expect(faults).toEqual([]);
  });
