/**
 * A practice designs a form and a consent text: copied from shipped ones, edited by keyboard,
 * translated, published, and offered to reception.
 */
import { expect, test } from '@playwright/test';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

test('a form is copied from a shipped one, gets a conditional question, is published and can be sent', async ({
  browser,
}) => {
  const desk = await story.desk(browser, 'owner'),
    { page } = desk;
  await page.goto(`${story.server.url}/practice/formulare`);
  await expect(page.getByRole('heading', { name: 'Mitgelieferte Fragebögen' })).toBeVisible();
  expect(await staffPageFaults(page, 'list')).toEqual([]);
  await page.getByRole('button', { name: 'Kopieren: Kurze Fragen bei Schmerzen' }).click();
  await page.getByRole('textbox', { name: 'Titel' }).fill('Schmerzen bei uns');
  await page.getByRole('button', { name: 'Entwurf anlegen' }).click();
  await expect(page.getByRole('heading', { name: 'Schmerzen bei uns', level: 1 })).toBeVisible();

  // By keyboard alone: adds a question after „Wo tut es weh?“, only for patients in pain since
  // today.
  const tree = page.getByRole('tree', { name: 'Gliederung' });
  await tree.getByRole('treeitem').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(tree.getByRole('treeitem', { selected: true })).toContainText('Seit wann?');
  await page.getByRole('button', { name: 'Hinzufügen', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Frage', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Frage', exact: true })).toBeFocused();
  await page.keyboard.type('Konnten Sie heute Nacht schlafen?');
  await page.getByRole('button', { name: 'Bedingung hinzufügen' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Bedingung 1: Frage' })).toHaveValue('seit');
  await expect(
    page.getByRole('combobox', { name: 'Bedingung 1: Antwort' }).locator('option:checked'),
  ).toHaveText('Seit heute');

  // The condition works in the preview.
  const preview = page.getByRole('region', { name: 'Vorschau' }),
    asked = preview.getByText('Konnten Sie heute Nacht schlafen?');
  await expect(preview.getByText('Seit wann?')).toBeVisible();
  await expect(asked).toHaveCount(0);
  await preview.getByLabel('Seit heute').check();
  await expect(asked).toBeVisible();
  expect(await staffPageFaults(page, 'designer')).toEqual([]);

  // Missing parts block publication and are shown directly.
  await page.getByRole('button', { name: 'Veröffentlichen' }).click();
  await expect(page.getByRole('region', { name: 'Offene Punkte' })).toContainText(
    'Eine Übersetzung fehlt:',
  );
  await page.getByRole('tab', { name: 'Sprachen' }).click();
  await page.getByRole('checkbox', { name: 'nur Fehlendes' }).check();
  await page
    .getByRole('textbox', { name: 'Übersetzung von: Schmerzen bei uns' })
    .fill('Pain at our practice');
  await page
    .getByRole('textbox', { name: 'Übersetzung von: Konnten Sie heute Nacht schlafen?' })
    .fill('Could you sleep last night?');
  await expect(page.getByText('Vollständig', { exact: true })).toBeVisible();
  expect(await staffPageFaults(page, 'languages')).toEqual([]);

  // Ten thousand simulated patients: not all of them get the new question.
  await page.getByRole('tab', { name: 'Durchspielen' }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Durchspielen' }).click();
  await expect(page.getByRole('row', { name: /Konnten Sie heute Nacht/ })).toContainText(
    /[1-9]\d? %$/,
    { timeout: 60_000 },
  );

  await page.getByRole('button', { name: 'Veröffentlichen' }).click();
  await expect(page.getByText('Veröffentlichte Fassungen ändern sich nicht.')).toBeVisible();
  await page.getByRole('tab', { name: 'Fassungen' }).click();
  await expect(page.getByText('In Gebrauch').first()).toBeVisible();

  const reception = await story.desk(browser),
    patient = await story.calls.addPatient('Frieda', 'Formular', '1960-04-05');
  await reception.find(patient.lastName);
  await expect(
    reception.page.getByRole('dialog', { name: 'Mappe senden' }).getByText('Schmerzen bei uns'),
  ).toBeVisible();
});

test(
  'a consent text is copied, retitled in every language, previewed, published and can be sent',
  { tag: '@long' },
  async ({ browser }) => {
    const desk = await story.desk(browser, 'owner'),
      { page } = desk;
    await page.goto(`${story.server.url}/practice/texte`);
    await page
      .getByRole('button', { name: 'Kopieren: Einwilligung: Fotos für die Behandlung' })
      .click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Titel' }).fill('Fotos bei uns');
    await page.getByRole('button', { name: 'Entwurf anlegen' }).click();
    await expect(page.getByRole('heading', { name: 'Fotos bei uns', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    await expect(page.getByRole('region', { name: 'Offene Punkte' })).toContainText(
      'Eine Übersetzung fehlt: en',
    );
    await page.getByRole('tab', { name: 'Sprachen' }).click();
    await page
      .getByRole('textbox', { name: 'Übersetzung von: Fotos bei uns' })
      .fill('Photos at our practice');
    await expect(page.getByText('Vollständig', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Text', exact: true }).click();
    await page.getByText('Vorschau', { exact: true }).click();
    expect(await staffPageFaults(page, 'text')).toEqual([]);
    await page.getByText('Blatt', { exact: true }).click();
    await expect(page.getByTitle('Blatt: Fotos bei uns')).toBeVisible();
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    await expect(page.getByText('Veröffentlichte Fassungen ändern sich nicht.')).toBeVisible();

    const reception = await story.desk(browser),
      patient = await story.calls.addPatient('Foto', 'Einwilligung', '1960-04-05');
    await reception.find(patient.lastName);
    await expect(
      reception.page.getByRole('dialog', { name: 'Mappe senden' }).getByText('Fotos bei uns'),
    ).toBeVisible();
  },
);
