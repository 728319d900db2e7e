/**
 * The next step is in view on every page that a patient opens on her own phone, and the signing
 * field with the paper it belongs to, at every text size and on a phone on its side.
 */
import { expect, test, type Page } from '@playwright/test';
import { DeskCalls, PHOTO } from '../support/stories/desk-calls.ts';
import {
  LANDSCAPE,
  picture,
  SCREENS,
  setCalmHand,
  setSight,
  Sight,
} from '../support/stories/in-view.ts';
import { screens } from '../support/stories/browser.ts';
import { Story } from '../support/stories/story.ts';

const SCALES = ['100', '125', '150', '200'];

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
  await (
    await DeskCalls.open(story.server, 'owner')
  ).setSettings({ languages: ['de', 'en', 'ar', 'uk', 'tr', 'fa'] });
});
test.afterAll(() => story.close());

/** Human pace, ms: an earlier tap on the same spot is a tremor, for longer with „Ruhige Hand“. */
const PACE = { usual: 450, calm: 750 };
let tapped = 0,
  pace = PACE.usual;
async function press(page: Page, name: string | RegExp): Promise<void> {
  await expect.poll(() => Date.now() - tapped, { intervals: [50] }).toBeGreaterThan(pace);
  await page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .tap();
  tapped = Date.now();
}
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const choose = (page: Page, question: RegExp, answer: string) =>
  page
    .getByRole('group', { name: question })
    .first()
    .locator('label.k-tile')
    .filter({ hasText: answer })
    .tap();
async function sayWho(page: Page, lastName?: string): Promise<void> {
  await page.getByLabel('Vorname').fill('Ayşe');
  if (lastName !== undefined) await page.getByLabel('Nachname').fill(lastName);
  for (const [part, text] of [
    ['Tag', '12'],
    ['Monat', '3'],
    ['Jahr', '1988'],
  ] as const)
    await page.getByLabel(part).fill(text);
}

/** Fills in the form about X-rays and sends it without a network, then with one. */
async function fillAtHome(page: Page, sight: Sight): Promise<void> {
  await sight.look('form');
  await choose(page, /^Wurden Sie schon einmal an Kopf/, 'Nein');
  await press(page, 'Weiter');
  await expect(heading(page, 'Schwangerschaft und Stillzeit')).toBeVisible();
  await choose(page, /^Sind Sie schwanger/, 'Nichts davon trifft zu');
  await press(page, 'Weiter');
  await expect(heading(page, 'Stimmt alles?')).toBeVisible();
  await sight.look('review');
  await page.context().setOffline(true);
  await press(page, 'Absenden');
  await expect(heading(page, 'Noch nicht gesendet')).toBeVisible();
  await sight.look('not sent');
  await page.context().setOffline(false);
  await expect(heading(page, 'Fragebogen erfolgreich gesendet')).toBeVisible();
  await sight.look('sent', { isEnd: true });
}

/** Answers every declaration of the photo consent, until the signing field. */
async function declare(page: Page): Promise<void> {
  for (const [at, answer] of [/^Ja/, /^Nein/, /^Ja/].entries()) {
    await expect(page.getByText(`Erklärung ${at + 1} von 3`)).toBeVisible();
    await press(page, answer);
  }
  await expect(page.locator('.sig-pad')).toBeVisible();
}

/** Sets „Ruhige Hand“. */
async function setCalm(page: Page, isCalm: boolean): Promise<void> {
  pace = isCalm ? PACE.calm : PACE.usual;
  await setCalmHand(page, isCalm);
}

/** The signing field and the line that names the signed paper are in view together. */
async function seePadAndPaper(page: Page, where: string): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const bar = document.querySelector('.k-header')!.getBoundingClientRect().bottom,
            foot = document.querySelector('.k-footer')!.getBoundingClientRect().top,
            pad = document.querySelector('.sig-pad')!.getBoundingClientRect(),
            paper = document.querySelector('.sig-step__what')!.getBoundingClientRect();
          return (
            paper.top >= Math.max(0, bar) - 1 &&
            paper.bottom <= pad.top + 1 &&
            pad.bottom <= Math.min(foot, innerHeight) + 1
          );
        }),
      { message: `the field and its paper are in view at ${where}` },
    )
    .toBe(true);
  await picture(page, `field ${where}`);
}

