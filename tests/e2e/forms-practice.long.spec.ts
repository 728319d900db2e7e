/**
 * Questionnaires as the practice sees them: critical answers first, changes, a Nachtrag that takes
 * effect at once, and a treatment-room screen that follows the board.
 */
import { v7 } from 'uuid';
import { expect, test } from '@playwright/test';
import type { DeskPage } from '../support/stories/desk-page.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { plantAnswers, sealPlanted } from '../support/stories/planted-answers.ts';
import { Story } from '../support/stories/story.ts';

const DAY = 86_400_000;
const coded = (code: string, display: string) => ({
  valueCoding: { system: 'urn:molar:anamnese', code, display },
});
const YES = {
  valueCoding: {
    system: 'http://terminology.hl7.org/CodeSystem/v2-0136',
    code: 'Y',
    display: 'Ja',
  },
};
const NO = {
  valueCoding: {
    system: 'http://terminology.hl7.org/CodeSystem/v2-0136',
    code: 'N',
    display: 'Nein',
  },
};
const UNKNOWN = {
  valueCoding: {
    system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
    code: 'asked-unknown',
    display: 'Weiß ich nicht',
  },
};
/** One red pixel, PNG. */
const PHOTO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

let story: Story, patid: string;
/** Plants answers of the patient; those on pain miss one that is required. */
const plant = (
  id: string,
  form: string,
  title: string,
  language: string,
  at: number,
  item: unknown[],
): void =>
  plantAnswers(story, {
    id,
    patid,
    form,
    title,
    language,
    at,
    item,
    problems: form === 'schmerz@1' ? [{ key: 'schlucken', code: 'required' }] : [],
  });
const today = v7(),
  before = v7();

test.beforeAll(async () => {
  story = await Story.open();
  ({ patid } = await story.calls.addPatient('Gerda', 'Yıldız', '1958-03-12'));
  const now = Date.now();
  const medicine = (more: unknown[]) => ({
    linkId: 'seite.medikamente',
    item: [
      { linkId: 'medikamente', text: 'Nehmen Sie regelmäßig Medikamente?', answer: [NO] },
      ...more,
    ],
  });
  plant(before, 'schmerz@1', 'Kurze Fragen bei Schmerzen', 'de', now - 200 * DAY, [
    medicine([
      {
        linkId: 'verduenner',
        text: 'Nehmen Sie Medikamente, die das Blut verdünnen?',
        answer: [NO],
      },
    ]),
  ]);
  plant(today, 'schmerz@1', 'Kurze Fragen bei Schmerzen', 'tr', now, [
    {
      linkId: 'seite.schmerz',
      item: [{ linkId: 'ort', text: 'Wo tut es weh?', answer: [{ valueString: 'Sağ üstte' }] }],
    },
    {
      linkId: 'seite.allergie',
      item: [
        {
          linkId: 'allergie',
          text: 'Sind Sie gegen etwas davon allergisch?',
          answer: [coded('penicillin', 'Penicillin'), coded('latex', 'Latex')],
        },
        { linkId: 'zwischenfall', text: 'Zwischenfall?', answer: [UNKNOWN] },
      ],
    },
    medicine([
      {
        linkId: 'medikamente.packung',
        text: 'Foto der Packungen',
        answer: [
          { valueAttachment: { contentType: 'image/png', data: PHOTO, title: 'Packung' } },
          { valueAttachment: { contentType: 'text/html', data: 'PGI+', title: 'böse.html' } },
        ],
      },
      {
        linkId: 'verduenner',
        text: 'Nehmen Sie Medikamente, die das Blut verdünnen?',
        answer: [YES],
      },
      {
        linkId: 'verduenner.welche',
        text: 'Welches Mittel?',
        answer: [{ valueString: 'Eliquis 2×5 mg' }],
      },
      { linkId: 'knochenmittel', text: 'Mittel gegen Knochenschwund?', answer: [NO] },
    ]),
  ]);
  await sealPlanted(story, patid);
});
test.afterAll(() => story.close());

/** From the board to the document list, and from there to the latest answers. */
async function openAnswers(desk: DeskPage): Promise<void> {
  await desk.page.goto(`${story.server.url}/practice/dokumente?patid=${patid}`);
  await desk.page.getByRole('link', { name: 'Fragebögen', exact: true }).click();
  await desk.page
    .getByRole('link', { name: /^Kurze Fragen bei Schmerzen vom .* öffnen$/ })
    .first()
    .click();
  await expect(
    desk.page.getByRole('heading', { name: 'Wichtig für die Behandlung' }),
  ).toBeVisible();
}

