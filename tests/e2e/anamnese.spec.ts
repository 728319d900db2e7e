/** A questionnaire on the tablet: sent by reception, answered page by page, handed in, read by the practice; and the same without a network. */
import { expect, test } from '@playwright/test';
import { DeskCalls } from '../support/desk-calls.ts';
import { fillForm } from '../support/form-hand.ts';
import { Story } from '../support/story.ts';
import { filesHolding, type TabletPage } from '../support/tablet-page.ts';

let story: Story;
test.beforeAll(async () => { story = await Story.open(); });
test.afterAll(() => story.close());

const SCHMERZ = { template: 'schmerz@1' } as const;
interface Entry { id: string; form: string; problems: number }
interface Answers extends Entry { response: { item?: unknown[] } }

/** The tile of a question, by the question's words and the answer's. */
const tile = (tablet: TabletPage, question: RegExp, answer: string) => tablet.page.getByRole('group', { name: question }).first().locator('label.k-tile').filter({ hasText: answer }).locator('input');
const choose = (tablet: TabletPage, question: RegExp, answer: string): Promise<void> => tablet.tap(tile(tablet, question, answer));

/** Through the pain form: what must be answered, and nothing else. */
async function answerPain(tablet: TabletPage): Promise<void> {
  await expect(tablet.heading('Ihre Schmerzen')).toBeVisible();
  await tablet.press('Weiter');
  await expect(tablet.heading('Was noch aufgefallen ist')).toBeVisible();
  await choose(tablet, /^Fällt es Ihnen schwer/, 'Nein');
  await tablet.press('Weiter');
  await choose(tablet, /^Haben oder hatten Sie/, 'Nichts davon trifft zu');
  await tablet.press('Weiter');
  await choose(tablet, /^Sind Sie gegen etwas davon/, 'Penicillin');
  await choose(tablet, /^Ging es Ihnen nach/, 'Weiß ich nicht');
  await tablet.press('Weiter');
  await choose(tablet, /^Nehmen Sie regelmäßig/, 'Nein');
  await choose(tablet, /^Nehmen Sie Medikamente, die das Blut/, 'Ja');
  await choose(tablet, /^Haben Sie schon einmal Mittel gegen/, 'Nein');
  await tablet.press('Weiter');
  await choose(tablet, /^Sind Sie schwanger/, 'Nichts davon trifft zu');
  await tablet.press('Weiter');
  await expect(tablet.heading('Möchten Sie uns noch etwas sagen?')).toBeVisible();
  await tablet.press('Weiter');
}

test('[T1] a questionnaire is answered page by page, checked, handed in, and the practice reads it', async () => {
  const { tablet, tabletId } = await story.tablet('Tablet 1', { posture: 'hand' });
  const patient = await story.calls.addPatient('Gerda', 'Fragebogen', '1950-02-03');
  const mappeId = await story.calls.send(patient, { items: [SCHMERZ], tabletId, signers: [] });
  await tablet.begin('1950-02-03');
  await tablet.press('Weiter');
  await expect(tablet.heading('Ihre Schmerzen')).toBeVisible();
  await tablet.press('Weiter');
  // What must be answered is asked for in words; nothing is greyed out, and nothing was chosen beforehand.
  await expect(tablet.heading('Was noch aufgefallen ist')).toBeVisible();
  await expect(tablet.page.getByRole('radio', { checked: true })).toHaveCount(0);
  await tablet.press('Weiter');
  await expect(tablet.page.getByText('Hier fehlt noch eine Antwort.').first()).toBeVisible();
  await tablet.press('Zurück');
  await answerPain(tablet);
  await expect(tablet.heading('Stimmt alles?')).toBeVisible();
  await expect(tablet.page.getByRole('main')).toContainText('Penicillin');
  await tablet.press('Ja, alles stimmt');
  await expect(tablet.thanks()).toBeVisible();

  await expect.poll(async () => (await story.calls.mappe(mappeId)).tasks.map((one) => one.state)).toEqual(['filed']);
  const { items } = await story.calls.call<{ items: Entry[] }>(`/anamnese/responses?patid=${patient.patid}`);
  expect(items).toMatchObject([{ form: 'schmerz@1', problems: 0 }]);
  const answers = await story.calls.call<Answers>(`/anamnese/responses/${items[0]?.id ?? ''}`);
  expect(JSON.stringify(answers.response)).toContain('penicillin');
  expect(JSON.stringify(answers.response)).toContain('asked-unknown');
});

const EVERY = ['patientendaten@1', 'anamnese-erwachsene@1', 'anamnese-kinder@1', 'schmerz@1', 'zusatz-operation@1', 'zusatz-roentgen@1', 'zusatz-betaeubung@1'].map((template) => ({ template }));

test('[sync S1] [sync S4] every form is filled in without a network, and nothing of it is left on the tablet', async () => {
  test.setTimeout(240_000);
  const { tablet, tabletId } = await story.tablet('Tablet 2');
  const patient = await story.calls.addPatient('Ohnenetz', 'Kanarienvogel', '1961-05-06');
  const mappeId = await story.calls.send(patient, { items: EVERY, tabletId, signers: [] });
  await tablet.begin('1961-05-06');
  await tablet.press('Weiter');
  await tablet.context.setOffline(true);
  for (const [index] of EVERY.entries()) await fillForm(tablet).catch((error: unknown) => { throw new Error(`form ${index + 1}`, { cause: error }); });
  await expect(tablet.thanks()).toBeVisible();
  await tablet.press('Fertig');
  await tablet.context.setOffline(false);
  await expect.poll(async () => (await story.calls.mappe(mappeId)).tasks.map((one) => one.state), { timeout: 40_000 }).toEqual(EVERY.map(() => 'filed'));
  const { items } = await story.calls.call<{ items: Entry[] }>(`/anamnese/responses?patid=${patient.patid}`);
  expect(items.map((one) => one.problems)).toEqual(EVERY.map(() => 0));
  await tablet.close();
  expect(filesHolding(tablet.profile, ['Kanarienvogel'])).toEqual([]);
});

test('[T1] in Arabic on a small screen: from right to left, complete, and the practice has the same answers', async () => {
  test.setTimeout(180_000);
  await (await DeskCalls.open(story.server, 'owner')).setSettings({ languages: ['de', 'en', 'ar'] });
  const { tablet, tabletId } = await story.tablet('Tablet 3', { screen: 'phone' });
  const patient = await story.calls.addPatient('Amira', 'Haddad', '1992-08-09');
  const mappeId = await story.calls.send(patient, { items: [{ template: 'anamnese-erwachsene@1' }, SCHMERZ], tabletId, signers: [], language: 'ar' });
  await tablet.beginIn({ begin: 'ابدأ', ask: 'يُرجى إدخال تاريخ ميلادك.', day: 'اليوم', pad: 'الأرقام', next: 'التالي' }, '1992-08-09');
  // The bar above is in the patient's language as well.
  await expect(tablet.page.locator('html')).toHaveAttribute('lang', 'ar');
  await tablet.tap(tablet.page.locator('footer .k-button--primary'));
  await expect(tablet.page.locator('[dir="rtl"]').first()).toBeVisible();
  expect(await tablet.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(1);
  for (const _ of [1, 2]) await fillForm(tablet);
  await expect.poll(async () => (await story.calls.mappe(mappeId)).tasks.map((one) => one.state), { timeout: 20_000 }).toEqual(['filed', 'filed']);
});
