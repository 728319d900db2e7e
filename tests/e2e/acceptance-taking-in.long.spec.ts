/**
 * Jobs of reception in the acceptance table that take something in: a signed paper, a questionnaire
 * from home, a new address. Steps are counted by mouse and by keys, printed and held to the table.
 */
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { v7 } from 'uuid';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import type { Patient } from '../support/stories/desk-calls.ts';
import type { DeskPage } from '../support/stories/desk-page.ts';
import { sealPlanted } from '../support/stories/planted-answers.ts';
import { holdSteps } from '../support/stories/steps.ts';
import { Story } from '../support/stories/story.ts';

const AGREEMENT = {
  template: 'mehrkosten@1',
  fields: {
    zahn: '36 mod',
    fuellung: 'Komposit',
    honorar: '148,20 €',
    kassenanteil: '62,40 €',
    mehrkosten: '85,80 €',
  },
};
let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

const board = (desk: DeskPage) => async (): Promise<void> => {
  await story.openPage(desk.page, '/empfang');
  await expect(desk.page.locator('.e-stand')).toContainText('live');
};

test('a signed paper comes back in two steps', async ({ browser }) => {
  for (const name of ['Blattmaus', 'Blatttaste'])
    await story.calls.send(await story.calls.addPatient('Ada', name, '1970-01-01'), {
      items: [AGREEMENT],
    });
  const desk = await story.desk(browser),
    row = (name: string): Locator =>
      desk.column('Braucht jemanden').locator('li.e-card').filter({ hasText: name }),
    filed = (name: string): Promise<void> =>
      expect(desk.column('Fertig').locator('li.e-card').filter({ hasText: name })).toContainText(
        'In der Akte',
      );
  await holdSteps({
    name: 'reception takes a signed paper back',
    most: 2,
    page: desk.page,
    begin: board(desk),
    ways: {
      async mouse(steps) {
        await steps.press(row('Blattmaus').getByRole('button', { name: 'Papier liegt vor' }));
        await filed('Blattmaus');
      },
      async keys(steps) {
        await steps.toRow(row('Blatttaste'));
        await steps.tab(row('Blatttaste').getByRole('button', { name: 'Papier liegt vor' }));
        await steps.key('Enter');
        await filed('Blatttaste');
      },
    },
  });
});

/** Answers the short form of a link at home, as a patient without a record known here. */
async function answerAtHome(browser: Browser, lastName: string): Promise<void> {
  const { path } = await story.calls.call<{ path: string }>('/anamnese/home-links', {
      id: crypto.randomUUID(),
      kind: 'open',
      formId: 'zusatz-roentgen',
      language: 'de',
      label: 'Webseite',
    }),
    context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' }),
    page = await context.newPage();
  // A second press on one spot counts as a tremor within this time.
  let pressed = 0;
  const press = async (name: string): Promise<void> => {
    await expect.poll(() => Date.now() - pressed, { intervals: [50] }).toBeGreaterThan(450);
    await page.getByRole('button', { name, exact: true }).click();
    pressed = Date.now();
  };
  await page.goto(`${story.server.url}${path}`);
  await press('Beginnen');
  await page.getByLabel('Vorname').fill('Jörg');
  await page.getByLabel('Nachname').fill(lastName);
  for (const [part, text] of [
    ['Tag', '7'],
    ['Monat', '3'],
    ['Jahr', '1988'],
  ] as const)
    await page.getByLabel(part).fill(text);
  await press('Weiter');
  await page
    .getByRole('group', { name: /^Wurden Sie schon einmal an Kopf/ })
    .first()
    .locator('label.k-tile')
    .filter({ hasText: 'Nein' })
    .click();
  await press('Weiter');
  await page
    .getByRole('group', { name: /^Sind Sie schwanger/ })
    .first()
    .locator('label.k-tile')
    .filter({ hasText: 'Nichts davon trifft zu' })
    .click();
  await press('Weiter');
  await press('Absenden');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Fragebogen erfolgreich gesendet' }),
  ).toBeVisible();
  await context.close();
}

test('a questionnaire is assigned in two steps, a new address taken over in two', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  // The record is made after the answers came: the practice assigns them.
  await answerAtHome(browser, 'Zuordnung');
  await story.calls.addPatient('Jörg', 'Zuordnung', '1988-03-07');
  const { page } = await story.desk(browser),
    dialog = page.getByRole('dialog', { name: 'Wem gehört dieser Fragebogen?' }),
    first = page.getByRole('button', { name: 'Fragebogen von Jörg Zuordnung zuordnen' });
  await holdSteps({
    name: 'reception assigns a questionnaire',
    most: 2,
    page,
    begin: () => story.openPage(page, '/zuordnen'),
    ways: {
      async mouse(steps) {
        await steps.press(first);
        await steps.press(dialog.getByRole('button', { name: 'Zuordnung, Jörg zuordnen' }));
        await takenBackAt(page);
      },
      async keys(steps) {
        await steps.tab(first);
        await steps.key('Enter');
        await steps.tab(dialog.getByRole('button', { name: 'Zuordnung, Jörg zuordnen' }));
        await steps.key('Enter');
        await expect(page.getByText('Zugeordnet: Zuordnung, Jörg')).toBeVisible();
      },
    },
  });
  for (const name of ['Wegmaus', 'Wegtaste']) {
    const person = await story.calls.addPatient('Ida', name, '1966-02-02');
    plantAddress(person);
    await sealPlanted(story, person.patid);
  }
  const take = page.getByRole('button', { name: 'Alle übernehmen' });
  await holdSteps({
    name: 'reception takes over a new address',
    most: 2,
    page,
    begin: () => story.openPage(page, '/stammdaten'),
    ways: {
      async mouse(steps) {
        await steps.press(page.getByRole('link', { name: /^Änderungen von .*Wegmaus.* ansehen$/ }));
        await steps.press(take);
        await expect(page.getByText('Ahornweg 99').first()).toBeVisible();
      },
      async keys(steps) {
        await steps.toRow(page.locator('[data-row]').filter({ hasText: 'Wegtaste' }));
        await steps.key('Enter');
        await steps.tab(take);
        await steps.key('Enter');
        await expect(page.getByText('Ahornweg 99').first()).toBeVisible();
      },
    },
  });
});

async function takenBackAt(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Rückgängig/ }).click();
  await expect(page.getByText('Zurückgenommen.').first()).toBeVisible();
}

/** An address that a person gave on a tablet and that differs from the record. */
function plantAddress({ patid }: Patient): void {
  const db = openFile(storedFile(story.server.data));
  db.prepare(
    `insert into master_change (cid, id, patid, field, "before", "after", answers_id, answered_at, proposed_at, state)
     select cid, ?, patid, 'street', street, 'Ahornweg 99', ?, ?, ?, 'open' from patient where patid = ?`,
  ).run(v7(), v7(), Date.now(), Date.now(), patid);
  db.close();
}
