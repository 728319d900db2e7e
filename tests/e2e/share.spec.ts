/**
 * Share for a patient on a phone and a private tablet (R3): recipient, code, new code (R4), reading
 * and saving a document, a form submitted offline, and signing out.
 */
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { screens } from '../support/stories/browser.ts';
import { makePdf, CATALOG, PAGES, streamOf, latin1 } from '../support/hostile-pdf.ts';
import { isPictureOf, jpeg2000 } from '../support/jpeg2000.ts';
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
async function sayWho(page: Page, firstName: string, day: string): Promise<void> {
  await page.getByLabel('Vorname').fill(firstName);
  for (const [part, text] of [
    ['Tag', day],
    ['Monat', '3'],
    ['Jahr', '1988'],
  ] as const)
    await page.getByLabel(part).fill(text);
  await press(page, 'Weiter');
}
const FINDINGS = makePdf([
  CATALOG,
  PAGES,
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R' +
    '/Resources<</Font<</F1 5 0 R>>/XObject<</I 6 0 R>>>>>>',
  streamOf(
    '',
    latin1(
      'BT /F1 24 Tf 72 720 Td (Befund: alles in Ordnung) Tj ET q 400 0 0 300 100 300 cm /I Do Q',
    ),
  ),
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  jpeg2000(),
]);
/** Colour of a drawn page at a point of its 595 by 842, from its top left. */
const colourAt = (page: Locator, x: number, y: number): Promise<number[]> =>
  page.evaluate(
    (canvas: HTMLCanvasElement, [right, down]) => [
      ...(canvas
        .getContext('2d')
        ?.getImageData(right * canvas.width, down * canvas.height, 1, 1)
        .data.subarray(0, 3) ?? []),
    ],
    [x / 595, y / 842] as const,
  );

/** A forgotten code: with a reset link of the practice the patient chooses a new word, once (R4). */
async function chooseNewCode(page: Page, shareId: string, word: string): Promise<void> {
  const context = page.context(),
    { path: reset } = await story.calls.call<{ path: string }>(`/papo/shares/${shareId}/reset`, {});
  const chooseCode = async (code: string): Promise<void> => {
    await page.getByLabel('Neuer Code').fill(code);
    await press(page, 'Code speichern');
  };
  await page.goto(story.server.url + reset);
  await expect(heading(page, 'Neuen Code wählen')).toBeVisible();
  expect(page.url()).not.toContain(reset.split('/').at(-1) ?? reset);
  await chooseCode('12345678');
  await expect(page.getByText('Dieser Code ist zu leicht zu erraten.')).toBeVisible();
  // Offline nothing is consumed, and the input is kept.
  await context.setOffline(true);
  await chooseCode(word);
  await expect(page.getByText('Die Praxis ist gerade nicht zu erreichen.')).toBeVisible();
  await context.setOffline(false);
  await press(page, 'Code speichern');
  await expect(heading(page, 'Ihr neuer Code gilt')).toBeVisible();
  await page.goto(story.server.url + reset);
  await chooseCode('Birnbaum am See');
  await expect(heading(page, 'Dieser Link gilt nicht mehr')).toBeVisible();
}

/** Fills the form in and sends it offline; it arrives once the phone is online. */
async function fillOffline(page: Page, name: string): Promise<void> {
  const context = page.context();
  await press(page, 'Ausfüllen: Fragen vor dem Röntgen');
  await choose(page, /^Wurden Sie schon einmal an Kopf/, 'Nein');
  await press(page, 'Weiter');
  await expect(heading(page, 'Schwangerschaft und Stillzeit')).toBeVisible();
  await choose(page, /^Sind Sie schwanger/, 'Nichts davon trifft zu');
  await press(page, 'Weiter');
  await expect(page.getByRole('main')).toContainText(`${name}, geboren am 12.03.1988`);
  await context.setOffline(true);
  await press(page, 'Absenden');
  await expect(heading(page, 'Noch nicht gesendet')).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, 'Fragebogen erfolgreich gesendet')).toBeVisible();
  await press(page, 'Zur Übersicht');
  await expect(page.getByText('abgeschickt')).toBeVisible();
}

/** The practice ends the link: it opens nothing, and the patient asks for a new one. */
async function endAndAskAnew(page: Page, link: string, shareId: string): Promise<void> {
  await story.calls.call(`/papo/shares/${shareId}/end`, {});
  await page.goto(link);
  await sayWho(page, 'Ayşe', '12');
  await expect(
    heading(page, 'Unter diesem Link ist nichts freigegeben. Der Link ist falsch oder abgelaufen.'),
  ).toBeVisible();
  await expect(page.getByRole('main')).toContainText('So erreichen Sie die Praxis');
  await press(page, 'Neuen Link anfordern');
  await expect(heading(page, 'Danke, wir kümmern uns darum')).toBeVisible();
}

