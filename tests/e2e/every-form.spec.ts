/**
 * Every form of the catalogue through the built tablet app, in one Mappe: on tablet and phone, in
 * German, English and Arabic; every other one is filled in offline. Every question is answered, and
 * the practice has exactly these answers. Fields filled by script here are filled by touch in
 * anamnese.spec.ts; every form in every language, page by page:
 * kiosk/forms/every-form.long.test.tsx.
 */
import { expect, test } from '@playwright/test';
import { formsInUse } from '../../catalog/forms/catalogue.ts';
import { asksHealth } from '../../shared/forms/answers/asks-health.ts';
import { modelOf, type Model } from '../../shared/forms/questionnaire/model.ts';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { DeskCalls } from '../support/stories/desk-calls.ts';
import { answersByLinkId, fillPage, toldOf, typingFor } from '../support/form-filler.ts';
import { patientScreenFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';
import { filesHolding } from '../support/stories/profile.ts';

const CANARY = 'Kanarienvogel';
const FORMS = formsInUse();
const RECORD = { firstName: 'Amira', lastName: CANARY, geburtsdatum: '1981-05-06' };
const TABLET = { width: 1280, height: 800 };
/**
 * Viewports on which the forms are filled in, in rotation; the first page is checked on the tablet
 * before.
 */
const SIZES = [
  { width: 360, height: 740 },
  TABLET,
  { width: 320, height: 568 },
  { width: 800, height: 1280 },
] as const;
const LANGUAGES = [
  { code: 'de', native: 'Deutsch', dir: 'ltr' },
  { code: 'en', native: 'English', dir: 'ltr' },
  { code: 'ar', native: 'العربية', dir: 'rtl' },
] as const;
const MOST_PAGES = 40;
interface Answers {
  response: { item?: Parameters<typeof answersByLinkId>[0] };
}

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
});
test.afterAll(() => story.close());

/** Changes the language in the bar; the page stays the same. */
async function speak(tablet: TabletPage, from: number, to: number): Promise<void> {
  const [now, next] = [LANGUAGES[from % 3]!, LANGUAGES[to % 3]!];
  await tablet.press(now.native);
  await tablet.tap(tablet.page.locator('.k-modal .k-language', { hasText: next.native }));
  await expect(tablet.page.locator('html')).toHaveAttribute('lang', next.code);
  await expect(tablet.page.locator('.q-root')).toHaveAttribute('dir', next.dir);
  await expect(tablet.page.locator(`.q-root h1 [lang=${next.code}]`).first()).toBeVisible();
}

/** The practice has exactly the given answers. */
async function expectAnswers(
  patid: string,
  given: ReadonlyMap<string, Record<string, readonly FhirValue[]>>,
): Promise<void> {
  const { items } = await story.calls.call<{
    items: { id: string; form: string; problems: number }[];
  }>(`/anamnese/responses?patid=${patid}`);
  expect(Object.fromEntries(items.map((one) => [one.form, one.problems]))).toEqual(
    Object.fromEntries(FORMS.map((one) => [one.key, 0])),
  );
  expect(items).toHaveLength(FORMS.length);
  for (const { id, form } of items) {
    const answers = await story.answers<Answers>(id);
    expect(answersByLinkId(answers.response.item), form).toEqual(given.get(form));
  }
}

/** Checks the questions of a page; every question must be answered. */
function noteTold(
  form: string,
  model: Model,
  stood: Awaited<ReturnType<typeof fillPage>>,
  told: Record<string, readonly FhirValue[]>,
): void {
  for (const one of stood) {
    const values = toldOf(model, one, RECORD);
    if (values === undefined) continue;
    expect(one.values.length > 0 || one.kind === 'known', `${form} ${one.key} is answered`).toBe(
      true,
    );
    // The first line of a list has the number of its row in its key.
    told[one.key.replace(/~[\d.]+$/, '')] = values;
  }
}

