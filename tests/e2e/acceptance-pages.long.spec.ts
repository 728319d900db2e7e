/**
 * Pages of the acceptance table: a field of the settings by search, changes that are not lost, and
 * two people in one draft of each editor.
 */
import { expect, test, type Page } from '@playwright/test';
import { holdSteps } from '../support/stories/steps.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

test('a field of the settings is three steps away, and leaving with changes asks', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'owner'),
    field = page.locator('[data-field="idleSeconds"] input'),
    there = async (): Promise<void> => {
      await expect(page).toHaveURL(/\/einstellungen#idleSeconds$/);
      await expect(field).toBeInViewport();
    };
  await holdSteps({
    name: 'a field of the settings by search',
    most: 3,
    page,
    begin: () => story.openPage(page, '/heute'),
    ways: {
      async mouse(steps) {
        await steps.press(page.locator('.p-find'));
        await steps.fill(page.getByRole('dialog').getByRole('textbox'), 'Sekunden ohne Eingabe');
        await steps.press(page.getByRole('option').filter({ hasText: 'Sekunden' }).first());
        await there();
      },
      async keys(steps) {
        await steps.key('Control+k');
        await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
        await steps.type('Sekunden ohne Eingabe');
        await steps.key('Enter');
        await there();
      },
    },
  });
  const ask = page.getByRole('dialog', { name: 'Änderungen speichern?' }),
    leave = (): Promise<void> => page.getByRole('link', { name: 'Heute', exact: true }).click();
  await field.fill('150');
  await leave();
  await expect(ask).toBeVisible();
  await ask.getByRole('button', { name: 'Bleiben' }).click();
  await expect(field).toHaveValue('150');
  await leave();
  await ask.getByRole('button', { name: 'Speichern und weiter' }).click();
  await expect(page).toHaveURL(/\/heute$/);
  await story.openPage(page, '/einstellungen');
  await expect(field).toHaveValue('150');
});

/** Two people type into the same field of a draft; the second one reads both texts and decides. */
async function meet(
  pages: readonly [Page, Page],
  path: string,
  field: (page: Page) => ReturnType<Page['getByRole']>,
  save: (page: Page) => Promise<void>,
): Promise<void> {
  const [one, other] = pages;
  await story.openPage(one, path);
  await story.openPage(other, path);
  await expect(field(other)).toBeVisible();
  await field(one).fill('Von der ersten Person');
  await save(one);
  await field(other).fill('Von der zweiten Person');
  await save(other).catch(() => undefined);
  await expect(other.getByRole('button', { name: 'Mein Text gilt' })).toBeVisible();
  for (const text of ['Von der ersten Person', 'Von der zweiten Person'])
    await expect(other.locator('main').getByText(text).first()).toBeVisible();
  await other.getByRole('button', { name: 'Mein Text gilt' }).click();
  await expect(other.getByRole('button', { name: 'Mein Text gilt' })).toHaveCount(0);
  await other.reload();
  await expect(field(other)).toHaveValue('Von der zweiten Person');
}

test('two people in one draft lose no letter: questionnaire, consent text and billing rule', async ({
  browser,
}) => {
  const pages = [
      (await story.desk(browser, 'owner')).page,
      (await story.desk(browser, 'owner')).page,
    ] as const,
    [one] = pages,
    saved = (page: Page): Promise<void> =>
      expect(page.getByText('Gespeichert', { exact: true })).toBeVisible();
  const copied = async (list: string, title: string): Promise<string> => {
    await story.openPage(one, list);
    await one.getByRole('button', { name: title }).click();
    await one.getByRole('dialog').getByRole('textbox', { name: 'Titel' }).fill('Zu zweit');
    await one.getByRole('button', { name: 'Entwurf anlegen' }).click();
    await expect(one.getByRole('heading', { level: 1, name: 'Zu zweit' })).toBeVisible();
    return new URL(one.url()).pathname.replace('/practice', '');
  };
  const title = (page: Page) => page.getByRole('textbox', { name: 'Titel', exact: true }).first();
  await meet(
    pages,
    await copied('/formulare', 'Kopieren: Kurze Fragen bei Schmerzen'),
    title,
    saved,
  );
  await meet(
    pages,
    await copied('/texte', 'Kopieren: Einwilligung: Fotos für die Behandlung'),
    title,
    saved,
  );
  await story.openPage(one, '/abrechnung/regeln/neu');
  await one.getByRole('textbox', { name: 'Positionen, eine davon genügt' }).fill('43');
  await one.getByRole('textbox', { name: 'Position', exact: true }).fill('Ä925a');
  await title(one).fill('Zu zweit');
  const store = async (page: Page): Promise<void> => {
    const answered = page.waitForResponse((answer) => answer.request().method() !== 'GET');
    await page.getByRole('button', { name: 'Entwurf speichern' }).click();
    await answered;
  };
  await store(one);
  await expect(one).toHaveURL(/\/abrechnung\/regeln\/eigene\//);
  await meet(pages, new URL(one.url()).pathname.replace('/practice', ''), title, store);
});