for (const [where, screen] of [
  ['', screens.phone],
  ['on a tablet at home: ', screens.tabletPortrait],
] as const) {
  test.describe(() => {
    test.use(screen);
    test(
      `${where}[R3] [R4] [V7] [X3] a share opens by name, birth date and code, works offline, then closes`,
      { tag: where === '' ? [] : '@long' },
      async ({ context }) => {
        const lastName = where === '' ? 'Freigabe' : 'Freigabe-Wischer',
          patient = await story.calls.addPatient('Ayşe Nur', lastName, '1988-03-12'),
          { fileId } = await story.calls.upload(patient.patid, FINDINGS, 'application/pdf');
        const { path, code } = await story.calls.call<{ path: string; code: string }>(
          '/papo/shares',
          {
            id: crypto.randomUUID(),
            patid: patient.patid,
            language: 'de',
            secondStep: 'code',
            items: [
              { kind: 'document', fileId },
              { kind: 'questionnaire', formId: 'zusatz-roentgen' },
            ],
          },
        );
        const page = await context.newPage(),
          link = `${story.server.url}${path}`,
          secret = /#(.{43})/.exec(path)?.[1] ?? '';
        const sent: string[] = [];
        page.on('request', (request) =>
          sent.push(
            `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`,
          ),
        );
        await page.goto(link);
        await expect(heading(page, 'Für wen sind die Unterlagen?')).toBeVisible();
        // The key is removed from the address bar and was never sent; the tablet's service worker
        // is not installed.
        expect(new URL(page.url()).hash).toBe('');
        expect(
          await page.evaluate(
            async () => (await navigator.serviceWorker?.getRegistrations())?.length ?? 0,
          ),
        ).toBe(0);
        await sayWho(page, 'Ayşe', '13');
        await expect(
          page.getByText(
            'Vorname oder Geburtsdatum passt nicht zu diesem Link. Verbleibende Versuche: 4.',
          ),
        ).toBeVisible();
        // The page still has the key after a reload.
        await page.reload();
        await sayWho(page, 'ayşe', '12');
        await expect(heading(page, 'Bitte geben Sie den Code ein')).toBeVisible();
        await page.getByLabel('Code').fill(code.toLowerCase().replace('-', ' '));
        await press(page, 'Weiter');
        await expect(heading(page, 'Für Sie freigegeben')).toBeVisible();

        await press(page, 'Lesen: Befund');
        const drawn = page.getByRole('img', { name: 'Seite 1 von 1' });
        await expect(drawn).toBeVisible();
        const [left, right] = [await colourAt(drawn, 200, 392), await colourAt(drawn, 400, 392)];
        expect(isPictureOf(left, right), JSON.stringify([left, right])).toBe(true);
        await press(page, 'Zurück');
        const [saved] = await Promise.all([
          page.waitForEvent('download'),
          press(page, 'Herunterladen'),
        ]);
        expect(saved.suggestedFilename()).toBe('Befund.pdf');
        expect(readFileSync(await saved.path()).includes('Befund: alles in Ordnung')).toBe(true);
        await press(page, 'Zurück');
        await expect(page.getByText('schon geöffnet')).toBeVisible();

        await fillOffline(page, `Ayşe Nur ${lastName}`);
        expect(
          story.rows('select count(*) as n from answers where patid = ?', patient.patid),
        ).toEqual([{ n: 1 }]);

        await press(page, 'Fertig');
        await expect(heading(page, 'Vielen Dank')).toBeVisible();
        expect(sent.filter((one) => one.includes(secret))).toEqual([]);
        // The phone has deleted the key, and the practice ends the link: opening it again reveals
        // nothing.
        const [share] = await story.calls.call<{ id: string }[]>(
          `/papo/shares?patid=${patient.patid}`,
        );
        const word = 'Apfelbaum am See';
        await chooseNewCode(page, share?.id ?? '', word);
        await page.goto(link);
        await sayWho(page, 'Ayşe', '12');
        await page.getByLabel('Code').fill(word);
        await press(page, 'Weiter');
        await expect(heading(page, 'Für Sie freigegeben')).toBeVisible();
        await press(page, 'Fertig');
        await endAndAskAnew(page, link, share?.id ?? '');
      },
    );
  });
}
