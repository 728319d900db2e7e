/**
 * Answers about health become a document: the tablet shows what was said, the patient signs it, the
 * practice finds the sealed PDF with the patient and on the chair card. In German with the finger
 * and without a network, in Arabic by a re-visit.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { formsInUse } from '../../catalog/forms/catalogue.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import signatureAr from '../../kiosk/signature/texts.ar.json' with { type: 'json' };
import tabletAr from '../../kiosk/tablet/texts.ar.json' with { type: 'json' };
import taskAr from '../../kiosk/task/texts.ar.json' with { type: 'json' };
import { DeskCalls } from '../support/stories/desk-calls.ts';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';

const shots = process.env['SHOTS'];
if (shots !== undefined) mkdirSync(shots, { recursive: true });

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
});
test.afterAll(() => story.close());

const FORM = formsInUse().find((one) => one.id === 'schmerz')!,
  model = modelOf(FORM.questionnaire);
const MOST_PAGES = 40;

/**
 * Answers every required question of the page: the first one of the form that matters to a dentist
 * with „Ja“, the others with „Nein“ or the last tile.
 */
async function answerPage({ page, tap }: TabletPage, said: Set<string>): Promise<void> {
  for (const place of await page
    .locator('.q-item')
    .evaluateAll((items) => items.map((one) => (one as HTMLElement).dataset['place'] ?? ''))) {
    const node = model.byLinkId.get(place),
      item = page.locator(`[data-place="${place}"]`).first();
    if (!node || (!node.isRequired && node.critical === undefined)) continue;
    const radios = item.getByRole('radio'),
      checks = item.getByRole('checkbox'),
      isYes = node.critical !== undefined && said.size === 0 && (await radios.count()) > 0;
    if (isYes) said.add(place);
    if ((await radios.count()) > 0) await tap(radios.nth(isYes ? 0 : 1));
    else if ((await checks.count()) > 0) await tap(checks.last());
  }
}

/** Fills in the form until its review, whatever language it is shown in. */
async function fill(tablet: TabletPage): Promise<void> {
  const { page } = tablet,
    hand = { page, tap: tablet.tap.bind(tablet) } as TabletPage,
    primary = page.locator('footer .k-button--primary'),
    review = page.locator('.q-review'),
    heading = page.locator('h1').first(),
    said = new Set<string>();
  await expect(page.locator('.q-root')).toBeVisible();
  for (let n = 0; (await review.count()) === 0; n++) {
    expect(n).toBeLessThan(MOST_PAGES);
    const before = await heading.innerText();
    if ((await page.locator('.q-notedgroup').count()) > 0)
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await answerPage(hand, said);
    await tablet.tap(primary);
    await expect
      .poll(
        async () =>
          (await review.count()) > 0 ||
          (await heading.innerText()) !== before ||
          (await page.locator('.q-item[data-wrong], .q-ask').count()) > 0,
      )
      .toBe(true);
  }
  await tablet.tap(primary);
}

