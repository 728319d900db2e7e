/**
 * Master data: existing values are confirmed on the tablet, a change is verified, shown on the
 * board, and accepted by one press.
 */
import { expect, test } from '@playwright/test';
import { patientScreenFaults, staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
});
test.afterAll(() => story.close());

interface Record {
  lastName: string;
  street: string;
  plz: string;
  city: string;
}

test('[V2] [V5] known master data are confirmed, a new name is verified, and staff accepts it in one press', async ({
  browser,
}) => {
  test.setTimeout(60_000);
  const [found] = await story.calls.call<
    { patid: string; lastName: string; firstName: string; geburtsdatum: string; name: string }[]
  >('/patient/search?q=arslan%20kemal&limit=1');
  const { tablet, tabletId } = await story.tablet('Tablet 1'),
    { page } = tablet;
  const mappeId = await story.calls.send(found!, {
    items: [{ template: 'patientendaten@1' }],
    tabletId,
    signers: [],
  });
  await tablet.begin('1988-09-23');
  await tablet.press('Weiter');
  await expect(tablet.heading('Name und Geburt')).toBeVisible();
  const item = (name: RegExp) => page.getByRole('group', { name }).first();
  await expect(item(/^Nachname/)).toContainText('Bei uns steht: Arslan');
  expect(await patientScreenFaults(page, 'master data')).toEqual([]);
  await tablet.press('Alles, was hier steht, stimmt');
  await tablet.tap(item(/^Nachname/).getByRole('button', { name: 'Ändern' }));
  await item(/^Nachname/)
    .getByRole('textbox')
    .fill('Arslan-Kaya');
  await tablet.press('Weiter');
  await expect(
    tablet.heading('Ihr Name weicht von unseren Unterlagen ab. Ist die neue Angabe richtig?'),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('Kemal Arslan-Kaya');
  await tablet.press('Ja, das ist richtig');
  await expect(tablet.heading('Anschrift')).toBeVisible();
  await tablet.press('Alles, was hier steht, stimmt');
  await tablet.tap(item(/^Straße/).getByRole('button', { name: 'Ändern' }));
  await item(/^Straße/)
    .getByRole('textbox')
    .fill('Ahornweg 99');
  const review = tablet.heading('Stimmt alles?'),
    yes = page.locator('.k-modal .k-button--primary'),
    all = tablet.button('Alles, was hier steht, stimmt'),
    one = tablet.button('Stimmt').first();
  while (!(await review.isVisible())) {
    if (await yes.isVisible()) await tablet.tap(yes, { mayVanish: true });
    else if (await all.isVisible()) await tablet.tap(all, { mayVanish: true });
    else if (await one.isVisible()) await tablet.tap(one, { mayVanish: true });
    else await tablet.tap(tablet.button('Weiter'), { mayVanish: true });
  }
  await tablet.press('Ja, alles stimmt');
  await expect(tablet.thanks()).toBeVisible();
  await story.calls.reaches(mappeId, 'filed');

  const desk = await story.desk(browser);
  await desk.page.getByRole('link', { name: /geänderte Stammdaten ansehen$/ }).click();
  await expect(desk.page.getByRole('heading', { name: 'Anders angegeben' })).toBeVisible();
  await expect(
    desk.page.getByRole('checkbox', { name: 'Nachname: Arslan wird zu Arslan-Kaya' }),
  ).not.toBeChecked();
  await desk.page.getByRole('checkbox', { name: /^Nachname/ }).check();
  await desk.page.getByRole('button', { name: 'Alle übernehmen' }).click();
  await expect(
    desk.page
      .getByRole('heading', { name: 'Arslan-Kaya' })
      .or(desk.page.getByText('Arslan-Kaya, Kemal'))
      .first(),
  ).toBeVisible();
  expect(await story.calls.call<Record>(`/patient/patients/${found!.patid}`)).toMatchObject({
    lastName: 'Arslan-Kaya',
    street: 'Ahornweg 99',
  });
  await desk.page.getByRole('link', { name: 'Alle offenen Änderungen' }).click();
  await expect(
    desk.page.getByRole('checkbox', {
      name: /^Nachname von .* in der Praxissoftware nachgetragen$/,
    }),
  ).not.toBeChecked();
  expect(await staffPageFaults(desk.page, 'all changes')).toEqual([]);
});