test("[V1] answers show critical ones first, changes, the patient's own words; a Nachtrag takes effect at once", async ({
  browser,
}) => {
  const desk = await story.desk(browser, 'staff'),
    { page } = desk,
    high = page.getByRole('region', { name: 'Wichtig für die Behandlung' });
  await openAnswers(desk);
  await expect(
    high.locator('li[data-state=ja]').filter({ hasText: 'Blutverdünner' }),
  ).toContainText('Eliquis 2×5 mg');
  await expect(high.locator('li[data-state=ja]').filter({ hasText: 'Allergie' })).toContainText(
    'Latex',
  );
  await expect(high.locator('li[data-state=weiss_nicht]')).toContainText('Zwischenfall');
  await expect(
    high.locator('li[data-state=nein]').filter({ hasText: 'Antiresorptiva' }),
  ).toBeVisible();
  await expect(
    high.locator('li[data-state=nicht_gefragt]').filter({ hasText: 'Schwangerschaft' }),
  ).toBeVisible();
  await expect(
    page.getByRole('region', { name: /^Seit letztem Mal/ }).locator('li[data-what=changed]'),
  ).toContainText('Nein → Ja');
  await expect(page.getByText('nicht übersetzt').first()).toBeVisible();
  await expect(page.getByText('Antwort fehlt')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Packung' })).toBeVisible();
  await expect(page.getByText('Datei, wird hier nicht gezeigt: böse.html')).toBeVisible();
  expect(await staffPageFaults(page, 'answers')).toEqual([]);

  await desk.button('Nachtrag hinzufügen').click();
  await page.getByLabel('Was kam dazu?').fill('x'.repeat(251));
  await expect(page.getByText('Kommentar darf nicht länger als 250 Zeichen sein.')).toBeVisible();
  await page.getByLabel('Was kam dazu?').fill('In der 12. Woche');
  await page.getByRole('combobox', { name: 'Wichtig für die Behandlung als' }).click();
  await page.getByRole('option', { name: 'Schwangerschaft' }).click();
  await desk.button('Nachtrag speichern').click();
  await expect(
    high.locator('li[data-state=ja]').filter({ hasText: 'Schwangerschaft' }),
  ).toContainText('In der 12. Woche');
  const saved = page.waitForEvent('download');
  await desk.button('Als FHIR-Datei').click();
  expect((await saved).suggestedFilename()).toBe(`QuestionnaireResponse-${today}.json`);
});

test('the room screen follows the board, is empty without a patient, and never scrolls critical answers', async ({
  browser,
}) => {
  const desk = await story.desk(browser, 'staff'),
    room = await story.desk(browser, 'staff');
  await room.page.setViewportSize({ width: 1920, height: 1080 });
  await room.page.goto(`${story.server.url}/practice/stuhl?zimmer=Zimmer%201`);
  await expect(room.page.getByText('Gerade ist niemand hier.')).toBeVisible();
  await story.calls.send(
    {
      patid,
      firstName: 'Gerda',
      lastName: 'Yıldız',
      name: 'Gerda Yıldız',
      geburtsdatum: '1958-03-12',
    },
    { items: [{ template: 'schmerz@1' }], signers: [] },
  );
  await desk.button('Ins Zimmer: Yıldız, Gerda').click();
  await desk.page.getByRole('menuitem', { name: 'Zimmer 1', exact: true }).click();
  await expect(room.page.getByRole('heading', { name: /Yıldız, Gerda/ })).toBeVisible();
  const safety = room.page.getByRole('region', { name: 'Wichtig für die Behandlung' });
  await expect(safety).toContainText('Eliquis 2×5 mg');
  expect(
    await safety.evaluate((box) => [
      box.scrollHeight <= box.clientHeight + 1,
      box.getBoundingClientRect().bottom <= innerHeight,
    ]),
  ).toEqual([true, true]);
  const small = await room.page.evaluate(() =>
    [...document.querySelectorAll('.s-chair *')]
      .filter(
        (one) =>
          [...one.childNodes].some(
            (node) => node.nodeType === 3 && node.textContent?.trim() !== '',
          ) && parseFloat(getComputedStyle(one).fontSize) < 28,
      )
      .map((one) => one.textContent),
  );
  expect(small).toEqual([]);
  expect(await staffPageFaults(room.page, 'chair')).toEqual([]);
  await desk.page
    .getByRole('region', { name: 'Im Zimmer' })
    .getByRole('button', { name: 'Aus dem Zimmer' })
    .click();
  await expect(room.page.getByText('Gerade ist niemand hier.')).toBeVisible();
  await expect(room.page.getByText('Eliquis')).toHaveCount(0);
});
