/**
 * Billing proposals: fifty of them decided by keyboard alone; comments of 250 and 251 characters;
 * concurrent labels of two users; a custom rule tried on the practice's days before it is
 * activated.
 */
import { createHash } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { addDays, dayNumber } from '../../shared/base/day-math.ts';
import { berlinDay } from '../../shared/base/dates.ts';
import { isHolidayIn } from '../../server/analytics/snapshot/public-holidays.ts';
import { DeskCalls } from '../support/stories/desk-calls.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

/** Week offset: 4 January 1970 was the first Sunday. */
const SUNDAY = 3;
const PEOPLE = 56,
  today = berlinDay(Date.now());
/**
 * Five working days of last week and before: on a Sunday or holiday the surcharge rule would fire
 * as well.
 */
const days = Array.from({ length: 30 }, (_, n) => addDays(today, -8 - n))
  .filter((day) => dayNumber(day) % 7 !== SUNDAY && !isHolidayIn(day, null))
  .slice(0, 5);
/** People with an extraction or root filling whose accompanying services were not charged. */
const forgotten = Array.from({ length: PEOPLE }, (_, n) => ({
  patid: `A${n}`,
  tag: days[n % days.length]!,
}));
/** A delivery as the practice software makes it. */
async function deliver(story: Story): Promise<void> {
  const owner = await DeskCalls.open(story.server, 'owner');
  const rows = {
    behandler: [{ id: 'B1', name: 'Müller-Yıldız', titel: 'Dr.', art: 'ZAHNARZT' }],
    patient: forgotten.map(({ patid }, n) => ({
      id: patid,
      vorname: 'Anna',
      nachname: `Groß ${String(n).padStart(2, '0')}`,
      geburtsdatum: '1970-02-01',
      versicherung: 'GKV',
      aktiv: true,
    })),
    // With a consultation, which would be proposed otherwise as the first one of the quarter.
    leistung: forgotten.flatMap(({ patid, tag }, n) =>
      [{ nr: '43', zahn: '35' }, { nr: 'Ä1' }].map((position) => ({
        id: `L${n}-${position.nr}`,
        patid,
        behandler: 'B1',
        datum: tag,
        system: 'BEMA',
        ...position,
        menge: 1,
        punkte: 10,
        honorar: '12.80',
        betrag: '12.80',
        status: 'ERBRACHT',
      })),
    ),
  };
  const { batch } = (await (
    await owner.raw('/collector/batches', { json: { run: 'story', source: 'Geschichte' } })
  ).json()) as { batch: number };
  let part = 0;
  for (const [entity, list] of Object.entries(rows)) {
    const lines = list.map((one) => JSON.stringify({ geaendertAm: 1, ...one })).join('\n'),
      bytes = new TextEncoder().encode(lines);
    part += 1;
    await owner.raw(
      `/collector/batches/${batch}/parts/${part}?entity=${entity}&sha256=${createHash('sha256').update(bytes).digest('hex')}`,
      { bytes, type: 'application/x-ndjson' },
    );
  }
  await owner.raw(`/collector/batches/${batch}/close`, { json: { parts: part } });
}

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
  await deliver(story);
});
test.afterAll(() => story.close());
const open = async (page: Page, path = '/abrechnung'): Promise<void> => {
  await page.goto(`${story.server.url}/practice${path}`);
};
const chosen = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true });

test('[V1] decides fifty proposals by keyboard alone; rejects a comment of 251 characters, keeps 250', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'staff');
  await open(page);
  await expect(page.getByText(`${PEOPLE} offen`, { exact: false })).toBeVisible();
  await page.keyboard.press('j');
  await expect(chosen(page)).toBeFocused();
  await page.keyboard.press('k');
  for (let n = 0; n < 48; n++) {
    if (n % 4 === 3) {
      await page.keyboard.press('a');
      await page.keyboard.press('2');
      await page.keyboard.press('Enter');
    } else await page.keyboard.press('Enter');
    await expect(page.getByText(`${PEOPLE - 1 - n} offen`, { exact: false })).toBeVisible();
    await expect(chosen(page)).toBeFocused();
  }
  await page.keyboard.press('a');
  await page.keyboard.press('5');
  const comment = page.getByRole('textbox', { name: /Kommentar/ });
  await expect(comment).toBeFocused();
  await page.keyboard.insertText('x'.repeat(251));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kommentar darf nicht länger als 250 Zeichen sein.')).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${PEOPLE - 50} offen`, { exact: false })).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText(`${PEOPLE - 49} offen`, { exact: false })).toBeVisible();
  expect(await staffPageFaults(page, 'work list')).toEqual([]);
  await page.getByRole('link', { name: /^Nachtragen/ }).click();
  await expect(page.getByText('36 noch einzutragen', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Abgelehnt' }).click();
  await expect(page.getByText('13 abgelehnt', { exact: false })).toBeVisible();
  await expect(page.getByText('x'.repeat(250), { exact: true })).toBeVisible();
  expect(await staffPageFaults(page, 'refused')).toEqual([]);
});

