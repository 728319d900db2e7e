/**
 * Consent that is missing in the signer's language: nothing is shown until staff records how it is
 * read; the practice and the evidence show it.
 */
import { expect, test } from '@playwright/test';
import { PDF } from '@libpdf/core';
import { DeskCalls, PHOTO } from '../support/stories/desk-calls.ts';
import { attachedText } from '../support/stories/attached-text.ts';
import { patientScreenFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
  await (
    await DeskCalls.open(story.server, 'owner')
  ).setSettings({ languages: ['de', 'en', 'ar'] });
});
test.afterAll(async () => {
  await story.close();
});

test('[§ 630e BGB] an Arabic patient stops before a German text, has it translated, signs; the desk sees how', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1'),
    { page } = tablet;
  const desk = await story.desk(browser),
    patient = await story.calls.addPatient('Omar', 'Sprachhalt', '1970-02-03');
  const mappeId = await story.calls.send(patient, { items: [{ template: 'foto@1' }], tabletId });
  await tablet.begin(patient.geburtsdatum);
  await tablet.press('العربية');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await tablet.press('التالي');

  // In the patient's language, without the text; help can be called.
  await expect(tablet.heading('هذا النص غير متوفر بلغتك.')).toBeVisible();
  await expect(page.locator('.doc-paper')).toHaveCount(0);
  expect(await patientScreenFaults(page, 'stop before a text in another language')).toEqual([]);
  await tablet.press(/^أريد أن أسأل العيادة/);
  await expect(desk.row('Sprachhalt')).toContainText('Hilfe gerufen');
  await desk.row('Sprachhalt').getByRole('button', { name: 'Ich gehe hin' }).click();
  await tablet.press('المتابعة');

  await tablet.press(/^هناك من يترجم لي النص/);
  await expect(tablet.heading('من يترجم لك؟')).toBeVisible();
  expect(await patientScreenFaults(page, 'name of the interpreter')).toEqual([]);
  await page.getByLabel('الاسم واسم العائلة').fill('Samir Haddad');
  await tablet.press('متابعة إلى النص');
  await expect(tablet.heading('Einwilligung: Fotos für Ihre Behandlung')).toBeVisible();
  // Changing the language asks again.
  await tablet.press('العربية');
  await tablet.press('English');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('.doc-paper').first()).toBeVisible();
  await tablet.press('English');
  await tablet.press('العربية');
  const end = tablet.button('تُرجم لي النص وليس لدي أسئلة أخرى');
  await expect(end).toBeAttached();
  await end.scrollIntoViewIfNeeded();
  await tablet.tap(end);
  for (let n = 0; n < 3; n++) await tablet.press(/^نعم/);
  await tablet.press('المتابعة إلى التوقيع');
  await tablet.draw();
  await tablet.press('تسليم التوقيع');
  await story.calls.reaches(mappeId, 'filed');
  await expect(desk.row('Sprachhalt')).toContainText(
    'Gibt es nicht auf Arabisch. Samir Haddad übersetzt; gezeigt auf Deutsch.',
  );
  expect((await story.calls.mappe(mappeId)).tasks[0]?.readIn).toMatchObject({
    wanted: 'ar',
    shown: 'de',
    by: 'interpreter',
    name: 'Samir Haddad',
  });
  const { pdf } = await sheetOf(patient.patid);
  expect(JSON.parse(attachedText(Buffer.from(pdf), '"instead"'))).toMatchObject({
    reading: { instead: { wanted: 'ar', shown: 'de', by: 'interpreter' } },
  });
});

/** Title of the photo consent in every language, as its designer reads it. */
const photoTitle = async (): Promise<Record<string, string>> =>
  (
    await (
      await DeskCalls.open(story.server, 'owner')
    ).call<{ template: { title: Record<string, string> } }>('/texts/foto@2')
  ).template.title;

/** Text of a sealed paper as the practice stores it. */
const sheetOf = async (patid: string): Promise<{ pdf: Uint8Array; words: string }> => {
  const { items } = await story.calls.documentsOf(patid),
    pdf = await story.calls.bytes(`/documents/file/${items[0]?.fileId ?? ''}`);
  const pages = (await PDF.load(pdf)).extractText();
  return { pdf, words: pages.map((page) => page.text).join('\n') };
};

test('[§ 630e BGB] a patient switches to Arabic, reads and signs in it; the paper holds both languages', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1'),
    { page } = tablet;
  const desk = await story.desk(browser),
    patient = await story.calls.addPatient('Samira', 'Sprachwahl', '1971-02-03');
  const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
  await tablet.begin(patient.geburtsdatum);
  await tablet.press('العربية');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await tablet.press('التالي');
  const title = await photoTitle();
  await expect(tablet.heading(title.ar ?? '')).toBeVisible();
  // Both languages, the binding one named, and who translated.
  await expect(page.locator('.doc-column[lang="ar"]').first()).toBeVisible();
  await expect(page.locator('.doc-column[lang="de"]').first()).toBeVisible();
  await expect(page.getByText('هذه ترجمة آلية، ولم يراجعها أحد بعد.')).toBeVisible();
  expect(await patientScreenFaults(page, 'text in Arabic next to German')).toEqual([]);
  const end = tablet.button('لا أسئلة أخرى');
  await expect(end).toBeAttached();
  await end.scrollIntoViewIfNeeded();
  await tablet.tap(end);
  for (let n = 0; n < 3; n++) await tablet.press(/^نعم/);
  await tablet.press('المتابعة إلى التوقيع');
  await tablet.draw();
  await tablet.press('تسليم التوقيع');
  await story.calls.reaches(mappeId, 'filed');
  await expect(desk.row('Sprachwahl')).toContainText(
    'Gelesen auf Arabisch, neben dem deutschen Text.',
  );

  const { pdf, words } = await sheetOf(patient.patid);
  expect(words).toContain('Samira Sprachwahl: gelesen auf Arabisch');
  expect(words).toContain('Arabisch: maschinelle Übersetzung, noch nicht geprüft.');
  expect(words).toContain(title.de);
  expect(/\p{Script=Arabic}{3}/u.test(words)).toBe(true);
  expect(await story.calls.check(pdf)).toMatchObject({
    verdict: 'unchanged',
    kept: 'original',
    shown: { isSame: true, isDataSame: true, printedIn: ['de', 'ar'] },
  });
});
