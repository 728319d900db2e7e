/**
 * An owner's contract against the local payment server: order by the hosted page, plan change with
 * proration, a debit that is returned weeks later, and another account that waits until it counts.
 */
import { expect, test, type Page } from '@playwright/test';
import { staffPageFaults } from '../support/stories/looks.ts';
import type { Story } from '../support/stories/story.ts';
import { confirmBy } from '../support/stories/account-pages.ts';
import { openPaidStory } from '../support/stories/vendor.ts';
import type { PaymentServer } from '../support/stripe/server.ts';

const DAY = 86_400,
  /** The contract began so long ago: today is in the middle of its second month. */
  BEGAN_DAYS = 45,
  RETURNS = 'DE35370400440532013002',
  PAYS = 'DE89370400440532013000';

let story: Story, payment: PaymentServer, close: () => Promise<void>;
const seconds = (): number => Math.floor(Date.now() / 1000);
test.beforeAll(async () => {
  ({ story, payment, close } = await openPaidStory(seconds() - BEGAN_DAYS * DAY));
});
test.afterAll(() => close());

/** Types an account on the hosted page and comes back. */
async function payBy(page: Page, account: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Zahlungsart hinterlegen' })).toBeVisible();
  await page.getByLabel('IBAN oder Kartennummer').fill(account);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByRole('heading', { name: 'Vertrag und Zahlung' })).toBeVisible();
}
const section = (page: Page, name: string) => page.getByRole('region', { name });

test('an owner orders, changes the plan, and names another account after a returned debit, which waits', async ({
  browser,
}) => {
  const faults: string[] = [],
    { page } = await story.desk(browser, 'owner'),
    { password } = story.server.logins();
  await page.goto(`${story.server.url}/practice/einstellungen/vertrag`);
  await expect(page.getByText('Diese Praxis hat noch keinen Vertrag.')).toBeVisible();
  faults.push(...(await staffPageFaults(page, 'no contract')));
  await page.getByRole('button', { name: /^Tarif Praxis wählen/ }).click();
  await expect(page.getByRole('dialog')).toContainText('177,31');
  await page.getByRole('button', { name: 'Kostenpflichtig bestellen' }).click();
  await confirmBy(page, password);
  await payBy(page, RETURNS);
  await expect(section(page, 'Zahlungsart')).toContainText('endet auf 3002');
  await expect(section(page, 'Rechnungen')).toContainText('eingereicht');

  // The first month is paid; today is in the second.
  payment.advance(seconds());
  // A burst of events is read by a job shortly after.
  await expect(async () => {
    await page.reload();
    await expect(section(page, 'Rechnungen').getByText('bezahlt')).toHaveCount(2, {
      timeout: 2000,
    });
  }).toPass({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Zu Praxis Plus wechseln' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Davon anteilig');
  const total = /Rechnungsbetrag\s*([\d.,]+)/.exec(await dialog.innerText())?.[1] ?? 'none';
  faults.push(...(await staffPageFaults(page, 'preview')));
  // The password of the order still counts.
  await page.getByRole('button', { name: 'Kostenpflichtig wechseln' }).click();
  await expect(section(page, 'Tarif')).toContainText('Praxis Plus, 199,00');
  await expect(section(page, 'Tarif')).toContainText(total);

  // Seven weeks after the first debit the bank takes it back.
  payment.advance(seconds() + 10 * DAY);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Rechnungen sind offen.')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await expect(section(page, 'Rechnungen')).toContainText('zurückgegeben');
  faults.push(...(await staffPageFaults(page, 'returned')));
  await page.getByRole('button', { name: 'Zahlungsart ändern' }).click();
  await payBy(page, PAYS);
  // A stolen session cannot redirect debits: the new account waits, and an owner stops it.
  const held = section(page, 'Änderungen, die warten');
  await expect(held.getByRole('listitem').first()).toContainText(/3000.*wartet/);
  await expect(section(page, 'Zahlungsart')).toContainText('endet auf 3002');
  faults.push(...(await staffPageFaults(page, 'waiting account')));
  await held.getByRole('button', { name: /^Änderung stoppen: Zahlungsart/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stoppen' }).click();
  await expect(held.getByRole('listitem').first()).toContainText('gestoppt');
  await expect(section(page, 'Zahlungsart')).toContainText('endet auf 3002');
  expect(faults).toEqual([]);
  // The text of the test's account is nowhere in the practice's data.
  expect(story.server.output()).not.toContain(RETURNS);
});
