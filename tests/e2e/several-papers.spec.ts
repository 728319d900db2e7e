/**
 * One Mappe with several papers for a child and two parents: a notice to read, a consent signed by
 * both, and a paper for the printer.
 */
import { expect, test, type Page } from '@playwright/test';
import { PHOTO } from '../support/stories/desk-calls.ts';
import { picture, SCREENS, setSight } from '../support/stories/in-view.ts';
import { Story } from '../support/stories/story.ts';

const NOTICE = {
  template: 'datenschutz@1',
  fields: { datenschutzkontakt: 'Frau Yıldız' },
} as const;
const MEHRKOSTEN = {
  template: 'mehrkosten@1',
  fields: {
    zahn: '36 mod',
    fuellung: 'Komposit',
    honorar: '148,20 €',
    kassenanteil: '62,40 €',
    mehrkosten: '85,80 €',
  },
} as const;

/** Returns the cells of tables that reach over the edge of their page or of their own box. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.doc-table td, .doc-table th')].flatMap((cell) => {
      const card = cell.closest<HTMLElement>('.doc-column') ?? document.documentElement,
        box = cell.getBoundingClientRect(),
        edge = card.getBoundingClientRect();
      if (box.width <= 1) return [];
      const isOver =
        box.right > edge.right + 1 ||
        box.left < edge.left - 1 ||
        cell.scrollWidth > cell.clientWidth + 1;
      return isOver ? [cell.innerText.slice(0, 60)] : [];
    }),
  );

test(
  '[T1] one start, one progress bar, one thank-you: both parents sign, the notice is read, the paper is printed',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(120_000);
    const story = await Story.open({ tablets: 1 });
    try {
      const { tablet, tabletId } = await story.tablet('Tablet 1', { screen: 'tabletPortrait' });
      const desk = await story.desk(browser);
      const child = await story.calls.addPatient('Mila', 'Doppelsorge', '2018-05-20');
      const signers = [
        { role: 'parent1', name: 'Jana Doppelsorge' },
        { role: 'parent2', name: 'Timo Doppelsorge' },
      ];
      const mappeId = await story.calls.send(child, {
        items: [PHOTO, NOTICE, MEHRKOSTEN],
        tabletId,
        signers,
      });
      await tablet.begin(child.geburtsdatum);
      await tablet.press('Weiter');
      await expect(tablet.heading('Einwilligung: Fotos für die Behandlung')).toBeVisible();
      await expect(tablet.page.getByText('1 von 3')).toBeAttached();
      await tablet.readToEnd();
      await tablet.press('Keine Fragen mehr');
      await tablet.declare(true, false, false);
      await tablet.press('Weiter zur Unterschrift');
      await expect(tablet.heading(/^Unterschrift: Jana Doppelsorge/)).toBeVisible();
      await tablet.sign();
      await expect(tablet.heading(/^Unterschrift: Timo Doppelsorge/)).toBeVisible();
      // The second parent starts with an empty field; the first signature alone is not enough.
      expect(await tablet.inkPixels()).toBe(0);
      expect(story.rows("select n from op where kind = 'task.submit'")).toEqual([]);
      await tablet.sign();

      await expect(tablet.heading('Information zum Datenschutz')).toBeVisible();
      await expect(tablet.page.getByText('2 von 3')).toBeAttached();
      await expect(tablet.page.locator('.doc-table td').first()).toBeAttached();
      for (const screen of SCREENS)
        for (const scale of ['100', '150', '200']) {
          await setSight(tablet.page, screen, scale);
          const where = `the table at ${screen.width}×${screen.height} ${scale} %`;
          expect(await overflowing(tablet.page), where).toEqual([]);
          await tablet.page.locator('.doc-table').first().scrollIntoViewIfNeeded();
          await picture(tablet.page, where);
        }
      await setSight(tablet.page, SCREENS[0], '100');
      await tablet.readToEnd();
      // A notice is shown and logged; it needs no signature or agreement.
      await expect(tablet.page.getByText('Sie müssen nichts unterschreiben.')).toBeVisible();
      await expect(tablet.button('Keine Fragen mehr')).toHaveCount(0);
      await tablet.press('Weiter');

      await expect(tablet.heading('Vereinbarung über Mehrkosten bei einer Füllung')).toBeVisible();
      await tablet.readToEnd();
      await tablet.press('Keine Fragen mehr');
      await expect(tablet.heading('Dieses Papier unterschreiben Sie von Hand')).toBeVisible();
      await expect(tablet.pad).toHaveCount(0);
      await tablet.press('Verstanden');
      await expect(tablet.thanks()).toBeVisible();
      await expect(
        tablet.page.getByText('Ein Papier unterschreiben Sie noch von Hand.'),
      ).toBeVisible();
      await tablet.press('Fertig');

      const states = async (): Promise<(string | undefined)[]> =>
        (await story.calls.mappe(mappeId)).tasks.map((task) => task.state);
      await expect.poll(states, { timeout: 30_000 }).toEqual(['filed', 'filed', 'paper']);
      await expect(
        desk.column('Braucht jemanden').locator('li.e-card').filter({ hasText: 'Doppelsorge' }),
      ).toContainText('Papier nötig');
      const { items } = await story.calls.documentsOf(child.patid);
      const consent = items.find((item) => item.title.startsWith('Einwilligung: Fotos'));
      expect(consent).toBeDefined();
      const sealed = await story.calls.bytes(`/documents/file/${consent?.fileId}`);
      const answer = await story.calls.check(sealed);
      expect(answer).toMatchObject({
        isReadable: true,
        verdict: 'unchanged',
        facts: { signers: [{ name: 'Jana Doppelsorge' }, { name: 'Timo Doppelsorge' }] },
      });
    } finally {
      await story.close();
    }
  },
);