test(
  '[sync S1] [sync S4] every form on tablet and phone, in three languages, arrives complete',
  { tag: '@long' },
  async () => {
    test.setTimeout(300_000);
    await (
      await DeskCalls.open(story.server, 'owner')
    ).setSettings({ languages: ['de', 'en', 'ar'] });
    const { tablet, tabletId } = await story.tablet('Tablet 1'),
      { page } = tablet;
    const patient = await story.calls.addPatient(
      RECORD.firstName,
      RECORD.lastName,
      RECORD.geburtsdatum,
    );
    const mappeId = await story.calls.send(patient, {
      items: FORMS.map(({ key }) => ({ template: key })),
      tabletId,
      signers: [],
    });
    await tablet.begin(RECORD.geburtsdatum);
    await tablet.press('Weiter');

    const primary = page.locator('footer .k-button--primary'),
      review = page.locator('.q-review'),
      heading = page.locator('h1').first(),
      yes = page.locator('.k-modal .k-button--primary');
    const given = new Map<string, Record<string, readonly FhirValue[]>>(),
      seen = new Set<string>(),
      faults: string[] = [];
    let spoken = 0,
      turns = 0;
    for (const [at, { key, questionnaire }] of FORMS.entries()) {
      await test.step(key, async () => {
        const model = modelOf(questionnaire),
          typing = typingFor(model, CANARY),
          told: Record<string, readonly FhirValue[]> = {};
        await expect(page.locator('.q-item').first()).toBeVisible();
        await tablet.context.setOffline(at % 2 === 1);
        // Checks the first page in all three languages.
        for (const _ of [1, 2]) await speak(tablet, spoken, ++spoken);
        for (let n = 0; (await review.count()) === 0; n++) {
          expect(n, `${key} ends`).toBeLessThan(MOST_PAGES);
          const size = SIZES[(at * 2 + n) % SIZES.length]!;
          await page.setViewportSize(size);
          const stood = await fillPage(page, typing, at * 3 + n),
            kinds = [...new Set(stood.map((one) => one.kind))].sort().join();
          noteTold(key, model, stood, told);
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            `${key} page ${n + 1} at ${size.width}`,
          ).toBeLessThanOrEqual(0);
          const isNew = !seen.has(kinds);
          seen.add(kinds);
          if (isNew)
            faults.push(
              ...(await patientScreenFaults(
                page,
                `${key} page ${n + 1} at ${size.width} in ${LANGUAGES[spoken % 3]!.code}`,
              )),
            );
          const before = await heading.innerText();
          await tablet.tap(primary);
          turns += 1;
          const hasTurned = async (): Promise<boolean> =>
            (await review.count()) > 0 || (await heading.innerText()) !== before;
          await expect
            .poll(async () => (await yes.count()) > 0 || (await hasTurned()), {
              message: `${key} page ${n + 1} turns`,
            })
            .toBe(true);
          while ((await yes.count()) > 0) await tablet.tap(yes, { mayVanish: true });
          await expect.poll(hasTurned).toBe(true);
        }
        await page.setViewportSize(TABLET);
        if (at < 2)
          faults.push(
            ...(await patientScreenFaults(page, `${key} review in ${LANGUAGES[spoken % 3]!.code}`)),
          );
        given.set(key, told);
        await tablet.tap(primary);
        await expect(review).toHaveCount(0);
        if (asksHealth(model)) await tablet.signAnswers();
      });
    }
    expect(turns).toBeGreaterThan(FORMS.length * 3);
    expect(faults).toEqual([]);
    await expect(page.locator('.k-screen h1').first()).toBeVisible();
    await tablet.context.setOffline(false);
    await expect
      .poll(async () => (await story.calls.mappe(mappeId)).tasks.map((one) => one.state), {
        timeout: 40_000,
      })
      .toEqual(FORMS.map(() => 'filed'));

    await expectAnswers(patient.patid, given);
    // Neither the answers nor the patient's identity are found on the tablet's disk.
    await tablet.press(/^(Fertig|Done|تم)/);
    await tablet.close();
    expect(
      filesHolding(tablet.profile, [CANARY, CANARY.toLowerCase(), RECORD.geburtsdatum]),
    ).toEqual([]);
  },
);
