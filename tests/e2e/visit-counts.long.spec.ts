/**
 * Counts of a visit, printed and held: taps and screens of a healthy adult at the first visit and at
 * an unchanged re-visit, swipes of the form for children on a phone; in German, English and Arabic,
 * in German and Arabic in the largest text too. Counted from the first page of the first form to the
 * thank-you; the signature below the answers is counted apart, as is that of a consent.
 */
import { expect, test, type Locator } from '@playwright/test';
import { formsInUse } from '../../catalog/forms/catalogue.ts';
import arForms from '../../kiosk/forms/texts.ar.json' with { type: 'json' };
import deForms from '../../kiosk/forms/texts.de.json' with { type: 'json' };
import enForms from '../../kiosk/forms/texts.en.json' with { type: 'json' };
import arTablet from '../../kiosk/tablet/texts.ar.json' with { type: 'json' };
import deTablet from '../../kiosk/tablet/texts.de.json' with { type: 'json' };
import enTablet from '../../kiosk/tablet/texts.en.json' with { type: 'json' };
import arTask from '../../kiosk/task/texts.ar.json' with { type: 'json' };
import deTask from '../../kiosk/task/texts.de.json' with { type: 'json' };
import enTask from '../../kiosk/task/texts.en.json' with { type: 'json' };
import { modelOf, type Node } from '../../shared/forms/questionnaire/model.ts';
import { DeskCalls } from '../support/stories/desk-calls.ts';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 3 });
  await (
    await DeskCalls.open(story.server, 'owner')
  ).setSettings({ languages: ['de', 'en', 'ar'] });
});
test.afterAll(() => story.close());

const formOf = (id: string) => {
  const form = formsInUse().find((one) => one.id === id);
  if (!form) throw new Error(`no form ${id}`);
  return { key: form.key, model: modelOf(form.questionnaire) };
};
const DATA = formOf('patientendaten'),
  ADULT = formOf('anamnese-erwachsene'),
  CHILD = formOf('anamnese-kinder');
const nodes = new Map<string, Node>(
  [DATA, ADULT, CHILD].flatMap(({ model }) => [...model.byLinkId]),
);
const WORDS = {
  de: { native: 'Deutsch', task: deTask, forms: deForms, tablet: deTablet },
  en: { native: 'English', task: enTask, forms: enForms, tablet: enTablet },
  ar: { native: 'العربية', task: arTask, forms: arForms, tablet: arTablet },
};
type Language = keyof typeof WORDS;
/** How a person reads. */
interface Reading {
  language: Language;
  textScale: 100 | 200;
}
const PLAIN: Reading = { language: 'de', textScale: 100 };
/** Most swipes of the form for children, at every text size. */
const SWIPES = 20;
const LETTERS = 'ABCD';
const OTHERS: Reading[] = [
  { language: 'en', textScale: 100 },
  { language: 'ar', textScale: 100 },
  { language: 'de', textScale: 200 },
  { language: 'ar', textScale: 200 },
];

/** From the waiting tablet to the first question. @param birthDate YYYY-MM-DD */
async function begin(tablet: TabletPage, birthDate: string, { language }: Reading): Promise<void> {
  const { native, task, tablet: home } = WORDS[language];
  await expect(tablet.page.locator('.tab-home__begin')).toBeVisible();
  await tablet.press(native);
  await tablet.beginIn({ ...task.person, begin: home.home.begin, next: task.next }, birthDate);
  await expect(tablet.page.locator('.k-languages')).toBeVisible();
  await tablet.press(task.next);
  await expect(tablet.page.locator('.q-root')).toBeVisible();
}

/** Share of the page that one swipe moves. */
const SWIPE = 0.7;

interface Count {
  taps: number;
  screens: number;
  swipes: number;
  /** Taps and strokes of signatures. */
  signing: number;
}

/** A hand that counts. */
class Hand {
  readonly count: Count = { taps: 0, screens: 0, swipes: 0, signing: 0 };
  readonly #tablet: TabletPage;
  readonly #isRevisit: boolean;
  readonly #words: (typeof WORDS)[Language];
  constructor(tablet: TabletPage, isRevisit: boolean, language: Language = 'de') {
    this.#tablet = tablet;
    this.#isRevisit = isRevisit;
    this.#words = WORDS[language];
  }

