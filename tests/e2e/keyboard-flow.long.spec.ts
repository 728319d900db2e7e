/**
 * Without touch or mouse, at 200 % text size: a patient's whole way and the main tasks of staff.
 * The accessibility tree of each screen is stored as a snapshot in `trees/`: `npx playwright test
 * keyboard-flow --update-snapshots` rewrites them.
 */
import { expect, test, type Page } from '@playwright/test';
import { DeskCalls, PHOTO } from '../support/stories/desk-calls.ts';
import { answerByKeys, enter, enterWhileThere, tabTo, treeOf } from '../support/stories/keys.ts';
import { patientScreenFaults, staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
});
test.afterAll(() => story.close());

const expectTree = async (page: Page, name: string, part?: string): Promise<void> =>
  expect.soft(await treeOf(page, part)).toMatchSnapshot(`${name}.txt`);
/** The frame around every page of the practice is in the first snapshot only. */
const expectMain = (page: Page, name: string): Promise<void> => expectTree(page, name, 'main');
const isWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Reads the photo consent, answers, calls for help and signs with a typed name. */
async function signByKeys(tablet: TabletPage, faults: string[]): Promise<void> {
  const { page } = tablet,
    button = (name: string | RegExp) => tablet.button(name);
  await expect(tablet.heading('Einwilligung: Fotos für die Behandlung')).toBeVisible();
  await expectTree(page, 'consent');
  await enterWhileThere(page, button('Weiterlesen'));
  await enter(page, button('Keine Fragen mehr'));
  await expect(page.getByText('Erklärung 1 von 3')).toBeVisible();
  await expectTree(page, 'declaration');
  await enter(page, button('Hilfe'));
  await expect(page.getByRole('dialog', { name: 'Hilfe' })).toContainText('Wir wissen Bescheid.');
  await expectTree(page, 'help');
  await enter(page, button('Weitermachen'));
  for (const at of [1, 2, 3]) {
    await expect(page.getByText(`Erklärung ${at} von 3`)).toBeVisible();
    await enter(page, button(/^Ja/));
  }
  await expect(tablet.heading('Stimmt alles?')).toBeVisible();
  await expectTree(page, 'summary');
  await enter(page, button('Weiter zur Unterschrift'));
  await expect(tablet.heading(/^Unterschrift/)).toBeVisible();
  await expectTree(page, 'signature');
  await enter(page, button('Ich kann nicht schreiben'));
  await expectTree(page, 'signature-other');
  await typeName(tablet);
  faults.push(...(await patientScreenFaults(page, 'typed name at 200 %')));
  await enter(page, button('Unterschrift abgeben'));
}

/** Chooses to type the name instead of writing it, and types it. */
async function typeName(tablet: TabletPage): Promise<void> {
  const { page } = tablet;
  await enter(page, tablet.button(/^Meinen Namen eintippen/));
  await tabTo(page, page.getByLabel('Ihr Vorname und Nachname'));
  await page.keyboard.type('Ottilie Tastenreich');
}

/** Reads what was answered and signs it with a typed name. */
async function signAnswersByKeys(tablet: TabletPage, faults: string[]): Promise<void> {
  const { page } = tablet;
  await expect(tablet.heading('Das haben Sie angegeben')).toBeVisible();
  await expectTree(page, 'answers');
  faults.push(...(await patientScreenFaults(page, 'answers at 200 %')));
  await enter(page, tablet.button('Weiter zur Unterschrift'));
  await enter(page, tablet.button('Ich kann nicht schreiben'));
  await typeName(tablet);
  await enter(page, tablet.button('Unterschrift abgeben'));
}

