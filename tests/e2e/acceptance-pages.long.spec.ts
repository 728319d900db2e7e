/**
 * Pages of the acceptance table: a field of the settings by search, changes that are not lost, and
 * two people in one draft of each editor.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
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

/** Fields of an editor: one that both people write, and one of each; and words that fit the last. */
interface Fields {
  readonly shared: (page: Page) => Locator;
  readonly own: (page: Page) => Promise<Locator>;
  readonly others: (page: Page) => Promise<Locator>;
  readonly words: string;
}
/**
 * Two people type into the same field of a draft, and each into a field of their own; the second one
 * reads both texts, decides by keys, and keeps what the first one wrote elsewhere.
 */
async function meet(
  [one, other]: readonly [Page, Page],
  path: string,
  fields: Fields,
  save: (page: Page) => Promise<void>,
): Promise<void> {
  const take = other.getByRole('button', { name: 'Übernehmen und speichern' }),
    side = (name: RegExp): Locator => other.getByRole('radio', { name });
  await story.openPage(one, path);
  await story.openPage(other, path);
  await expect(fields.shared(other)).toBeVisible();
  for (const page of [one, other])
    await expect(page.getByText('Auch offen: in einem anderen Fenster')).toBeVisible();
  await fields.shared(one).fill('Von der ersten Person');
  await (await fields.others(one)).fill(fields.words);
  await save(one);
  await fields.shared(other).fill('Von der zweiten Person');
  await (await fields.own(other)).fill('Nur von der zweiten');
  await save(other).catch(() => undefined);
  await expect(take).toBeDisabled();
  await expect(side(/^Meines.*Von der zweiten Person/s)).toBeVisible();
  await expect(side(/^Anderes.*Von der ersten Person/s)).toBeVisible();
  await expect(side(/^Meines/)).toHaveCount(1);
  await side(/^Meines/).focus();
  await other.keyboard.press('Space');
  await take.focus();
  await other.keyboard.press('Enter');
  await expect(take).toHaveCount(0);
  await expect(other.getByText('stehen jetzt zusammen im Entwurf')).toBeVisible();
  await save(other).catch(() => undefined);
  await other.reload();
  await expect(fields.shared(other)).toHaveValue('Von der zweiten Person');
  await expect(await fields.own(other)).toHaveValue('Nur von der zweiten');
  await expect(await fields.others(other)).toHaveValue(fields.words);
  await one.goto('about:blank');
  // Where its last word is lost, the window counts as closed after forty seconds.
  await expect(other.getByText('Auch offen')).toHaveCount(0, { timeout: 60_000 });
}

test('two people in one draft lose no letter: questionnaire, consent text and billing rule', async ({
  browser,
}) => {
  // Three editors, each opened by two people and read again.
  test.setTimeout(240_000);
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
  const named = (page: Page, name: string): Promise<Locator> =>
    Promise.resolve(page.getByRole('textbox', { name, exact: true }).first());
  const title = (page: Page): Locator =>
    page.getByRole('textbox', { name: 'Titel', exact: true }).first();
  const item = async (page: Page, at: number): Promise<Locator> => {
    await page.getByRole('treeitem').nth(at).click();
    return page.locator('.f-item textarea').first();
  };
  await meet(
    pages,
    await copied('/formulare', 'Kopieren: Kurze Fragen bei Schmerzen'),
    {
      shared: title,
      own: (page) => item(page, 0),
      others: (page) => item(page, 1),
      words: 'Nur von der ersten',
    },
    saved,
  );
  await meet(
    pages,
    await copied('/texte', 'Kopieren: Einwilligung: Fotos für die Behandlung'),
    {
      shared: title,
      own: (page) => named(page, 'Abschnitt 1: Überschrift'),
      others: (page) => named(page, 'Abschnitt 2: Überschrift'),
      words: 'Nur von der ersten',
    },
    saved,
  );
  await story.openPage(one, '/abrechnung/regeln/neu');
  await one.getByRole('textbox', { name: 'Positionen, eine davon genügt' }).fill('43');
  await one.getByRole('textbox', { name: 'Position', exact: true }).fill('Ä925a');
  await title(one).fill('Zu zweit');
  const store = async (page: Page): Promise<void> => {
    const answered = page.waitForResponse(
      (answer) => answer.request().method() !== 'GET' && !answer.url().endsWith('/editing'),
    );
    await page.getByRole('button', { name: 'Entwurf speichern' }).click();
    await answered;
  };
  await store(one);
  await expect(one).toHaveURL(/\/abrechnung\/regeln\/eigene\//);
  await meet(
    pages,
    new URL(one.url()).pathname.replace('/practice', ''),
    {
      shared: title,
      own: (page) => named(page, 'Warum (leer: aus den Bausteinen)'),
      others: (page) => named(page, 'Position'),
      words: 'Ä935d',
    },
    store,
  );
});

test('two people in the rules for folders lose no change', async ({ browser }) => {
  const [one, other] = [
      (await story.desk(browser, 'owner')).page,
      (await story.desk(browser, 'owner')).page,
    ] as const,
    open = (page: Page): Promise<void> => story.openPage(page, '/regeln'),
    ruleOf = (page: Page): Locator => page.locator('.r-rule').first(),
    turn = (page: Page, at: number): Promise<void> =>
      page.locator('.r-rule').nth(at).getByRole('switch').press('Space'),
    note = async (page: Page, words: string): Promise<void> => {
      await ruleOf(page)
        .getByRole('button', { name: /: bearbeiten$/ })
        .click();
      const form = page.getByRole('dialog');
      await form.getByRole('textbox', { name: /^Warum/ }).fill(words);
      await form.getByRole('button', { name: 'Übernehmen' }).click();
    },
    save = (page: Page): Promise<void> =>
      page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await open(one);
  await open(other);
  const on = (page: Page): Promise<(string | null)[]> =>
      page.locator('.r-rule').evaluateAll((all) => all.map((rule) => rule.getAttribute('data-on'))),
    before = await on(one);
  await note(one, 'Grund der ersten');
  await turn(one, 1);
  await save(one);
  await expect(one.getByText('Regeln gespeichert.')).toBeVisible();
  await note(other, 'Grund der zweiten');
  await turn(other, 2);
  await save(other);
  const mine = other.getByRole('radio', { name: /^Meines.*Grund der zweiten/s });
  await expect(other.getByRole('radio', { name: /^Anderes.*Grund der ersten/s })).toBeVisible();
  await mine.focus();
  await other.keyboard.press('Space');
  await other.getByRole('button', { name: 'Übernehmen und speichern' }).press('Enter');
  await expect(other.getByText('Regeln gespeichert.')).toBeVisible();
  await open(one);
  await expect(ruleOf(one)).toContainText('Grund der zweiten');
  expect(await on(one)).toEqual(
    before.map((was, at) => (at === 1 || at === 2 ? String(was !== 'true') : was)),
  );
});