  /** Swipes until the target is in view, then taps it. */
  async #tap(target: Locator): Promise<void> {
    const away = await target.evaluate((element) => {
      const box = element.getBoundingClientRect(),
        foot = document.querySelector('footer')?.getBoundingClientRect().top ?? innerHeight;
      const below = box.bottom - (foot < box.top && foot > innerHeight / 2 ? foot : innerHeight);
      // A bar that is not held in view is at the end of the page.
      const isHeld = element.closest('.k-screen:not([data-bars=static])') !== null;
      return element.closest('footer') && isHeld ? 0 : Math.max(0, below) / innerHeight;
    });
    this.count.swipes += Math.ceil(away / SWIPE);
    await this.#tablet.tap(target);
    this.count.taps += 1;
  }

  /** Swipes through the list of known answers: only then it can be confirmed. */
  async #readList(): Promise<void> {
    const { page } = this.#tablet;
    const away = await page.evaluate(
      () => (document.documentElement.scrollHeight - innerHeight) / innerHeight,
    );
    this.count.swipes += Math.ceil(Math.max(0, away) / SWIPE);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(this.#tablet.button(this.#words.forms.noted.yes)).toBeVisible();
  }

  /** Whether a healthy person who is in a hurry answers this question. */
  #isAnswered(key: string): boolean {
    const node = nodes.get(key);
    if (!node || node.enableWhen.some((one) => one.operator === '=')) return false;
    if (node.field !== undefined) return false;
    return node.isRequired || node.critical !== undefined || (this.#isRevisit && isDaily(node));
  }

  async #answer(item: Locator): Promise<void> {
    const radios = item.getByRole('radio'),
      checks = item.getByRole('checkbox');
    if ((await radios.count()) > 0) await this.#tap(radios.nth(1));
    else if ((await checks.count()) > 0) await this.#tap(checks.last());
  }

  /** Goes through the forms of a Mappe until the thank-you. */
  async fill(shot?: string, onPage?: () => Promise<void>): Promise<Count> {
    const { page } = this.#tablet,
      primary = page.locator('footer .k-button--primary'),
      heading = page.locator('h1').first(),
      { task, forms } = this.#words,
      thanks = this.#tablet.heading(task.thanks.title);
    for (let turn = 0; turn < 60; turn++) {
      await expect(heading.or(thanks).first()).toBeVisible();
      // The page while something is saved is left without a tap.
      await expect(page.getByText(task.saving.title)).toHaveCount(0);
      if ((await thanks.count()) > 0) break;
      if ((await this.#tablet.answersSummary.count()) > 0) {
        if (shot !== undefined)
          await page.screenshot({ path: `${shot}-signing.png`, fullPage: true });
        await this.#tablet.signAnswers();
        this.count.signing += 3;
        continue;
      }
      this.count.screens += 1;
      const title = await heading.innerText();
      if (shot !== undefined)
        await page.screenshot({ path: `${shot}-${this.count.screens}.png`, fullPage: true });
      const all = page.getByRole('button', { name: forms.record.confirmAll });
      if ((await all.count()) > 0) await this.#tap(all);
      for (const key of await page
        .locator('.q-item')
        .evaluateAll((items) => items.map((one) => (one as HTMLElement).dataset['place'] ?? '')))
        if (this.#isAnswered(key))
          await this.#answer(page.locator(`[data-place="${key}"]`).first());
      await onPage?.();
      if ((await page.locator('.q-notedgroup').count()) > 0) await this.#readList();
      await this.#tap(primary);
      const yes = page.locator('.k-modal .k-button--primary');
      await expect
        .poll(
          async () =>
            (await yes.count()) > 0 ||
            (await thanks.count()) > 0 ||
            (await heading.innerText()) !== title,
        )
        .toBe(true);
      if ((await yes.count()) > 0) await this.#tap(yes);
    }
    await expect(thanks).toBeVisible();
    return this.count;
  }
}
const isDaily = (node: Node): boolean =>
  node.isVolatile && node.options.some((one) => one.value.valueCoding?.code === 'N');

const told = (what: string, { taps, screens, swipes, signing }: Count): void =>
  void process.stdout.write(
    `${what}: ${taps} taps, ${screens} screens, ${swipes} swipes, ${signing} to sign\n`,
  );

const named = ({ language, textScale }: Reading): string => ` in ${language} at ${textScale} %`;

/** Counts a first visit and a re-visit of a healthy adult, and holds their limits. */
async function visitTwice(tabletName: string, lastName: string, reading: Reading): Promise<void> {
  const { tablet, tabletId } = await story.tablet(tabletName, { posture: 'hand' });
  const patient = await story.calls.addPatient('Gesine', lastName, '1990-02-03');
  const visit = async (isRevisit: boolean): Promise<Count> => {
    await story.calls.send(patient, {
      items: [{ template: DATA.key }, { template: ADULT.key }],
      tabletId,
      signers: [],
      ...reading,
    });
    await begin(tablet, '1990-02-03', reading);
    const count = await new Hand(tablet, isRevisit, reading.language).fill(
      process.env['SHOTS'] &&
        `${process.env['SHOTS']}/${lastName}-${isRevisit ? 'again' : 'first'}`,
    );
    await tablet.press(WORDS[reading.language].task.thanks.done);
    return count;
  };
  const first = await visit(false);
  told(`first visit${named(reading)}`, first);
  const again = await visit(true);
  told(`re-visit${named(reading)}`, again);
  expect(first.taps).toBeLessThanOrEqual(35);
  expect(first.screens).toBeLessThanOrEqual(18);
  expect(again.taps).toBeLessThanOrEqual(15);
  expect(again.screens).toBeLessThanOrEqual(5);
}

/** Counts the form for children on a phone. */
async function fillForChild(
  tabletName: string,
  lastName: string,
  reading: Reading,
): Promise<Count> {
  const { tablet, tabletId } = await story.tablet(tabletName, { posture: 'hand', screen: 'phone' });
  const child = await story.calls.addPatient('Kira', lastName, '2019-02-03');
  await story.calls.send(child, {
    items: [{ template: CHILD.key }],
    tabletId,
    signers: [],
    ...reading,
  });
  await begin(tablet, '2019-02-03', reading);
  const count = await new Hand(tablet, false, reading.language).fill(
    process.env['SHOTS'] && `${process.env['SHOTS']}/${lastName}-child`,
  );
  told(`child on a phone${named(reading)}`, count);
  return count;
}

test('a first visit and an unchanged re-visit of a healthy adult stay short', async () => {
  test.setTimeout(180_000);
  await visitTwice('Tablet 1', 'Gesund', PLAIN);
});

test('the form for children takes few swipes on a phone', { tag: '@long' }, async () => {
  test.setTimeout(120_000);
  expect((await fillForChild('Tablet 2', 'Gesund', PLAIN)).swipes).toBeLessThanOrEqual(SWIPES);
});

for (const [at, reading] of OTHERS.entries()) {
  test(`the visits stay as short${named(reading)}`, { tag: '@long' }, async () => {
    test.setTimeout(240_000);
    await visitTwice(`Tablet ${at + 4}`, `Lesend ${LETTERS[at]}`, reading);
  });

  test(`the form for children on a phone${named(reading)}`, { tag: '@long' }, async () => {
    test.setTimeout(180_000);
    const { swipes } = await fillForChild(`Handy ${at}`, `Kind ${LETTERS[at]}`, reading);
    expect(swipes).toBeLessThanOrEqual(SWIPES);
  });
}

test('medicines are listed at the first visit, and kept line by line at the next', async () => {
  test.setTimeout(120_000);
  const { tablet, tabletId } = await story.tablet('Tablet 3', { posture: 'hand', screen: 'phone' }),
    { page } = tablet,
    shots = process.env['SHOTS'];
  const patient = await story.calls.addPatient('Mara', 'Mittel', '1948-02-03');
  /** Answers everything; at the page of medicines `act` adds to it. */
  const visit = async (act: () => Promise<void>): Promise<void> => {
    await story.calls.send(patient, { items: [{ template: ADULT.key }], tabletId, signers: [] });
    await tablet.begin('1948-02-03');
    await tablet.press('Weiter');
    await expect(page.locator('.q-root')).toBeVisible();
    await new Hand(tablet, false).fill(undefined, async () => {
      // Hyphens that only show at the end of a line belong to the heading.
      const title = (await page.locator('h1').first().innerText()).replaceAll('\u00AD', '');
      if (title !== 'Medikamente') return;
      await tablet.tap(page.locator('[data-place=medikamente]').getByRole('radio').first());
      await act();
    });
    await tablet.press('Fertig');
  };
  const medicines = async (): Promise<string> => {
    const { items } = await story.calls.call<{ items: { id: string }[] }>(
      `/anamnese/responses?patid=${patient.patid}`,
    );
    return JSON.stringify(await story.answers(items[0]?.id ?? ''));
  };
  await visit(async () => {
    await page.locator('.q-card input').nth(0).fill('Ramipril');
    await page.locator('.q-card input').nth(1).fill('5 mg');
    await page.locator('.q-card input').nth(2).fill('morgens');
    // Above 55 a pregnancy is not asked about.
    await expect(page.locator('[data-place=schwanger]')).toHaveCount(0);
    if (shots !== undefined)
      await page.screenshot({ path: `${shots}/medicine-1.png`, fullPage: true });
  });
  expect(await medicines()).toContain('Ramipril');
  await visit(async () => {
    await expect(page.locator('.q-line')).toContainText('Ramipril · 5 mg · morgens');
    if (shots !== undefined)
      await page.screenshot({ path: `${shots}/medicine-2.png`, fullPage: true });
    await tablet.press('Nehme ich noch');
    await expect(page.locator('.q-line[data-kept]')).toBeVisible();
  });
  const again = await medicines();
  expect(again).toContain('Ramipril');
  expect(again).toContain('bestaetigt');
});
