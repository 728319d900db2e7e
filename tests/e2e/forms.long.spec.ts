/**
 * Questionnaire on the tablet: sent by reception, answered page by page by touch, submitted, read
 * by the practice. Every form in every size, language and network state: every-form.spec.ts.
 */
import { expect, test } from '@playwright/test';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
});
test.afterAll(() => story.close());

const SCHMERZ = { template: 'schmerz@1' } as const;
interface Entry {
  id: string;
  form: string;
  problems: number;
}
interface Answers extends Entry {
  response: { item?: unknown[] };
}

/** Tile of a question, found by the texts of question and answer. */
const tile = (tablet: TabletPage, question: RegExp, answer: string) =>
  tablet.page
    .getByRole('group', { name: question })
    .first()
    .locator('label.k-tile')
    .filter({ hasText: answer })
    .locator('input');
const choose = (tablet: TabletPage, question: RegExp, answer: string): Promise<void> =>
  tablet.tap(tile(tablet, question, answer));

/** Fills in the pain form: only the required answers. */
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
  // What happened is asked once; then the person may go on without an answer.
  await tablet.press('Weiter');
  await expect(tablet.page.getByText(/^Diese Frage ist noch offen/)).toBeVisible();
  await tablet.press('Weiter');
  await choose(tablet, /^Nehmen Sie regelmäßig/, 'Nein');
  await choose(tablet, /^Nehmen Sie Medikamente, die das Blut/, 'Ja');
  await choose(tablet, /^Haben Sie schon einmal Mittel gegen/, 'Nein');
  await tablet.press('Weiter');
  await tablet.press('Weiß ich nicht');
  await tablet.press('Weiter');
  await choose(tablet, /^Sind Sie schwanger/, 'Nichts davon trifft zu');
  await tablet.press('Weiter');
  await expect(tablet.heading('Möchten Sie uns noch etwas sagen?')).toBeVisible();
  await tablet.press('Weiter');
}

test('[T1] a questionnaire is answered page by page, checked, submitted, and read by the practice', async () => {
  const { tablet, tabletId } = await story.tablet('Tablet 1', { posture: 'hand' });
  const patient = await story.calls.addPatient('Gerda', 'Fragebogen', '1950-02-03');
  const mappeId = await story.calls.send(patient, { items: [SCHMERZ], tabletId, signers: [] });
  await tablet.begin('1950-02-03');
  await tablet.press('Weiter');
  await expect(tablet.heading('Ihre Schmerzen')).toBeVisible();
  await tablet.press('Weiter');
  // Missing required answers are named in words; nothing is greyed out or preselected.
  await expect(tablet.heading('Was noch aufgefallen ist')).toBeVisible();
  await expect(tablet.page.getByRole('radio', { checked: true })).toHaveCount(0);
  await tablet.press('Weiter');
  await expect(tablet.page.getByText('Hier fehlt noch eine Antwort.').first()).toBeVisible();
  await tablet.press('Zurück');
  await answerPain(tablet);
  await expect(tablet.heading('Stimmt alles?')).toBeVisible();
  await expect(tablet.page.getByRole('main')).toContainText('Penicillin');
  await tablet.press('Ja, alles stimmt');
  await tablet.signAnswers();
  await expect(tablet.thanks()).toBeVisible();

  await expect
    .poll(async () => (await story.calls.mappe(mappeId)).tasks.map((one) => one.state), {
      timeout: 40_000,
    })
    .toEqual(['filed']);
  const { items } = await story.calls.call<{ items: Entry[] }>(
    `/anamnese/responses?patid=${patient.patid}`,
  );
  expect(items).toMatchObject([{ form: 'schmerz@1', problems: 0 }]);
  const answers = await story.answers<Answers>(items[0]?.id ?? '');
  expect(JSON.stringify(answers.response)).toContain('penicillin');
  expect(JSON.stringify(answers.response)).toContain('asked-unknown');
});

test('[sync P6] [sync P12] answers that came too late are assigned to their patient by reception', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1', { posture: 'hand' });
  const patient = await story.calls.addPatient('Irma', 'Nachzügler', '1951-07-09');
  const mappeId = await story.calls.send(patient, { items: [SCHMERZ], tabletId, signers: [] });
  await tablet.begin('1951-07-09');
  await tablet.press('Weiter');
  await answerPain(tablet);
  await expect(tablet.heading('Stimmt alles?')).toBeVisible();
  // The desk restarts the form while the tablet has no network: its answers belong to the run before.
  await tablet.context.setOffline(true);
  await story.calls.call(`/tablet/mappen/${mappeId}/restart`, {});
  await tablet.press('Ja, alles stimmt');
  await tablet.signAnswers();
  await expect(tablet.thanks()).toBeVisible();
  await tablet.context.setOffline(false);
  await expect
    .poll(
      () => story.rows("select code from op where kind = 'task.answers' and code is not null"),
      {
        timeout: 40_000,
      },
    )
    .toEqual([{ code: 'stale_rev' }]);

  const { page } = await story.desk(browser);
  await page.goto(`${story.server.url}/practice/zurueckgelegt`);
  await page.getByRole('button', { name: /Nachzügler, Irma öffnen$/ }).click();
  const part = page.getByRole('region', { name: 'Einer Person zuordnen' });
  await expect(part).toContainText('Bestimmt für Nachzügler, Irma, *09.07.1951');
  await part.getByRole('searchbox', { name: 'Person suchen' }).fill('Nachzügler');
  await page.getByRole('option').filter({ hasText: 'Nachzügler, Irma' }).click();
  await expect(part).toContainText(`Nummer ${patient.patid}`);
  await part.getByRole('button', { name: 'Nachzügler, Irma zuordnen' }).click();
  await expect(page.getByText('Nichts liegt zurück.')).toBeVisible();

  const { items } = await story.calls.call<{ items: Entry[] }>(
    `/anamnese/responses?patid=${patient.patid}`,
  );
  expect(items).toMatchObject([{ form: 'schmerz@1' }]);
  const team = await story.desk(browser, 'staff');
  await team.page.goto(`${story.server.url}/practice/anamnese/${items[0]?.id ?? ''}`);
  await expect(
    team.page.getByText('aus einem zurückgelegten Eingang, von Hand zugeordnet'),
  ).toBeVisible();
});
