/**
 * A foreign form whose answers come from the record, a proposal and a formula: read in by the
 * practice, filled in on a tablet and at home, and read by the team with the source of each value.
 */
import { expect, test, type Page } from '@playwright/test';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { screens } from '../support/stories/browser.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
});
test.afterAll(() => story.close());

const inLanguages = (texts: Readonly<Record<string, string>>) => ({
  extension: Object.entries(texts).map(([lang, content]) => ({
    url: 'http://hl7.org/fhir/StructureDefinition/translation',
    extension: [
      { url: 'lang', valueCode: lang },
      { url: 'content', valueString: content },
    ],
  })),
});
const by = (url: string, expression: string) => ({
  url,
  valueExpression: { language: 'text/fhirpath', expression },
});
const value = (linkId: string): string =>
  `%resource.descendants().where(linkId='${linkId}').answer.value`;
const asked = (
  linkId: string,
  type: QuestionnaireItem['type'],
  text: string,
  en: string,
  ar: string,
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({ linkId, type, text, _text: inLanguages({ en, ar }), ...more });

const FORM: Questionnaire = {
  resourceType: 'Questionnaire',
  url: 'https://example.org/Questionnaire/smoking',
  version: '2.0.0',
  title: 'Fragen zum Rauchen',
  _title: inLanguages({ en: 'Questions about smoking', ar: 'أسئلة عن التدخين' }),
  status: 'active',
  language: 'de',
  item: [
    asked('seite', 'group', 'Rauchen', 'Smoking', 'التدخين', {
      item: [
        asked('ort', 'string', 'Wo wohnen Sie?', 'Where do you live?', 'أين تسكن؟', {
          extension: [by(EXTENSION.initialExpression, '%patient.address.city')],
        }),
        asked('geburt', 'date', 'Ihr Geburtsdatum', 'Your date of birth', 'تاريخ ميلادك', {
          readOnly: true,
          extension: [by(EXTENSION.initialExpression, '%patient.birthDate')],
        }),
        asked(
          'wann',
          'string',
          'Wann dürfen wir Sie anrufen?',
          'When may we call you?',
          'متى يمكننا الاتصال بك؟',
          { extension: [by(EXTENSION.initialExpression, "'10:00'")] },
        ),
        asked(
          'zigaretten',
          'integer',
          'Wie viele Zigaretten rauchen Sie am Tag?',
          'How many cigarettes do you smoke a day?',
          'كم سيجارة تدخن في اليوم؟',
          { required: true },
        ),
        asked(
          'woche',
          'integer',
          'Zigaretten in der Woche',
          'Cigarettes a week',
          'عدد السجائر في الأسبوع',
          {
            readOnly: true,
            required: true,
            extension: [by(EXTENSION.calculatedExpression, `${value('zigaretten')} * 7`)],
          },
        ),
        asked(
          'jahre',
          'integer',
          'Zigaretten im Jahr',
          'Cigarettes a year',
          'عدد السجائر في السنة',
          { extension: [by(EXTENSION.calculatedExpression, `${value('zigaretten')} * 365`)] },
        ),
        asked('anteil', 'decimal', 'Anteil', 'Share', 'الحصة', {
          readOnly: true,
          extension: [
            by(EXTENSION.calculatedExpression, `iif(${value('zigaretten')} > 3, 'x'.power(2), 1)`),
          ],
        }),
      ],
    }),
  ],
};
const FILE = {
  name: 'rauchen.json',
  mimeType: 'application/fhir+json',
  buffer: Buffer.from(JSON.stringify(FORM)),
};
const RECORD = 'Aus unseren Unterlagen.',
  CALCULATED = 'Aus Ihren Antworten berechnet.',
  PROPOSED = 'Vorschlag. Bitte prüfen Sie, ob das stimmt.',
  CHANGE = 'Sie können es ändern.';

/** Takes a picture for the eye; it is no part of the verdict. */
const picture = (page: Page, name: string) =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
const question = (page: Page, text: string) => page.getByRole('group', { name: text }).first();
/** The review page: the source below the answer to a question. */
const reviewed = (page: Page, text: string) =>
  page.locator('.q-answers > div').filter({ hasText: text }).locator('dd');

/** Reads the file in, publishes the form, and returns its key. */
async function takeIn(page: Page): Promise<string> {
  await page.goto(`${story.server.url}/practice/formulare`);
  await page.locator('input[type=file]').setInputFiles(FILE);
  await expect(page.getByRole('heading', { name: 'Fragen zum Rauchen', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Veröffentlichen' }).click();
  await expect(page.getByText('Veröffentlichte Fassungen ändern sich nicht.')).toBeVisible();
  return decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
}

/** The page of questions on a tablet: each value that the form gave names its source. */
async function seeSources({ page, press }: Pick<TabletPage, 'page' | 'press'>): Promise<void> {
  const field = (text: string) => question(page, text).getByRole('textbox');
  const source = (text: string) => question(page, text).locator('.q-source');
  await expect(field('Wo wohnen Sie?')).toHaveValue('Berlin');
  await expect(source('Wo wohnen Sie?')).toHaveText(`${RECORD} ${CHANGE}`);
  await expect(question(page, 'Ihr Geburtsdatum')).toContainText('03.02.1944');
  await expect(source('Ihr Geburtsdatum')).toHaveText(RECORD);
  await expect(field('Wann dürfen wir Sie anrufen?')).toHaveValue('10:00');
  await expect(source('Wann dürfen wir Sie anrufen?')).toHaveText(PROPOSED);
  // No total is asked for: before its input is there, it is not on the page.
  await expect(page.getByText('Zigaretten in der Woche')).toHaveCount(0);
  await press('Weiter');
  await expect(page.getByText('Hier fehlt noch eine Antwort.').first()).toBeVisible();
}

test('a value from the record, a proposal and a total name their source on the tablet and to the team', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const owner = await story.desk(browser, 'owner'),
    key = await takeIn(owner.page);
  const { tablet, tabletId } = await story.tablet('Tablet 1', { posture: 'hand' });
  const name = { firstName: 'Erna', lastName: 'Formel', geburtsdatum: '1944-02-03' },
    { patid } = await story.calls.call<{ patid: string }>('/patient/patients', {
      ...name,
      city: 'Berlin',
    }),
    patient = { ...name, patid, name: 'Erna Formel' };
  const mappeId = await story.calls.send(patient, {
    items: [{ template: key }],
    tabletId,
    signers: [],
  });
  await tablet.begin('1944-02-03');
  await tablet.press('Weiter');
  await expect(tablet.heading('Rauchen')).toBeVisible();
  const { page } = tablet;
  await seeSources({ page, press: (name) => tablet.press(name) });
  await question(page, 'Wie viele Zigaretten').getByRole('textbox').fill('4');
  // The keyboard covers the footer.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const total = question(page, 'Zigaretten in der Woche');
  await expect(total).toContainText('28');
  await expect(total.getByRole('textbox')).toHaveCount(0);
  await expect(total.locator('.q-source')).toHaveText(CALCULATED);
  const yearly = question(page, 'Zigaretten im Jahr');
  await expect(yearly.locator('.q-source')).toHaveText(`${CALCULATED} ${CHANGE}`);
  await picture(page, 'tablet-questions');
  await tablet.press('Weiter');
  await expect(tablet.heading('Stimmt alles?')).toBeVisible();
  await expect(reviewed(page, 'Wo wohnen Sie?')).toContainText(RECORD);
  await expect(reviewed(page, 'Wann dürfen wir')).toContainText(PROPOSED);
  await expect(reviewed(page, 'in der Woche')).toContainText(CALCULATED);
  await expect(page.getByText(/konnte nicht ausgerechnet werden/)).toBeVisible();
  await picture(page, 'tablet-review');
  await tablet.press('Ja, alles stimmt');
  await expect(tablet.thanks()).toBeVisible();
  await expect
    .poll(
      async () => (await story.calls.mappe(mappeId)).tasks.map((one) => [one.state, one.attention]),
      {
        timeout: 40_000,
      },
    )
    .toEqual([['filed', undefined]]);

  const team = await story.desk(browser, 'staff');
  await team.page.goto(`${story.server.url}/practice/dokumente?patid=${patid}`);
  await team.page.getByRole('link', { name: 'Fragebögen', exact: true }).click();
  await team.page.getByRole('link', { name: /^Fragen zum Rauchen vom .* öffnen$/ }).click();
  const read = (text: string) =>
    team.page
      .locator('.an-question')
      .filter({ has: team.page.getByText(text, { exact: true }) })
      .locator('dd');
  await expect(read('Wo wohnen Sie?')).toHaveText(/Berlin.*aus der Akte/s);
  await expect(read('Wann dürfen wir Sie anrufen?')).toHaveText(
    /10:00.*vorgeschlagen, nicht geändert/s,
  );
  await expect(read('Zigaretten in der Woche')).toHaveText(/28.*berechnet aus den Antworten/s);
  await expect(read('Wie viele Zigaretten rauchen Sie am Tag?')).toHaveText('4');
  expect(await staffPageFaults(team.page, 'answers')).toEqual([]);
  await picture(team.page, 'practice-answers');
});

/** Words of a page in one language. */
interface PageWords {
  readonly language: 'en' | 'ar';
  readonly begin: string;
  readonly next: string;
  readonly cigarettes: string;
  readonly weekly: string;
  readonly calculated: string;
  readonly proposed: string;
  readonly filled: string;
}
const WORDS: readonly PageWords[] = [
  {
    language: 'en',
    begin: 'Begin',
    next: 'Next',
    cigarettes: 'How many cigarettes do you smoke a day?',
    weekly: 'Cigarettes a week',
    calculated: 'Calculated from your answers.',
    proposed: 'Suggestion. Please check that it is right.',
    filled: 'Filled in automatically.',
  },
  {
    language: 'ar',
    begin: 'البدء',
    next: 'التالي',
    cigarettes: 'كم سيجارة تدخن في اليوم؟',
    weekly: 'عدد السجائر في الأسبوع',
    calculated: 'محسوب من إجاباتك.',
    proposed: 'اقتراح. يرجى التحقق من صحته.',
    filled: 'تم ملؤه تلقائيًا.',
  },
];

test.describe(() => {
  test.use(screens.staffPhone);
  test('at home the same values name their source in other languages, from right to left and in large letters', async ({
    browser,
    context,
  }) => {
    test.setTimeout(180_000);
    const owner = await story.desk(browser, 'owner'),
      key = await takeIn(owner.page);
    for (const words of WORDS) {
      const { path } = await story.calls.call<{ path: string }>('/anamnese/home-links', {
        id: crypto.randomUUID(),
        kind: 'invitation',
        formId: key.split('@')[0] ?? '',
        language: words.language,
        label: '',
      });
      const page = await context.newPage();
      await page.goto(`${story.server.url}${path}`);
      await page.locator('.k-button--primary').first().tap();
      const fields = page.getByRole('textbox');
      for (const [at, text] of ['Erna', 'Formel', '3', '2', '1944'].entries())
        await fields.nth(at).fill(text);
      await page.locator('footer .k-button--primary').tap();
      const asked = question(page, words.cigarettes);
      await asked.getByRole('textbox').fill('4');
      const total = question(page, words.weekly);
      await expect(total.locator('.q-source')).toHaveText(words.calculated);
      await expect(page.getByText(words.proposed).first()).toBeVisible();
      await expect(page.getByText(words.filled).first()).toBeVisible();
      await picture(page, `home-${words.language}`);
      // The largest text of a reader: nothing is cut off.
      await page.evaluate(() => {
        document.documentElement.dataset.textScale = '200';
      });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        390,
      );
      await picture(page, `home-${words.language}-large`);
      await page.evaluate(() => {
        delete document.documentElement.dataset.textScale;
        document.documentElement.dataset.theme = 'dark';
      });
      await picture(page, `home-${words.language}-dark`);
      await page.locator('footer .k-button--primary').tap();
      await expect(page.locator('.q-review').last()).toContainText(words.calculated);
      await picture(page, `home-${words.language}-review`);
      await page.close();
    }
  });
});
