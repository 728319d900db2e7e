/**
 * Consents: a billing company that requires ink, direct payment as a separate option, and a
 * one-press withdrawal with its receipt.
 */
import { expect, test } from '@playwright/test';
import { PHOTO } from '../support/stories/desk-calls.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

test(
  '[V6] direct payment is offered next to billing consent; a withdrawal takes one press and gives a receipt',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(120_000);
    const story = await Story.open({ tablets: 1 });
    try {
      const { tablet, tabletId } = await story.tablet('Tablet 1'),
        desk = await story.desk(browser, 'owner'),
        { page } = desk;
      const go = async (path: string, title: string): Promise<void> => {
        await page.goto(`${story.server.url}/practice/${path}`);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: 'Wird geladen' })).toHaveCount(0);
      };
      const patient = await story.calls.addPatient('Regina', 'Selbstzahler', '1957-03-14');

      await go('einwilligungen/abrechnung', 'Abrechnungsstellen');
      await page.getByRole('button', { name: 'Abrechnungsstelle eintragen' }).click();
      const dialog = page.getByRole('dialog', { name: 'Abrechnungsstelle' });
      await dialog.getByLabel('Name').fill('Beispiel Abrechnung GmbH');
      await dialog.getByLabel('Anschrift').fill('Musterweg 1, 10115 Berlin');
      await dialog.getByLabel('Refinanzierende Bank').fill('niemand');
      await dialog.getByRole('combobox', { name: 'Wie unterschrieben wird' }).click();
      await page.getByRole('option', { name: 'Unterschrift auf dem Tablet genügt' }).click();
      await dialog.getByRole('button', { name: 'Speichern' }).click();
      await expect(dialog).toBeHidden();
      expect(await staffPageFaults(page, 'billing companies')).toEqual([]);

      await go(`einwilligungen?patid=${patient.patid}`, 'Einwilligungen');
      await page.getByRole('button', { name: 'Einwilligung vorbereiten' }).click();
      await expect(page.getByText('Wird auf dem Tablet unterschrieben.')).toBeVisible();
      await page.getByRole('button', { name: 'Vorbereiten', exact: true }).click();
      await expect(page.getByText('Vorbereitet: Beispiel Abrechnung GmbH.')).toBeVisible();
      const mappe = (await story.calls.board()).mappen.find((one) =>
        one.patients.some((who) => who.patid === patient.patid),
      );
      await story.calls.call(`/tablet/mappen/${mappe?.mappeId}/move`, { tabletId });

      await tablet.begin(patient.geburtsdatum);
      await tablet.press('Weiter');
      await tablet.readToEnd();
      await expect(tablet.button('Ich willige ein')).toBeVisible();
      await tablet.press(/^Ich bezahle direkt an die Praxis/);
      await expect(tablet.heading('Sie bezahlen direkt an die Praxis?')).toBeVisible();
      await tablet.press('Ja, direkt an die Praxis');
      await expect(tablet.thanks()).toBeVisible();
      await expect(tablet.page.getByText('Die Rechnung kommt von uns.')).toBeVisible();
      await tablet.press('Fertig');

      const photo = await story.calls.send(patient, { items: [PHOTO], tabletId });
      await tablet.begin(patient.geburtsdatum);
      await tablet.signPhotoConsent();
      await story.calls.reaches(photo, 'filed', 40_000);

      await go(`einwilligungen?patid=${patient.patid}`, 'Einwilligungen');
      await expect(page.getByText('Zahlt direkt an die Praxis').first()).toBeVisible();
      const row = page.getByRole('region', { name: 'Fotos' });
      await row.getByRole('button', { name: 'Widerrufen', exact: true }).click();
      await expect(row.getByText(/^Widerrufen am .*, aufgenommen von /)).toBeVisible();
      expect(await staffPageFaults(page, 'ledger of one person')).toEqual([]);
      await expect(row.getByRole('button', { name: 'Bestätigung' })).toBeVisible({
        timeout: 40_000,
      });
      const { items } = await story.calls.documentsOf(patient.patid);
      expect(items.filter((one) => one.taskId === null)).toHaveLength(1);
    } finally {
      await story.close();
    }
  },
);
