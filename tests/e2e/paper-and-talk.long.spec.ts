/**
 * Papers without a signature on the tablet: paper required by law, the talk before a signature,
 * questions, and a refusal.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { run } from '../readers/programs.ts';
import { EXTRACTION } from '../support/stories/desk-calls.ts';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';

let story: Story;
let tablet: TabletPage;
let tabletId: string;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
  ({ tablet, tabletId } = await story.tablet('Tablet 1'));
});
test.afterAll(async () => {
  await story.close();
});

test('[inv paper] paper required by law is read on the tablet without a signature field, printed, returned, filed', async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const desk = await story.desk(browser);
  const patient = await story.calls.addPatient('Kemal', 'Aydınoğlu', '1988-05-17');
  await desk.find('Aydınoğlu');
  const panel = desk.page.getByRole('dialog', { name: 'Mappe senden' });
  await panel.getByLabel('Vereinbarung über Mehrkosten bei einer Füllung').check();
  await expect(
    panel.getByText('Eine Unterschrift auf dem Tablet reicht dafür nicht.'),
  ).toBeVisible();
  await expect(panel.getByText('§ 28 Abs. 2 Satz 4 SGB V; § 126 BGB')).toBeVisible();
  await panel.getByLabel('Ausweis').check();
  await panel.getByRole('button', { name: /^Senden/ }).click();
  await expect(panel.getByText('Bitte ausfüllen.').first()).toBeVisible();
  const fields = {
    'Zahn und Flächen': '36 mod',
    'Art der Füllung': 'Komposit',
    'Honorar nach GOZ': '148,20 €',
    'Anteil der Krankenkasse': '62,40 €',
    Mehrkosten: '85,80 €',
  };
  for (const [label, value] of Object.entries(fields))
    await panel.getByRole('textbox', { name: label, exact: true }).fill(value);
  await panel.getByRole('button', { name: /^Senden/ }).click();
  await expect(panel).toBeHidden();

  const row = desk.column('Braucht jemanden').locator('li.e-card').filter({ hasText: 'Aydınoğlu' });
  await expect(row).toContainText('Papier nötig · drucken');
  const printed = desk.page.waitForResponse(
    (answer) => answer.url().endsWith('/print') && answer.status() === 200,
  );
  await row.getByRole('button', { name: 'Drucken' }).click();
  const answer = await printed;
  expect(answer.headers()['content-type']).toBe('application/pdf');
  const taskId = /tasks\/([^/]+)\/print/.exec(answer.url())?.[1] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'molar-print-'));
  writeFileSync(
    join(folder, 'print.pdf'),
    await story.calls.bytes(`/tablet/tasks/${taskId}/print`),
  );
  const words = await run('pdftotext', [join(folder, 'print.pdf'), '-']);
  rmSync(folder, { recursive: true });
  expect(words.text).toContain('85,80 €');
  expect(words.text.replaceAll(/\s+/g, ' ')).toContain(patient.name);

  // It is printed at once, while the patient reads it.
  await tablet.begin(patient.geburtsdatum);
  await expect(
    desk.column('Da · am Tablet').locator('li.e-card').filter({ hasText: 'Aydınoğlu' }),
  ).toBeVisible();
  await tablet.press('Weiter');
  await tablet.readToEnd();
  await tablet.press('Keine Fragen mehr');
  await expect(
    tablet.page.getByText(
      'Dieses Papier muss von Hand unterschrieben werden. Wir drucken es am Empfang für Sie.',
    ),
  ).toBeVisible();
  await expect(tablet.page.getByText('§ 28 Abs. 2 Satz 4 SGB V; § 126 BGB')).toBeVisible();
  await expect(tablet.pad).toHaveCount(0);
  await tablet.press('Verstanden');
  await expect(tablet.thanks()).toBeVisible();
  // Nothing was signed, so there is nothing to copy.
  await expect(tablet.page.getByRole('checkbox')).toHaveCount(0);
  await tablet.press('Fertig');

  await desk.page.bringToFront();
  await expect(row).toContainText('Papier nötig · drucken');
  expect(
    story.rows('select state from task where task_id = ? and read is not null', taskId),
  ).toEqual([{ state: 'paper' }]);
  await row.getByRole('button', { name: 'Papier liegt vor' }).click();
  await expect(
    desk.column('Fertig').locator('li.e-card').filter({ hasText: 'Aydınoğlu' }),
  ).toContainText('In der Akte');
});

test(
  '[inv talk] read, talk, sign: only a treating user unlocks the signature',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(90_000);
    const reception = await story.desk(browser);
    const dentist = await story.desk(browser, 'owner');
    const patient = await story.calls.addPatient('Ingeborg', 'Quellmalz', '1949-08-02');
    const mappeId = await story.calls.send(patient, { items: [EXTRACTION], tabletId });
    await tablet.begin(patient.geburtsdatum);
    await tablet.press('Weiter');
    await expect(tablet.page.getByText('Zuerst lesen, dann sprechen wir mit Ihnen.')).toBeVisible();
    await tablet.tap(tablet.button('Das habe ich nicht verstanden').first());
    await tablet.readToEnd();
    await expect(
      tablet.page.getByText('Sie haben einen Abschnitt gemerkt, den wir Ihnen erklären sollen.'),
    ).toBeVisible();
    await tablet.press('Keine Fragen mehr');
    await expect(tablet.heading('Danke. Gleich sprechen wir mit Ihnen.')).toBeVisible();
    await expect(tablet.pad).toHaveCount(0);
    await tablet.press('Fertig');
    await expect(tablet.thanks()).toBeVisible();
    await tablet.press('Fertig');

    await expect(reception.row('Quellmalz')).toContainText('Gelesen · Gespräch steht aus');
    await expect(
      reception.row('Quellmalz').getByRole('button', { name: 'Gespräch geführt' }),
    ).toHaveCount(0);
    const task = await story.calls.reaches(mappeId, 'talk_pending');
    await expect(story.calls.call(`/tablet/tasks/${task.taskId}/talk`, {})).rejects.toThrow(/403/);

    await dentist.row('Quellmalz').getByRole('button', { name: 'Gespräch geführt' }).click();
    await expect(dentist.row('Quellmalz')).toContainText('Gespräch: ');
    await expect(tablet.ready()).toBeVisible();
    await tablet.begin(patient.geburtsdatum);
    await tablet.declare(true, true, true);
    await tablet.press('Weiter zur Unterschrift');
    await tablet.sign();
    await expect(tablet.thanks()).toBeVisible();
    await tablet.press('Fertig');
    await expect(
      reception.column('Fertig').locator('li.e-card').filter({ hasText: 'Quellmalz' }),
    ).toContainText('In der Akte', { timeout: 30_000 });
  },
);

test(
  'a question and a refusal are recorded as results, not errors',
  { tag: '@long' },
  async ({ browser }) => {
    const desk = await story.desk(browser, 'owner');
    const asking = await story.calls.addPatient('Wolfram', 'Zschiedrich', '1972-02-29');
    await story.calls.send(asking, { items: [EXTRACTION], tabletId });
    await tablet.begin(asking.geburtsdatum);
    await tablet.press('Weiter');
    await tablet.readToEnd();
    await tablet.press(/^Ich habe Fragen/);
    await expect(tablet.heading('Gut, dass Sie fragen.')).toBeVisible();
    await tablet.press('Fertig');
    await tablet.press('Fertig');
    const question = desk
      .column('Braucht jemanden')
      .locator('li.e-card')
      .filter({ hasText: 'Zschiedrich' });
    await expect(question).toContainText('Hat Fragen an das Behandlungsteam');
    await expect(question.getByRole('button', { name: 'Gespräch geführt' })).toBeVisible();

    const refusing = await story.calls.addPatient('Oxana', 'Prjadko', '1966-12-24');
    await story.calls.send(refusing, { items: [EXTRACTION], tabletId });
    await tablet.begin(refusing.geburtsdatum);
    await tablet.press('Weiter');
    await tablet.readToEnd();
    await tablet.press('Ich möchte nicht einwilligen');
    await expect(tablet.heading('Sie möchten nicht einwilligen?')).toBeVisible();
    await expect(tablet.page.getByText('Das ist Ihr gutes Recht.')).toBeVisible();
    await tablet.press('Zurück zum Text');
    await tablet.readToEnd();
    await tablet.press('Ich möchte nicht einwilligen');
    await tablet.press('Ja, ich möchte nicht einwilligen');
    await tablet.press('Fertig');
    await expect(
      desk.column('Fertig').locator('li.e-card').filter({ hasText: 'Prjadko' }),
    ).toContainText('Abgelehnt (dokumentiert)');
    await expect(desk.column('Braucht jemanden').getByText('Prjadko')).toHaveCount(0);
  },
);