test.describe('on a private phone', () => {
  test.use(screens.phone);
  const options = { sizes: [SCREENS[2], SCREENS[3], LANDSCAPE], scales: SCALES };

  test('the next step is in view on every page of a questionnaire at home', async ({ page }) => {
    test.setTimeout(120_000);
    const sight = new Sight(page, options);
    const { path } = await story.calls.call<{ path: string }>('/anamnese/home-links', {
      id: crypto.randomUUID(),
      kind: 'open',
      formId: 'zusatz-roentgen',
      language: 'de',
      label: 'Webseite',
    });
    await page.goto(`${story.server.url}${path}`);
    await expect(heading(page, 'Fragen vor dem Röntgen')).toBeVisible();
    await sight.look('start');
    await press(page, 'Beginnen');
    await expect(page.getByLabel('Vorname')).toBeVisible();
    await sight.look('who');
    await sayWho(page, 'Überblick');
    await press(page, 'Weiter');
    await expect(page.locator('.q-item').first()).toBeVisible();
    await fillAtHome(page, sight);
    expect(sight.faults).toEqual([]);
  });

  test('the next step is in view on every page of a share', async ({ page }) => {
    test.setTimeout(180_000);
    const sight = new Sight(page, options);
    const patient = await story.calls.addPatient('Ayşe Nur', 'Überblick', '1988-03-12');
    await story.calls.send(patient, {
      items: [PHOTO],
      signers: [{ role: 'patient', name: patient.name, isAway: true }],
    });
    type Paper = { taskId: string; signer: { role: string } };
    let paper: Paper | undefined;
    await expect
      .poll(
        async () =>
          ([paper] = await story.calls.call<Paper[]>(`/papo/papers?patid=${patient.patid}`)).length,
      )
      .toBe(1);
    const { path, code } = await story.calls.call<{ path: string; code: string }>('/papo/shares', {
      id: crypto.randomUUID(),
      patid: patient.patid,
      language: 'de',
      secondStep: 'code',
      items: [
        { kind: 'questionnaire', formId: 'zusatz-roentgen' },
        { kind: 'sign', taskId: paper?.taskId, role: 'patient' },
      ],
    });
    await page.goto(`${story.server.url}${path}`);
    await expect(heading(page, 'Für wen sind die Unterlagen?')).toBeVisible();
    await sight.look('login');
    await sayWho(page);
    await press(page, 'Weiter');
    await expect(page.getByLabel('Code')).toBeVisible();
    await sight.look('code');
    await page.getByLabel('Code').fill(code);
    await press(page, 'Weiter');
    await expect(heading(page, 'Für Sie freigegeben')).toBeVisible();
    await sight.look('list');
    await press(page, 'Ausfüllen: Fragen vor dem Röntgen');
    await expect(page.locator('.q-item').first()).toBeVisible();
    await fillAtHome(page, sight);
    await press(page, 'Zur Übersicht');
    await press(page, /^Lesen und unterschreiben/);
    await expect(heading(page, 'Einwilligung: Fotos für die Behandlung')).toBeVisible();
    await sight.look('reading');
    await press(page, 'Keine Fragen mehr');
    await expect(page.getByText('Erklärung 1 von 3')).toBeVisible();
    await sight.look('declaration');
    await declare(page);
    for (const screen of [SCREENS[3], SCREENS[2], LANDSCAPE])
      for (const [scale, isCalm] of [
        ['100', false],
        ['200', false],
        ['200', true],
      ] as const) {
        // The page scrolls to the field when it opens.
        await press(page, 'Zurück');
        await setSight(page, screen, scale);
        await setCalm(page, isCalm);
        await declare(page);
        await seePadAndPaper(
          page,
          `${screen.width}×${screen.height} ${scale} %${isCalm ? ' calm' : ''}`,
        );
      }
    await sight.look('signature, calm hand');
    await setCalm(page, false);
    await sight.look('signature');
    await press(page, 'Zurück');
    expect(sight.faults).toEqual([]);
  });
});