test('two users label one proposal at once and both labels stay; a custom rule is tried before use', async ({
  browser,
}) => {
  const [one, other] = [
    (await story.desk(browser, 'owner')).page,
    (await story.desk(browser, 'staff')).page,
  ];
  await open(one);
  await one.getByRole('button', { name: 'Labels' }).click();
  for (const name of ['Rückfrage', 'Dringend']) {
    await one.getByLabel('Neues Label').fill(name);
    await one.getByRole('button', { name: 'Anlegen' }).click();
    await expect(one.getByRole('textbox', { name: `Name von ${name}` })).toBeVisible();
  }
  await one.keyboard.press('Escape');
  await open(other);
  for (const [page, label] of [
    [one, 'Rückfrage'],
    [other, 'Dringend'],
  ] as const) {
    await page
      .getByRole('region', { name: 'Gewählter Vorschlag' })
      .getByRole('button', { name: 'Label' })
      .click();
    await expect(page.getByRole('checkbox', { name: label })).not.toBeChecked();
  }
  await Promise.all([
    one.getByRole('checkbox', { name: 'Rückfrage' }).check(),
    other.getByRole('checkbox', { name: 'Dringend' }).check(),
  ]);
  await one.keyboard.press('Escape');
  await one.reload();
  for (const label of ['Rückfrage', 'Dringend'])
    await expect(
      one.getByRole('region', { name: 'Gewählter Vorschlag' }).getByText(label),
    ).toBeVisible();

  await open(one, '/abrechnung/regeln/neu');
  await one.getByText('Als Text', { exact: true }).click();
  const words = {
    'Titel (Deutsch)': 'Kontrolle nach Entfernung',
    'Titel (Englisch)': 'Check after removal',
    'Warum (Deutsch)': 'Nach der Entfernung fehlt die Kontrolle.',
    'Warum (Englisch)': 'The check after the removal is missing.',
    'Nötig in der Akte (Deutsch)': 'Eintrag der Kontrolle',
    'Nötig in der Akte (Englisch)': 'Entry of the check',
    Quelle: 'BEMA Ä925',
    'An dem Tag steht eines davon': 'B:43 X:1',
    Position: 'Ä925a',
  };
  for (const [name, text] of Object.entries(words))
    await one.getByLabel(name, { exact: true }).fill(text);
  await expect(
    one.getByText('Stelle 6: „X:1“ ist keine Position wie B:01 oder G:2060.'),
  ).toBeVisible();
  await one.getByLabel('An dem Tag steht eines davon').fill('B:43');
  await one.getByRole('button', { name: 'In Kraft setzen' }).click();
  await expect(one.getByText('Bitte speichern Sie zuerst den Entwurf.')).toBeVisible();
  await one.getByRole('button', { name: 'Entwurf speichern' }).click();
  await expect(one).toHaveURL(/\/abrechnung\/regeln\/eigene\//);
  await one.getByRole('button', { name: 'Rückrechnen' }).click();
  await expect(one.getByText('Treffer', { exact: true }).locator('..')).toContainText(
    String(PEOPLE),
  );
  expect(await staffPageFaults(one, 'own rule')).toEqual([]);
  await one.getByRole('button', { name: 'In Kraft setzen' }).click();
  await expect(one.getByRole('button', { name: 'Zurückziehen' })).toBeVisible();
  await one.getByRole('link', { name: 'Regeln', exact: true }).first().click();
  await expect(one.getByRole('article', { name: 'Kontrolle nach Entfernung' })).toBeVisible();
  expect(await staffPageFaults(one, 'rule book')).toEqual([]);
});
