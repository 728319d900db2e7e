/**
 * Counts of a visit, printed and held: taps and screens of a healthy adult at the first visit and at
 * an unchanged re-visit, swipes of the form for children on a phone. Counted from the first page of
 * the first form to the thank-you; the signature below the answers is counted apart, as is that of
 * a consent.
 */
import { expect, test, type Locator } from '@playwright/test';
import { formsInUse } from '../../catalog/forms/catalogue.ts';
import { modelOf, type Node } from '../../shared/forms/questionnaire/model.ts';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 3 });
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
  constructor(tablet: TabletPage, isRevisit: boolean) {
    this.#tablet = tablet;
    this.#isRevisit = isRevisit;
  }

  /** Swipes until the target is in view, then taps it. */
  async #tap(target: Locator): Promise<void> {
    const away = await target.evaluate((element) => {
      const box = element.getBoundingClientRect(),
        foot = document.querySelector('footer')?.getBoundingClientRect().top ?? innerHeight;
      const below = box.bottom - (foot < box.top && foot > innerHeight / 2 ? foot : innerHeight);
      return element.closest('footer') ? 0 : Math.max(0, below) / innerHeight;
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
    await expect(this.#tablet.button('Stimmt alles')).toBeVisible();
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
      heading = page.locator('h1').first();
    for (let turn = 0; turn < 60; turn++) {
      await expect(heading.or(this.#tablet.thanks()).first()).toBeVisible();
      // The page while something is saved is left without a tap.
      await expect(page.getByText('Einen Moment bitte')).toHaveCount(0);
      if ((await this.#tablet.thanks().count()) > 0) break;
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
      const all = page.getByRole('button', { name: 'Alles, was hier steht, stimmt' });
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
            (await this.#tablet.thanks().count()) > 0 ||
            (await heading.innerText()) !== title,
        )
        .toBe(true);
      if ((await yes.count()) > 0) await this.#tap(yes);
    }
    await expect(this.#tablet.thanks()).toBeVisible();
    return this.count;
  }
}
const isDaily = (node: Node): boolean =>
  node.isVolatile && node.options.some((one) => one.value.valueCoding?.code === 'N');

const told = (what: string, { taps, screens, swipes, signing }: Count): void =>
  void process.stdout.write(
    `${what}: ${taps} taps, ${screens} screens, ${swipes} swipes, ${signing} to sign\n`,
  );

test('a first visit and an unchanged re-visit of a healthy adult stay short', async () => {
  test.setTimeout(180_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1', { posture: 'hand' });
  const patient = await story.calls.addPatient('Gesine', 'Gesund', '1990-02-03');
  const visit = async (isRevisit: boolean): Promise<Count> => {
    await story.calls.send(patient, {
      items: [{ template: DATA.key }, { template: ADULT.key }],
      tabletId,
      signers: [],
    });
    await tablet.begin('1990-02-03');
    await tablet.press('Weiter');
    await expect(tablet.page.locator('.q-root')).toBeVisible();
    const count = await new Hand(tablet, isRevisit).fill(
      process.env['SHOTS'] && `${process.env['SHOTS']}/${isRevisit ? 'again' : 'first'}`,
    );
    await tablet.press('Fertig');
    return count;
  };
  const first = await visit(false);
  told('first visit', first);
  const again = await visit(true);
  told('re-visit', again);
  expect(first.taps).toBeLessThanOrEqual(35);
  expect(first.screens).toBeLessThanOrEqual(18);
  expect(again.taps).toBeLessThanOrEqual(15);
  expect(again.screens).toBeLessThanOrEqual(5);
});

test('the form for children takes few swipes on a phone', { tag: '@long' }, async () => {
  test.setTimeout(120_000);
  const { tablet, tabletId } = await story.tablet('Tablet 2', {
    posture: 'hand',
    screen: 'phone',
  });
  const child = await story.calls.addPatient('Kira', 'Gesund', '2019-02-03');
  await story.calls.send(child, { items: [{ template: CHILD.key }], tabletId, signers: [] });
  await tablet.begin('2019-02-03');
  await tablet.press('Weiter');
  await expect(tablet.page.locator('.q-root')).toBeVisible();
  const count = await new Hand(tablet, false).fill(
    process.env['SHOTS'] && `${process.env['SHOTS']}/child`,
  );
  told('child on a phone', count);
  expect(count.swipes).toBeLessThanOrEqual(20);
});

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
    return JSON.stringify(await story.calls.call(`/anamnese/responses/${items[0]?.id ?? ''}`));
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
