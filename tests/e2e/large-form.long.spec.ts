/**
 * A form of three thousand questions: imported, changed and published by an owner while another
 * desk works, and begun on a tablet.
 */
import { expect, test } from '@playwright/test';
import { largeForm, largeLink, largeText } from '../support/large-form.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
});
test.afterAll(() => story.close());

const PAGES = 30,
  QUESTIONS = 100,
  CHANGED = `${largeText(1, 3)} Neu`;

/** Calls of another desk in ms, one after another. */
interface Answered {
  readonly took: readonly number[];
  /** Duration of the work meanwhile, in ms. */
  readonly work: number;
}
/** Lets another desk read its board until the work is done. */
async function meanwhile(work: () => Promise<unknown>): Promise<Answered> {
  const took: number[] = [],
    begun = performance.now();
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      const asked = performance.now();
      await story.calls.board();
      took.push(performance.now() - asked);
    }
  })();
  await work();
  isDone = true;
  const lasted = performance.now() - begun;
  await others;
  return { took, work: lasted };
}
const slowest = ({ took }: Answered): number => Math.max(...took);

test('a form of three thousand questions is imported, changed and published while others work, and begun on a tablet', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { page } = await story.desk(browser, 'owner'),
    tree = page.getByRole('tree', { name: 'Gliederung' }),
    field = page.getByRole('textbox', { name: 'Frage', exact: true });
  await page.goto(`${story.server.url}/practice/formulare`);
  await expect(page.getByRole('heading', { name: 'Mitgelieferte Fragebögen' })).toBeVisible();
  const idle = await meanwhile(() => page.waitForTimeout(1_000));

  const imported = await meanwhile(async () => {
    await page.locator('input[type=file]').setInputFiles({
      name: 'lang.json',
      mimeType: 'application/fhir+json',
      buffer: Buffer.from(JSON.stringify(largeForm(PAGES, QUESTIONS))),
    });
    await tree.getByRole('treeitem').first().waitFor({ timeout: 120_000 });
  });

  // Keys lead through the outline, and letters appear in the field and in the outline.
  await tree.getByRole('treeitem').first().focus();
  for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowDown');
  await expect(field).toHaveValue(largeText(1, 3));
  await field.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' Neu');
  await expect(field).toHaveValue(CHANGED);
  await expect(tree.locator('[aria-selected=true]')).toContainText('Neu');
  await tree.locator('[aria-selected=true]').focus();
  await page.keyboard.press('End');
  await expect(field).toHaveValue(`Summe der Seite ${PAGES}`);

  // The changed text lost its translation: the finding leads to the page with its field.
  await page.getByRole('button', { name: 'Veröffentlichen' }).click();
  const findings = page.locator('.f-findings');
  await findings.getByRole('button', { name: CHANGED }).first().click();
  await page.getByRole('textbox', { name: `Übersetzung von: ${CHANGED}` }).fill('A new question?');
  await page.getByText('Vollständig', { exact: true }).waitFor();

  const published = await meanwhile(async () => {
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    await page
      .getByText('Veröffentlichte Fassungen ändern sich nicht.')
      .waitFor({ timeout: 120_000 });
  });
  for (const one of [imported, published]) {
    expect(one.took.length).toBeGreaterThan(1);
    // No call waits for the whole work of the other desk.
    expect(slowest(one)).toBeLessThan(one.work);
  }
  console.log(
    JSON.stringify(
      Object.fromEntries(
        Object.entries({ idle, imported, published }).map(([name, one]) => [
          name,
          { work: Math.round(one.work), calls: one.took.length, slowest: Math.round(slowest(one)) },
        ]),
      ),
    ),
  );

  const key = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? ''),
    { tablet, tabletId } = await story.tablet('Tablet 1'),
    patient = await story.calls.addPatient('Lange', 'Liste', '1970-05-06');
  await story.calls.send(patient, { items: [{ template: key }], tabletId });
  await tablet.begin(patient.geburtsdatum);
  await tablet.press('Weiter');
  const asked = (question: number) =>
    tablet.page.locator(`[data-place="${largeLink(1, question)}"]`);
  await asked(1).waitFor({ timeout: 60_000 });
  await expect(asked(2)).toHaveCount(0);
  await tablet.tap(asked(1).getByRole('radio', { name: 'Ja' }));
  await asked(2).getByRole('textbox').fill('ein Wort');
  await asked(3).getByRole('textbox').fill('4');
  await asked(8).getByRole('textbox').fill('3');
  // The keyboard covers the footer.
  await tablet.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect(tablet.page.locator('[data-place="s1-summe"]')).toContainText('7', {
    timeout: 60_000,
  });
  await tablet.press('Weiter');
  await tablet.page.locator(`[data-place="${largeLink(2, 1)}"]`).waitFor({ timeout: 60_000 });
});
