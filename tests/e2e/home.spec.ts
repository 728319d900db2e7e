/**
 * Questionnaire at home on a phone or private tablet (R8): started, interrupted, resumed, submitted
 * offline, and received exactly once.
 */
import { expect, test, type Page } from '@playwright/test';
import { screens } from '../support/stories/browser.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** Human pace: a second tap on the same spot within this time is treated as a tremor. */
const HAND_PACE_MS = 450;
let tapped = 0;
async function press(page: Page, name: string): Promise<void> {
  await expect.poll(() => Date.now() - tapped, { intervals: [50] }).toBeGreaterThan(HAND_PACE_MS);
  await page.getByRole('button', { name, exact: true }).tap();
  tapped = Date.now();
}
const choose = (page: Page, question: RegExp, answer: string) =>
  page
    .getByRole('group', { name: question })
    .first()
    .locator('label.k-tile')
    .filter({ hasText: answer })
    .tap();

for (const [where, screen] of [
  ['', screens.phone],
  ['on a tablet at home: ', screens.tablet],
] as const) {
  test.describe(() => {
    test.use(screen);
    test(
      `${where}[R8] [X7] started at home, interrupted, resumed and submitted offline: received exactly once`,
      { tag: where === '' ? [] : '@long' },
      async ({ context }) => {
        const lastName = where === '' ? 'Zuhause' : 'Zuhause-Wischer';
        const waiting = async (): Promise<number> =>
            (await story.calls.call<{ count: number }>('/anamnese/unmatched')).count,
          before = await waiting();
        const { path } = await story.calls.call<{ path: string }>('/anamnese/home-links', {
          id: crypto.randomUUID(),
          kind: 'open',
          formId: 'zusatz-roentgen',
          language: 'de',
          label: 'Webseite',
        });
        const address = `${story.server.url}${path}`,
          first = await context.newPage();
        await first.goto(`${address}?grund=fremd`);
        await expect(heading(first, 'Fragen vor dem Röntgen')).toBeVisible();
        // [U2] Parameters of the URL are removed from the address bar; the tablet's service worker
        // is not installed on a private phone.
        expect(new URL(first.url()).search).toBe('');
        expect(
          await first.evaluate(
            async () => (await navigator.serviceWorker?.getRegistrations())?.length ?? 0,
          ),
        ).toBe(0);
        await press(first, 'Beginnen');
        await first.getByLabel('Vorname').fill('Ayşe');
        await first.getByLabel('Nachname').fill(lastName);
        for (const [part, text] of [
          ['Tag', '12'],
          ['Monat', '3'],
          ['Jahr', '1988'],
        ] as const)
          await first.getByLabel(part).fill(text);
        await press(first, 'Weiter');
        await choose(first, /^Wurden Sie schon einmal an Kopf/, 'Nein');
        await press(first, 'Weiter');
        await expect(heading(first, 'Schwangerschaft und Stillzeit')).toBeVisible();
        // The phone's back button goes through the pages and loses nothing.
        await first.goBack();
        await expect(heading(first, 'Frühere Röntgenbilder')).toBeVisible();
        await expect(
          first
            .getByRole('group', { name: /^Wurden Sie schon einmal an Kopf/ })
            .first()
            .getByRole('radio', { name: 'Nein' }),
        ).toBeChecked();
        await expect(first.getByText('Gespeichert')).toBeAttached();
        await first.close();

        const page = await context.newPage();
        await page.goto(address);
        await press(page, 'Weitermachen');
        await expect(heading(page, 'Frühere Röntgenbilder')).toBeVisible();
        await press(page, 'Weiter');
        await choose(page, /^Sind Sie schwanger/, 'Nichts davon trifft zu');
        await press(page, 'Weiter');
        await expect(heading(page, 'Stimmt alles?')).toBeVisible();
        await expect(page.getByRole('main')).toContainText(`Ayşe ${lastName}`);
        await context.setOffline(true);
        await press(page, 'Absenden');
        await expect(heading(page, 'Noch nicht gesendet')).toBeVisible();
        expect(await waiting()).toBe(before);
        await context.setOffline(false);
        await expect(heading(page, 'Fragebogen erfolgreich gesendet')).toBeVisible();

        const tray = await story.calls.call<{
          count: number;
          open: {
            firstName: string;
            lastName: string;
            geburtsdatum: string;
            problems: number;
            origin: string;
          }[];
        }>('/anamnese/unmatched');
        expect(tray.count).toBe(before + 1);
        expect(tray.open.filter((one) => one.lastName === lastName)).toEqual([
          expect.objectContaining({
            firstName: 'Ayşe',
            lastName,
            geburtsdatum: '1988-03-12',
            origin: 'home',
            problems: 0,
          }),
        ]);
        // Nothing remains on the phone: opening the link again starts from the beginning.
        await page.goto(address);
        await expect(page.getByRole('button', { name: 'Beginnen' })).toBeVisible();
      },
    );
  });
}