const picture = async (tablet: TabletPage, name: string): Promise<void> => {
  if (shots !== undefined)
    await tablet.page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

interface Listed {
  fileId: string;
  title: string;
  level: string;
  kind: string;
}

/** Waits for the sealed documents of a patient. */
async function documentsOf(patid: string, count: number): Promise<Listed[]> {
  let items: Listed[] = [];
  await expect
    .poll(
      async () => {
        ({ items } = await story.calls.call<{ items: Listed[] }>(`/documents/list?patid=${patid}`));
        return items.length;
      },
      { timeout: 30_000 },
    )
    .toBe(count);
  return items;
}

async function keepPdf(fileId: string, name: string): Promise<Uint8Array> {
  const team = await story.team(),
    pdf = await team.bytes(`/documents/file/${fileId}`);
  if (shots !== undefined) writeFileSync(`${shots}/${name}.pdf`, pdf);
  return pdf;
}

test('answers about health are summarised, signed, sealed and found with the patient', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  await (
    await DeskCalls.open(story.server, 'owner')
  ).setSettings({ languages: ['de', 'en', 'ar'] });
  const { tablet, tabletId } = await story.tablet('Tablet 1', { posture: 'hand' }),
    { page } = tablet;
  const patient = await story.calls.addPatient('Gerda', 'Unterschrift', '1950-02-03');
  await story.calls.send(patient, { items: [{ template: FORM.key }], tabletId, signers: [] });
  await tablet.begin('1950-02-03');
  await tablet.press('Weiter');
  await expect(page.locator('.q-root')).toBeVisible();
  // Signed and stored without a network; sent when it is back.
  await tablet.context.setOffline(true);
  await fill(tablet);
  await expect(tablet.heading('Das haben Sie angegeben')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Mit „Nein“ beantwortet');
  await expect(page.getByRole('main')).toContainText('Wer unterschreibt, bestätigt damit');
  await picture(tablet, 'summary-de');
  // Back to the review, and once more: nothing is lost.
  await tablet.press('Zurück');
  await expect(tablet.heading('Stimmt alles?')).toBeVisible();
  await tablet.press('Ja, alles stimmt');
  await tablet.press('Weiter zur Unterschrift');
  await picture(tablet, 'signing-de');
  await tablet.sign();
  await expect(tablet.thanks()).toBeVisible();
  await tablet.context.setOffline(false);
  await tablet.press('Fertig');

  const [signed] = await documentsOf(patient.patid, 1);
  expect(signed).toMatchObject({ kind: 'document', title: FORM.title });
  expect(signed?.level).not.toBe('none');
  const pdf = await keepPdf(signed?.fileId ?? '', 'signed-de');
  expect(await story.calls.check(pdf)).toMatchObject({
    verdict: 'unchanged',
    seal: { isOurs: true },
    shown: { isSame: true, isDataSame: true },
  });

  // The treatment room opens it in one press.
  const desk = await story.desk(browser),
    room = await story.desk(browser, 'staff');
  await desk.button('Ins Zimmer: Unterschrift, Gerda').click();
  await desk.page.getByRole('menuitem', { name: 'Zimmer 1', exact: true }).click();
  await expect(desk.button('Aus dem Zimmer')).toBeVisible();
  await room.page.setViewportSize({ width: 1920, height: 1080 });
  await room.page.goto(`${story.server.url}/practice/stuhl?zimmer=Zimmer%201`);
  await expect(room.button('Unterschriebene Anamnese')).toBeVisible();
  if (shots !== undefined) await room.page.screenshot({ path: `${shots}/chair.png` });
  const opened = room.page.waitForEvent('popup');
  await room.button('Unterschriebene Anamnese').click();
  await opened;
  await Promise.all([desk.close(), room.close()]);

  // The next visit makes another document, and an Arabic reader sees and signs the Arabic words.
  await story.calls.send(patient, {
    items: [{ template: FORM.key }],
    tabletId,
    signers: [],
    language: 'ar',
  });
  await tablet.beginIn(
    {
      begin: tabletAr.home.begin,
      ask: taskAr.person.ask,
      day: taskAr.person.day,
      pad: taskAr.person.pad,
      next: taskAr.next,
    },
    '1950-02-03',
  );
  await tablet.tap(page.locator('footer .k-button--primary'));
  await fill(tablet);
  await expect(tablet.heading(taskAr.answers.title)).toBeVisible();
  await picture(tablet, 'summary-ar');
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
  await tablet.press(taskAr.summary.sign);
  await tablet.draw();
  await tablet.press(signatureAr.done);
  await expect(tablet.heading(taskAr.thanks.title)).toBeVisible();
  const both = await documentsOf(patient.patid, 2);
  await keepPdf(both[0]?.fileId ?? '', 'signed-ar');
  // Both sheets state what the stored answers state.
  const { items } = await story.calls.call<{ items: { problems: number }[] }>(
    `/anamnese/responses?patid=${patient.patid}`,
  );
  expect(items.map((one) => one.problems)).toEqual([0, 0]);
});
