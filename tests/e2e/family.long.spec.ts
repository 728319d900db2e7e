/**
 * One Mappe for a mother and her child: composed at the desk, opened by the mother's birth date,
 * the address asked once, separate answers for each.
 */
import { expect, test } from '@playwright/test';
import { fillForm } from '../support/form-hand.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
});
test.afterAll(() => story.close());

test('a family Mappe: the desk adds a child, the mother opens it, pages name the person, the address is asked once', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { tablet } = await story.tablet('Tablet 1', { posture: 'hand' });
  const add = async (
    firstName: string,
    geburtsdatum: string,
    place: object = {},
  ): Promise<string> =>
    (
      await story.calls.call<{ patid: string }>('/patient/patients', {
        firstName,
        lastName: 'Familienprobe',
        geburtsdatum,
        ...place,
      })
    ).patid;
  const mother = await add('Ayşe', '1985-03-12', {
    street: 'Lindenweg 7',
    plz: '50667',
    city: 'Köln',
  });
  await add('Lina', '2018-05-01');
  const desk = await story.desk(browser);
  await desk.find('Familienprobe, Ayşe');
  await desk.page.getByRole('checkbox', { name: 'Persönliche Angaben' }).check();
  await desk.page
    .getByRole('searchbox', { name: 'Kind oder weitere Person suchen' })
    .fill('Familienprobe, Lina');
  await desk.page.getByRole('option').filter({ hasText: 'Lina' }).click();
  const own = desk.page.getByRole('region', { name: /Lina Familienprobe/ });
  await expect(own.getByRole('checkbox', { name: 'Persönliche Angaben' })).toBeChecked();
  await own.getByRole('checkbox', { name: /Foto/ }).check();
  await expect(own.getByRole('textbox', { name: 'Name' })).toHaveValue('Ayşe Familienprobe');
  await desk.page.getByRole('radio', { name: 'Ausweis' }).check();
  await desk.button(/^Senden/).click();
  await expect(desk.page.getByText(/liegt auf Tablet 1/)).toBeVisible();

  await tablet.begin('1985-03-12');
  await tablet.press('Weiter');
  await expect(tablet.page.locator('.task-person')).toHaveText('Ayşe Familienprobe');
  await fillForm(tablet);
  await expect(tablet.page.locator('.task-person')).toHaveText('Lina Familienprobe');
  await expect(
    tablet.heading(/Wohnt Lina Familienprobe unter derselben Adresse wie Ayşe Familienprobe/),
  ).toBeVisible();
  await tablet.press('Ja, gleiche Adresse');
  await expect(tablet.heading('Name und Geburt')).toBeVisible();
  await expect
    .poll(async () =>
      (
        await story.calls.call<{ items: { form: string; problems: number }[] }>(
          `/anamnese/responses?patid=${mother}`,
        )
      ).items.map((one) => [one.form, one.problems]),
    )
    .toEqual([['patientendaten@3', 0]]);
  const [mappe] = (await story.calls.board()).mappen;
  expect(mappe?.patients.map((one) => one.name)).toEqual([
    'Familienprobe, Ayşe',
    'Familienprobe, Lina',
  ]);
  expect(mappe?.tasks.map((one) => one.state)).toEqual(['filed', 'started', 'assigned']);
});
