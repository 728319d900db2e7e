/**
 * Keywords for an owner whose practice software delivers only free text: accepts suggestions, sees
 * the rest, adds a custom pattern, saves, finds the group in a report, reverts.
 */
import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { berlinDay } from '../../shared/base/dates.ts';
import { addDays } from '../../shared/base/day-math.ts';
import { DeskCalls } from '../support/stories/desk-calls.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

// In the middle of the last whole month.
const day = addDays(`${berlinDay(Date.now()).slice(0, 8)}01`, -15);
let story: Story;
const at = (path: string): string => `${story.server.url}/practice${path}`;
const WORDS: readonly [string | null, number][] = [
  ['PZR', 100],
  ['Nachkontrolle', 20],
  ['Kontrolle|PZR', 40],
  ['Wunschtermin', 5],
  [null, 3],
];
const ROWS: Readonly<Record<string, readonly object[]>> = {
  behandler: [{ id: 'w', name: 'Dr. Weber', art: 'ZAHNARZT' }],
  patient: [
    {
      id: '90001',
      nachname: 'Groß',
      vorname: 'Jörg',
      geburtsdatum: '1978-11-05',
      versicherung: 'PKV',
    },
  ],
  termin: WORDS.map(([stichworte], n) => ({
    id: `t${n}`,
    patid: '90001',
    behandler: 'w',
    start: `${day}T${String(8 + n).padStart(2, '0')}:00:00Z`,
    dauerMin: 30,
    status: 'WAHRGENOMMEN',
    stichworte,
  })),
  leistung: WORDS.map(([, betrag], n) => ({
    id: `l${n}`,
    patid: '90001',
    behandler: 'w',
    terminId: `t${n}`,
    datum: day,
    system: 'GOZ',
    nr: '0010',
    menge: 1,
    honorar: betrag,
    betrag,
  })),
};
test.beforeAll(async () => {
  story = await Story.open();
  const calls = await DeskCalls.open(story.server, 'owner'),
    json = async (path: string, body: unknown): Promise<{ batch: number }> =>
      (await calls.raw(path, { json: body })).json() as Promise<{ batch: number }>;
  const { batch } = await json('/collector/batches', { run: randomUUID(), source: 'Test' });
  let part = 0;
  for (const [entity, list] of Object.entries(ROWS)) {
    const bytes = Buffer.from(
      list.map((one) => JSON.stringify({ geaendertAm: Date.now(), ...one })).join('\n'),
    );
    await calls.raw(
      `/collector/batches/${batch}/parts/${(part += 1)}?entity=${entity}&sha256=${createHash('sha256').update(bytes).digest('hex')}`,
      { bytes, type: 'application/x-ndjson' },
    );
  }
  await json(`/collector/batches/${batch}/close`, { parts: part });
});
test.afterAll(() => story.close());

test('ordered keywords assign groups to appointments until they are reverted', async ({
  browser,
}) => {
  const faults: string[] = [],
    { page } = await story.desk(browser, 'owner'),
    list = page.getByRole('list', { name: 'Muster' }),
    sums = page.getByRole('status').filter({ hasText: 'Terminen' });
  await page.goto(at('/daten/terminarten'));
  await expect(
    page.getByText('Die Praxissoftware hat noch keine Terminarten geliefert.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Stichworte zuordnen' }).click();
  await expect(sums).toContainText(
    'Von 5 Terminen nennt bei 5 die Terminart keine Gruppe. Davon ordnen diese Muster 0 zu; 4 mit anderen und 1 ohne Stichworte',
  );
  await page.getByRole('button', { name: 'Vorschläge suchen' }).click();
  await page.getByRole('button', { name: 'Alle Vorschläge übernehmen' }).click();
  await expect(list.getByRole('textbox')).toHaveCount(3);
  await page.getByRole('button', { name: '„Wunschtermin“ als Muster hinzufügen' }).click();
  await expect(page.getByLabel('Muster 4')).toBeFocused();
  await page.getByLabel('Muster 4').fill('*kontrolle');
  await page.getByLabel('Gruppe für *kontrolle').selectOption('WUNDKONTROLLE');
  // Suggestions for the same appointments are removed, so that the custom pattern decides.
  await page.getByRole('button', { name: 'Nachkontrolle entfernen' }).click();
  await expect(sums).toContainText('ordnen diese Muster 3 zu; 1 mit anderen und 1 ohne Stichworte');
  faults.push(...(await staffPageFaults(page, 'keywords')));
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Stichworte gespeichert.')).toBeVisible();
  const revenue = async (gruppe: string, words: RegExp): Promise<void> => {
    await page.goto(at(`/berichte/umsatz/zeitreihe?zeit=vormonat&termingruppe=${gruppe}`));
    await expect(page.getByText(words).first()).toBeVisible();
  };
  // Two of the appointments are checked and cleaned: the first matching pattern decides.
  await revenue('PROPHYLAXE', /140(,00)?\s€/);
  await revenue('WUNDKONTROLLE', /20(,00)?\s€/);
  // A late response moves nothing under the finger.
  let answer = (): void => {};
  const isAsked = new Promise<void>(
    (resolve) =>
      void page.route(
        '**/pattermapi/vorschau',
        async (route) => {
          resolve();
          await new Promise<void>((go) => {
            answer = go;
          });
          await route.continue();
        },
        { times: 1 },
      ),
  );
  await page.goto(at('/daten/stichworte'));
  const first = page.getByRole('button', { name: 'PZR entfernen', exact: true });
  await expect(first).toBeVisible();
  // Banner above every page of a practice without a backup.
  await expect(page.getByText('Noch wird nichts gesichert')).toBeVisible();
  await isAsked;
  const before = await first.boundingBox();
  answer();
  await expect(sums).toContainText('ordnen diese Muster 3 zu');
  expect(await first.boundingBox()).toEqual(before);
  for (const name of ['PZR entfernen', 'Kontrolle entfernen', '*kontrolle entfernen'])
    await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(sums).toContainText('ordnen diese Muster 0 zu');
  await page.getByRole('button', { name: /Rückgängig/ }).click();
  await expect(list.getByRole('textbox')).toHaveCount(3);
  expect(faults).toEqual([]);
});