test("a patient’s whole way by keyboard alone at 200 %, with a snapshot of each screen's tree", async () => {
  test.setTimeout(240_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1'),
    { page } = tablet;
  const button = (name: string | RegExp) => tablet.button(name),
    faults: string[] = [];
  await expect(page.getByRole('contentinfo')).toContainText('verbunden');
  await expectTree(page, 'home');
  const patient = await story.calls.addPatient('Ottilie', 'Tastenreich', '1950-02-03');
  const mappeId = await story.calls.send(patient, {
    items: [{ template: 'schmerz@1' }, PHOTO],
    tabletId,
  });
  await expect(tablet.ready()).toBeVisible();
  await expectTree(page, 'ready');
  await enter(page, button('Beginnen'));
  await expect(tablet.heading('Bitte geben Sie Ihr Geburtsdatum ein.')).toBeVisible();
  await expectTree(page, 'person');
  for (const [part, digits] of [
    ['Tag', '03'],
    ['Monat', '02'],
    ['Jahr', '1950'],
  ] as const) {
    await tabTo(page, page.getByLabel(part, { exact: true }));
    await page.keyboard.type(digits);
  }
  await enter(page, button('Weiter'));

  await expect(tablet.heading('Wie möchten Sie lesen?')).toBeVisible();
  await expectTree(page, 'comfort');
  await tabTo(page, page.getByRole('radio', { name: '100 %' }));
  for (const _ of [125, 150, 200]) await page.keyboard.press('ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('data-text-scale', '200');
  await enter(page, button('Weiter'));

  await expect(page.locator('.q-item').first()).toBeVisible();
  const review = page.locator('.q-review'),
    heading = page.locator('h1').first();
  let answers = 0;
  for (let at = 1; (await review.count()) === 0; at++) {
    expect(at).toBeLessThan(20);
    const before = await heading.innerText();
    await expectTree(page, `question-${at}`);
    expect(await isWide(page), before).toBeLessThanOrEqual(0);
    answers += await answerByKeys(page);
    await expect
      .poll(async () => (await review.count()) > 0 || (await heading.innerText()) !== before, {
        message: before,
      })
      .toBe(true);
  }
  expect(answers).toBeGreaterThan(15);
  await expectTree(page, 'review');
  faults.push(...(await patientScreenFaults(page, 'review at 200 %')));
  await enter(page, button('Ja, alles stimmt'));

  await signAnswersByKeys(tablet, faults);
  await signByKeys(tablet, faults);
  await expect(tablet.thanks()).toBeVisible();
  await expectTree(page, 'thanks');
  await expect
    .poll(async () => (await story.calls.mappe(mappeId)).tasks.map((one) => one.state), {
      timeout: 30_000,
    })
    .toEqual(['filed', 'filed']);
  await enter(page, button('Fertig'));

  // [X8] Papers of another person.
  await story.calls.send(await story.calls.addPatient('Falk', 'Fremd', '1970-01-01'), {
    items: [PHOTO],
    tabletId,
  });
  await expect(tablet.ready()).toBeVisible();
  await enter(page, button('Beginnen'));
  await enter(page, button('Ich bin hier nicht richtig'));
  await expect(tablet.heading('Vorgang abgebrochen')).toBeVisible();
  await expectTree(page, 'aborted');
  expect(faults).toEqual([]);
});

test(
  'staff sends a Mappe, toggles a rule and makes a link by keyboard alone, with tree snapshots',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(180_000);
    await story.calls.addPatient('Tilda', 'Tastenkind', '1991-07-08');
    const desk = await story.desk(browser, 'owner'),
      { page } = desk;
    const go = async (path: string, title: string): Promise<void> => {
      await page.goto(`${story.server.url}/practice/${path}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Wird geladen' })).toHaveCount(0);
    };
    await tabTo(page, page.getByRole('searchbox', { name: 'Patient suchen' }));
    await page.keyboard.type('Tastenkind');
    await expect(page.getByRole('option').filter({ hasText: 'Tastenkind' })).toBeVisible();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Mappe senden' });
    await expect(panel).toBeVisible();
    const paper = panel.getByRole('checkbox', { name: 'Einwilligung: Fotos für die Behandlung' });
    await tabTo(page, paper);
    await page.keyboard.press('Space');
    await expect(paper).toBeChecked();
    await tabTo(page, panel.getByRole('radio', { name: 'Gesundheitskarte' }));
    await page.keyboard.press('Space');
    await enter(page, panel.getByRole('button', { name: /^(Senden|Vorbereiten)/ }));
    await expect(panel).toBeHidden();
    await expect
      .poll(
        async () =>
          (await story.calls.board()).mappen.filter((one) =>
            one.patients.some((person) => person.name.startsWith('Tastenkind')),
          ).length,
        { timeout: 30_000 },
      )
      .toBe(1);

    await go('regeln', 'Regeln');
    await expectTree(page, 'practice-rules');
    const rule = page.getByRole('switch').first(),
      was = await rule.isChecked();
    for (const isOn of [!was, was]) {
      await tabTo(page, rule);
      await page.keyboard.press('Space');
      await expect(rule).toBeChecked({ checked: isOn });
    }

    await go('zuordnen', 'Zuordnen');
    await expectMain(page, 'practice-tray');
    expect(await staffPageFaults(page, 'tray')).toEqual([]);
    await enter(page, page.getByRole('link', { name: 'Links zu Fragebögen' }));
    await expect(
      page.getByRole('heading', { level: 1, name: 'Links zu Fragebögen' }),
    ).toBeVisible();
    await expectMain(page, 'practice-links');
    for (const [path, title, name] of [
      ['formulare', 'Fragebögen', 'practice-forms'],
      ['texte', 'Einwilligungstexte', 'practice-texts'],
      ['stammdaten', 'Stammdaten prüfen', 'practice-changes'],
      ['notfallmappe', 'Notfallmappe', 'practice-emergency'],
    ] as const) {
      await go(path, title);
      await expectMain(page, name);
    }

    const { path } = await (
      await DeskCalls.open(story.server, 'owner')
    ).call<{ path: string }>('/anamnese/home-links', {
      id: crypto.randomUUID(),
      kind: 'open',
      formId: 'schmerz',
      language: 'de',
      label: '',
    });
    await page.goto(`${story.server.url}${path}`);
    await expect(
      page.getByRole('heading', { level: 1, name: 'Kurze Fragen bei Schmerzen' }),
    ).toBeVisible();
    await expectTree(page, 'at-home');
    await enter(page, page.getByRole('button', { name: 'Beginnen', exact: true }));
    await expect(page.getByLabel('Vorname')).toBeVisible();
    await expectTree(page, 'at-home-person');
  },
);
