/**
 * The next step, the keys of a pad and „Hilfe“ are in view on every screen of a patient, at every
 * text size, posture and orientation, on tablets and phones: one walk, resized without a reload.
 */
import { expect, test } from '@playwright/test';
import tabletTexts from '../../kiosk/tablet/texts.ar.json' with { type: 'json' };
import taskTexts from '../../kiosk/task/texts.ar.json' with { type: 'json' };
import { DeskCalls, PHOTO, type Patient } from '../support/stories/desk-calls.ts';
import { fillForm } from '../support/form-hand.ts';
import { LANDSCAPE, SCREENS, setCalmHand, Sight } from '../support/stories/in-view.ts';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';

/**
 * The largest tablet in portrait, the smallest phone and a phone on its side, in the smallest and
 * the largest text.
 */
const FEW = { sizes: [SCREENS[0], SCREENS[3], LANDSCAPE], scales: ['100', '200'] };
const ALL = {
  sizes: [...SCREENS, LANDSCAPE],
  scales: ['100', '125', '150', '200'],
  postures: ['hand', 'wall'],
};
/** Short form with follow-ups, dates and yes or no. */
const PAIN = { template: 'schmerz@2' } as const;

/** Texts of the tablet in Arabic. */
const ARABIC = {
  begin: tabletTexts.home.begin,
  ask: taskTexts.person.ask,
  day: taskTexts.person.day,
  pad: taskTexts.person.pad,
  next: taskTexts.next,
};

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 3 });
  await (
    await DeskCalls.open(story.server, 'owner')
  ).setSettings({
    languages: ['de', 'en', 'ar', 'uk', 'tr', 'fa'],
    // The summary and the pad are measured at the consent.
    signsAnswers: false,
  });
});
test.afterAll(() => story.close());

/** From the waiting tablet to the first page of the Mappe. */
async function enter(tablet: TabletPage, sight: Sight, patient: Patient): Promise<void> {
  await expect(tablet.ready()).toBeVisible();
  await sight.look('ready', { help: 'Hilfe rufen' });
  await tablet.press('Beginnen');
  await expect(tablet.heading('Bitte geben Sie Ihr Geburtsdatum ein.')).toBeVisible();
  await sight.look('person');
  await tablet.sayBirthDate('1950-01-01');
  await expect(
    tablet.page.getByText('Mit diesem Datum finden wir keine Unterlagen.'),
  ).toBeVisible();
  await sight.look('person again');
  await tablet.sayBirthDate(patient.geburtsdatum);
  await expect(tablet.heading('Wie möchten Sie lesen?')).toBeVisible();
  await sight.look('comfort');
}

/** Dialogs of the bar. */
async function openDialogs(tablet: TabletPage, sight: Sight): Promise<void> {
  const { page } = tablet,
    open = async (name: string): Promise<void> => {
      await expect(page.locator('.k-modal')).toHaveCount(1);
      await sight.look(name);
    };
  await tablet.press('Hilfe');
  await open('help');
  await tablet.press('Weitermachen');
  await tablet.press('A, Schriftgröße');
  await open('size');
  await tablet.press('Fertig');
  await tablet.press('Deutsch');
  await open('language');
  await tablet.press('So lassen');
  await tablet.press('Beenden');
  await open('end');
  await tablet.press('Dieses Blatt von vorn beginnen');
  await open('restart');
  await tablet.press('Nein, weitermachen');
  await tablet.press('Beenden');
  await tablet.press('Vorgang abbrechen');
  await open('cancel');
  await tablet.press('Nein, weitermachen');
  await expect(page.locator('.k-modal')).toHaveCount(0);
}

/** Reads the photo consent, goes through a refusal and back, and answers every declaration. */
async function readAndDeclare(tablet: TabletPage, sight: Sight): Promise<void> {
  await expect(tablet.heading('Einwilligung: Fotos für die Behandlung')).toBeVisible();
  await sight.look('reading');
  await tablet.readToEnd();
  await sight.look('end of reading');
  await tablet.press('Original-PDF ansehen');
  await expect(tablet.page.getByRole('img', { name: /^Seite 1 von/ })).toBeVisible();
  await sight.look('original');
  await tablet.press('Zurück zum Text');
  await tablet.readToEnd();
  await tablet.press('Ich möchte nicht einwilligen');
  await expect(tablet.heading('Sie möchten nicht einwilligen?')).toBeVisible();
  await sight.look('decline');
  await tablet.press('Zurück zum Text');
  await tablet.readToEnd();
  await tablet.press('Keine Fragen mehr');
  await expect(tablet.page.getByText('Erklärung 1 von 3')).toBeVisible();
  await sight.look('declaration');
  await tablet.press(/^Nein/);
  await expect(tablet.heading(/^Ohne dieses/)).toBeVisible();
  await sight.look('refused');
  await tablet.press('Noch einmal wählen');
  await tablet.declare(true, false, true);
}

