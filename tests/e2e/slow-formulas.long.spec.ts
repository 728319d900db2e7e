/**
 * A form whose formulas reach nearly all limits, filled in on a phone six times slower than this
 * machine: letters appear at once, and no total is lost.
 */
import { expect, test, type Page } from '@playwright/test';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { screens } from '../support/stories/browser.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

const SLOWER = 6,
  LETTERS = 2_000;
const english = (content: string) => ({
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/translation',
      extension: [
        { url: 'lang', valueCode: 'en' },
        { url: 'content', valueString: content },
      ],
    },
  ],
});
const value = (linkId: string): string =>
  `%resource.descendants().where(linkId='${linkId}').answer.value`;
/** Takes about forty thousand of the fifty thousand steps of one formula, and gives zero. */
const LONG = `'${'a'.repeat(LETTERS)}'.toChars().where($this.length() > 1 or $this.length() > 2).count()`;
/** Each total needs the one before: the totals settle after as many rounds as there are. */
const totalAt = (at: number): QuestionnaireItem => ({
  linkId: `t${at}`,
  type: 'integer',
  text: `Summe ${at}`,
  _text: english(`Total ${at}`),
  readOnly: true,
  extension: [
    {
      url: EXTENSION.calculatedExpression,
      valueExpression: {
        language: 'text/fhirpath',
        expression: `${LONG} + ${value(at === 0 ? 'n' : `t${at - 1}`)} + 1`,
      },
    },
  ],
});
const TOTALS = 4;
const FORM: Questionnaire = {
  resourceType: 'Questionnaire',
  url: 'https://example.org/Questionnaire/slow',
  version: '1',
  title: 'Lange Formeln',
  _title: english('Long formulas'),
  status: 'active',
  language: 'de',
  item: [
    {
      linkId: 'seite',
      type: 'group',
      text: 'Zahlen',
      _text: english('Numbers'),
      item: [
        { linkId: 'n', type: 'integer', text: 'Wie viele?', _text: english('How many?') },
        { linkId: 'w', type: 'string', text: 'Was noch?', _text: english('What else?') },
        ...Array.from({ length: TOTALS }, (_, at) => totalAt(at)),
      ],
    },
  ],
};

/** ms from each key to the frame after it, waiting for a busy page included. */
async function keysPainted(page: Page, text: string): Promise<readonly number[]> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() =>
          setTimeout(() => {
            seen.push(performance.now() - timeStamp);
          }),
        ),
      true,
    );
  });
  for (const letter of text) await page.keyboard.type(letter);
  await page.waitForFunction(
    (count) => (window as unknown as { seen: number[] }).seen.length >= count,
    text.length,
  );
  return page.evaluate(() => (window as unknown as { seen: number[] }).seen);
}

test.use(screens.phone);
test('at the limits of formulas no letter waits for a whole computation, and all totals arrive', async ({
  browser,
  context,
}) => {
  test.setTimeout(300_000);
  const owner = await story.desk(browser, 'owner');
  await owner.page.goto(`${story.server.url}/practice/formulare`);
  await owner.page.locator('input[type=file]').setInputFiles({
    name: 'lang.json',
    mimeType: 'application/fhir+json',
    buffer: Buffer.from(JSON.stringify(FORM)),
  });
  await expect(owner.page.getByRole('heading', { name: 'Lange Formeln', level: 1 })).toBeVisible();
  await owner.page.getByRole('button', { name: 'Veröffentlichen' }).click();
  await expect(owner.page.getByText('Veröffentlichte Fassungen ändern sich nicht.')).toBeVisible({
    timeout: 60_000,
  });
  const key = decodeURIComponent(new URL(owner.page.url()).pathname.split('/').at(-1) ?? ''),
    { path } = await story.calls.call<{ path: string }>('/anamnese/home-links', {
      id: crypto.randomUUID(),
      kind: 'invitation',
      formId: key.split('@')[0] ?? '',
      language: 'de',
      label: '',
    });
  const page = await context.newPage();
  await page.goto(`${story.server.url}${path}`);
  await page.locator('.k-button--primary').first().tap();
  const fields = page.getByRole('textbox');
  for (const [at, text] of ['Erna', 'Formel', '3', '2', '1944'].entries())
    await fields.nth(at).fill(text);
  await page.locator('footer .k-button--primary').tap();
  const asked = (text: string) => page.getByRole('group', { name: text }).first();
  await expect(asked('Wie viele?')).toBeVisible({ timeout: 60_000 });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await asked('Wie viele?').getByRole('textbox').focus();
  const first = await keysPainted(page, '123');
  await asked('Was noch?').getByRole('textbox').focus();
  const others = await keysPainted(page, 'nichts');
  const begun = performance.now();
  await expect(asked(`Summe ${TOTALS - 1}`)).toContainText(String(123 + TOTALS), {
    timeout: 120_000,
  });
  const settled = performance.now() - begun;
  console.log(
    JSON.stringify({ first: first.map(Math.round), others: others.map(Math.round), settled }),
  );
  // The last letter started a computation that nothing interrupted: both scale with the machine.
  expect(Math.max(...first, ...others)).toBeLessThan(settled);
  // The page is left only when everything is computed: the review shows the last total.
  await page.locator('footer .k-button--primary').tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Stimmt alles?' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(/konnte nicht ausgerechnet werden/)).toHaveCount(0);
  await expect(page.locator('.q-answers')).toContainText(String(123 + TOTALS));
});
