/**
 * A new practice from the vendor's first click to its first signed paper: an administrator makes the
 * link, the owner sets up account, terms and details, registers a tablet, and a patient signs.
 */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { confirmBy } from '../support/stories/account-pages.ts';
import { screens } from '../support/stories/browser.ts';
import { DeskPage } from '../support/stories/desk-page.ts';
import {
  nextStep,
  registerFirst,
  seeProgress,
  signFirstPaper,
} from '../support/stories/first-paper.ts';
import { picture } from '../support/stories/in-view.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { keepAwake, Story } from '../support/stories/story.ts';
import { TabletPage } from '../support/stories/tablet-page.ts';
import { enterAsVendor, VENDOR } from '../support/stories/vendor.ts';

const OWNER = { email: 'inga@demo.molar', password: 'Eine Krone und drei Kastanien' },
  PRACTICE = 'Zahnärzte am Markt';
let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

const freshPage = async (browser: Browser): Promise<Page> =>
  (
    await browser.newContext({ ...screens.desk, locale: 'de-DE', timezoneId: 'Europe/Berlin' })
  ).newPage();

/** The administrator makes a link for a new practice. */
async function makeLink(vera: Page): Promise<string> {
  await expect(vera.getByRole('navigation').getByRole('link', { name: 'Betrieb' })).toBeVisible();
  await vera.goto(`${story.server.url}/practice/betrieb`);
  await vera.getByRole('button', { name: 'Neue Praxis' }).click();
  await confirmBy(vera, VENDOR.password, 'Link erstellen');
  const dialog = vera.getByRole('dialog', { name: 'Link für die neue Praxis' }),
    link = await dialog.locator('.z-link').innerText();
  await expect(dialog).toContainText('Einmal verwendbar');
  await picture(vera, 'new practice link');
  await dialog.getByRole('button', { name: 'Schließen' }).last().click();
  return link;
}

/** The first owner makes the practice with the own account. */
async function makePractice(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Zugang anlegen' }).click();
  await expect(page.getByLabel('Name der Praxis')).toBeFocused();
  await page.getByLabel('Name der Praxis').fill(PRACTICE);
  await page.getByLabel('Vorname').fill('Inga');
  await page.getByLabel('Nachname').fill('Inhaberin');
  await page.getByLabel('E-Mail-Adresse').fill(OWNER.email);
  await page.getByLabel('Passwort', { exact: true }).fill(OWNER.password);
  await picture(page, 'new practice account');
  await page.keyboard.press('Enter');
}

/** Accepts the terms of use and the contract on processing, which come before every other page. */
async function acceptTerms(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Nutzungsbedingungen und Auftragsverarbeitung',
  );
  await picture(page, 'new practice terms');
  await page.getByRole('button', { name: 'Nutzungsbedingungen annehmen' }).click();
  await page.getByRole('button', { name: 'Vertrag (AVV) annehmen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erste Schritte');
}

async function fillInPractice(page: Page): Promise<void> {
  await page.getByLabel('Telefon', { exact: true }).fill('030 23125 140');
  await page.getByLabel('Straße und Hausnummer').fill('Am Markt 7');
  await page.getByLabel('PLZ', { exact: true }).fill('10585');
  await page.getByLabel('Ort', { exact: true }).fill('Berlin');
  await picture(page, 'new practice details');
  await page.getByRole('button', { name: 'Speichern', exact: true }).first().click();
  await expect(page.getByText('Gespeichert.').first()).toBeVisible();
}

test('an administrator makes a practice, and its first patient signs', async ({ browser }) => {
  test.setTimeout(240_000);
  const vera = await freshPage(browser),
    page = await freshPage(browser),
    desk = DeskPage.of(page),
    faults: string[] = [];
  const look = async (name: string, on: Page = page): Promise<void> => {
    await picture(on, `new practice ${name}`);
    faults.push(...(await staffPageFaults(on, name)));
  };
  await enterAsVendor(vera, story.server);
  const link = await makeLink(vera);
  await makePractice(page, link);
  await acceptTerms(page);
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('2 von 5 erledigt');
  await look('begun');
  // The link made one practice, and makes no second one.
  const late = await freshPage(browser);
  await late.goto(link);
  await expect(late.getByText(/^Dieser Link ist nicht gültig/)).toBeVisible();
  await look('used link', late);
  await late.context().close();

  await nextStep(page).getByRole('link', { name: 'Angaben eintragen' }).click();
  await fillInPractice(page);
  await keepAwake(story.server, OWNER);
  await page.reload();
  await seeProgress(page, '3 von 5 erledigt');
  await nextStep(page).getByRole('link', { name: 'Tablet anmelden' }).click();
  const tablet = await TabletPage.open(story.server.url);
  try {
    await look('empty desk');
    await registerFirst(desk, tablet);
    await expect(tablet.page.getByText(PRACTICE).first()).toBeVisible();
    await picture(tablet.page, 'new practice tablet');
    await page.reload();
    await seeProgress(page, '4 von 5 erledigt');
    await nextStep(page).getByRole('link', { name: 'Mappe senden' }).click();
    await signFirstPaper(desk, tablet);
    await seeProgress(page, 'Alles erledigt. Das erste Papier ist unterschrieben und abgelegt.');
    await look('done');
  } finally {
    await tablet.drop();
  }
  // The vendor sees that the practice works, and nothing of its patients.
  await vera.goto(`${story.server.url}/practice/betrieb`);
  await expect(vera.getByRole('main')).toContainText(PRACTICE);
  await expect(vera.getByRole('main')).not.toContainText('Erstling');
  await look('vendor', vera);
  expect(faults).toEqual([]);
  for (const one of [vera, page]) await one.context().close();
});
