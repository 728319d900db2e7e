/**
 * Consent that is missing in the signer's language: nothing is shown until staff records how it is
 * read; the practice and the evidence show it.
 */
import { expect, test } from '@playwright/test';
import { DeskCalls, PHOTO } from '../support/stories/desk-calls.ts';
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
  const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
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
    'Gibt es nicht auf Arabisch. Laut Patient übersetzt jemand; gezeigt auf Deutsch.',
  );
  expect((await story.calls.mappe(mappeId)).tasks[0]?.readIn).toMatchObject({
    wanted: 'ar',
    shown: 'de',
    by: 'interpreter',
  });
  const [envelope] = story.rows('select evidence from envelope') as { evidence: string }[];
  expect(JSON.parse(envelope?.evidence ?? '{}')).toMatchObject({
    reading: { instead: { wanted: 'ar', shown: 'de', by: 'interpreter' } },
  });
});