/** Summary and every way to sign, until the thank-you. */
async function signInEveryWay(tablet: TabletPage, sight: Sight): Promise<void> {
  await expect(tablet.heading('Stimmt alles?')).toBeVisible();
  await sight.look('summary');
  await tablet.press('Weiter zur Unterschrift');
  await expect(tablet.pad).toBeVisible();
  await sight.look('signature');
  await setCalmHand(tablet.page, true);
  await sight.look('signature, calm hand');
  await setCalmHand(tablet.page, false);
  await tablet.press('Unterschrift abgeben');
  await expect(tablet.page.getByText('Wir sehen noch keine Unterschrift.')).toBeVisible();
  await sight.look('signature missing');
  await tablet.press('Ich kann nicht schreiben');
  await sight.look('other ways to sign');
  await tablet.press(/^Meinen Namen eintippen/);
  await sight.look('typed signature');
  await tablet.press('Zurück');
  await tablet.press(/^Mit einer Zeugin/);
  await sight.look('witness');
  await tablet.press('Zurück');
  await tablet.press('Doch mit Stift oder Finger');
  await tablet.sign();
  await expect(tablet.thanks()).toBeVisible();
  await sight.look('thanks');
}

for (const { tag, options } of [
  { tag: [], options: FEW },
  { tag: ['@long'], options: ALL },
])
  test(
    `the next step, Hilfe and zero are in view in a whole Mappe${tag.length > 0 ? ', in every size' : ''}`,
    { tag },
    async () => {
      test.setTimeout(tag.length > 0 ? 600_000 : 180_000);
      const { tablet, tabletId } = await story.tablet(tag.length > 0 ? 'Tablet 1' : 'Tablet 2');
      const sight = new Sight(tablet.page, { ...options, help: 'Hilfe' });
      await sight.look('waiting', { help: 'Hilfe rufen', isEnd: true });
      // Each run has its own person: the same one a second time would be a doubt.
      const firstName = tag.length > 0 ? 'Frieda' : 'Frauke',
        patient = await story.calls.addPatient(firstName, 'Überblick', '1948-02-03');
      await story.calls.send(patient, { items: [PAIN, PHOTO], tabletId });
      await enter(tablet, sight, patient);
      await tablet.press('Weiter');
      let page = 0;
      await fillForm(tablet, () => sight.look(`form ${++page}`));
      expect(page).toBeGreaterThan(5);
      await readAndDeclare(tablet, sight);
      await signInEveryWay(tablet, sight);
      await tablet.press('Fertig');
      await story.calls.send(patient, { items: [PAIN], tabletId, signers: [] });
      await tablet.begin(patient.geburtsdatum);
      await tablet.press('Weiter');
      await expect(tablet.heading('Das haben wir notiert')).toBeVisible();
      await sight.look('noted');
      await openDialogs(tablet, sight);
      expect(sight.faults).toEqual([]);
    },
  );

test('the question of an idle tablet shows its button in every size', async () => {
  test.setTimeout(120_000);
  const { tablet, tabletId } = await story.tablet('Tablet 3', { withClock: true });
  // Fewer looks than the thirty seconds of the question allow.
  const sight = new Sight(tablet.page, { sizes: SCREENS, help: 'Hilfe' });
  const patient = await story.calls.addPatient('Frieda', 'Pause', '1948-02-03');
  await story.calls.send(patient, { items: [PHOTO], tabletId });
  await tablet.begin(patient.geburtsdatum);
  await expect(tablet.heading('Wie möchten Sie lesen?')).toBeVisible();
  await tablet.page.clock.fastForward(121_000);
  await expect(tablet.page.getByRole('alertdialog')).toBeVisible();
  await sight.look('idle');
  expect(sight.faults).toEqual([]);
});

test('the next step is in view in Arabic', async () => {
  test.setTimeout(120_000);
  const { tablet, tabletId } = await story.tablet('Tablet 3');
  const sight = new Sight(tablet.page, { ...FEW, help: taskTexts.header.help });
  const patient = await story.calls.addPatient('Omar', 'Blick', '1948-02-03');
  await story.calls.send(patient, { items: [PAIN, PHOTO], tabletId, language: 'ar' });
  await expect(tablet.page.locator('.tab-home__begin')).toBeVisible();
  await tablet.press('العربية');
  await sight.look('ready', { help: tabletTexts.help.call });
  await tablet.beginIn(ARABIC, patient.geburtsdatum);
  await expect(tablet.page.locator('.k-languages')).toBeVisible();
  await sight.look('comfort');
  await tablet.press(ARABIC.next);
  let page = 0;
  await fillForm(tablet, () => sight.look(`form ${++page}`));
  await expect(tablet.page.locator('.doc-paper').first()).toBeVisible();
  await sight.look('reading');
  expect(sight.faults).toEqual([]);
});
