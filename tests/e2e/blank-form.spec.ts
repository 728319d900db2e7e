/**
 * Network and server are down: staff opens the menu by PIN and starts a blank form, the patient
 * answers in plain language, the battery dies half-way; the answers arrive in the tray exactly
 * once.
 */
import { expect, test } from '@playwright/test';
import { DeskCalls } from '../support/stories/desk-calls.ts';
import { fillForm } from '../support/form-hand.ts';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';
import { filesHolding } from '../support/stories/profile.ts';

const PIN = '736251';

/** Forms cached on this tablet, read from its disk. */
const kept = (tablet: TabletPage): Promise<number> =>
  tablet.page.evaluate(
    () =>
      new Promise<number>((done, fail) => {
        const open = indexedDB.open('molar-tablet');
        open.addEventListener('error', () => fail(new Error('the database does not open')));
        open.addEventListener('success', () => {
          const keys = open.result
            .transaction('meta')
            .objectStore('meta')
            .getAllKeys(IDBKeyRange.bound('blank:', 'blank:\uffff'));
          keys.addEventListener('success', () => {
            open.result.close();
            done(keys.result.length);
          });
        });
      }),
  );

/**
 * Time (ms) of the tablet's last stored position in the form, read from its disk; the content is
 * encrypted.
 */
const placeKeptAt = (tablet: TabletPage): Promise<number> =>
  tablet.page.evaluate(
    () =>
      new Promise<number>((done, fail) => {
        const open = indexedDB.open('molar-tablet');
        open.addEventListener('error', () => fail(new Error('the database does not open')));
        open.addEventListener('success', () => {
          const row = open.result
            .transaction('meta')
            .objectStore('meta')
            .get('activeTask') as IDBRequest<{ value: { at: number } } | undefined>;
          row.addEventListener('success', () => {
            open.result.close();
            done(row.result?.value.at ?? 0);
          });
        });
      }),
  );

test(
  '[sync F1] [sync S1] [sync S2] [sync S4] a blank form started offline survives a dead battery',
  { tag: '@long' },
  async () => {
    test.setTimeout(120_000);
    const story = await Story.open();
    try {
      await (await DeskCalls.open(story.server, 'owner')).setSettings({ tabletPin: PIN });
      const { tablet } = await story.tablet('Tablet 1');
      await expect.poll(() => kept(tablet), { timeout: 30_000 }).toBe(4);

      await tablet.context.setOffline(true);
      await story.server.kill();
      await tablet.press('Menü für das Praxisteam');
      for (const digit of PIN) await tablet.press(digit);
      await tablet.press('Leerer Fragebogen');
      await tablet.tap(tablet.page.getByRole('radio', { name: /Schmerzen/ }));
      await tablet.press('Weiter');
      await tablet.page.getByLabel('Vorname').fill('Ohnenetz');
      await tablet.page.getByLabel('Nachname').fill('Kanarienvogel');
      for (const [name, value] of [
        ['Tag', '7'],
        ['Monat', '4'],
        ['Jahr', '1991'],
      ] as const)
        await tablet.page.getByLabel(name, { exact: true }).fill(value);
      await tablet.page.getByLabel('Jahr', { exact: true }).press('Enter');
      await expect(tablet.heading('Wie möchten Sie lesen?')).toBeVisible();
      await tablet.tap(tablet.page.getByRole('switch', { name: 'Einfache Sprache' }));
      await tablet.press('Weiter');
      await expect(tablet.heading('Ihre Schmerzen')).toBeVisible();
      await tablet.page.getByRole('textbox', { name: 'Wo tut es weh?' }).fill('Unten links');
      await expect(tablet.page.getByText('Gespeichert')).toBeVisible();
      await tablet.press('Weiter');
      // Still in plain language after the battery died: on the stored page, with the stored answers.
      const plain = 'Können Sie schlecht schlucken oder atmen? Geht der Mund schwer auf?';
      await expect(tablet.page.getByText(plain).first()).toBeVisible();
      const turned = await tablet.page.evaluate(() => Date.now());
      await expect.poll(() => placeKeptAt(tablet)).toBeGreaterThanOrEqual(turned);
      await tablet.kill();
      expect(filesHolding(tablet.profile, ['Kanarienvogel', 'Unten links'])).toEqual([]);
      await tablet.start();
      // A slow machine may exceed the time within which the patient is not verified again: then the
      // birth date is asked first.
      const ask = tablet.heading('Bitte geben Sie Ihr Geburtsdatum ein.');
      await expect(tablet.page.getByText(plain).first().or(ask)).toBeVisible({ timeout: 30_000 });
      if (await ask.isVisible()) await tablet.sayBirthDate('1991-04-07');
      await expect(tablet.page.getByText(plain).first()).toBeVisible({ timeout: 30_000 });
      await tablet.press('Zurück');
      await expect(tablet.page.getByRole('textbox', { name: 'Wo tut es weh?' })).toHaveValue(
        'Unten links',
      );
      await fillForm(tablet);
      await expect(tablet.thanks()).toBeVisible();
      await tablet.press('Fertig');

      await story.server.restart();
      await tablet.context.setOffline(false);
      await story.calls.signIn();
      await expect
        .poll(() => story.rows('select form, state from unmatched'), { timeout: 60_000 })
        .toEqual([{ form: 'schmerz@6', state: 'open' }]);
      const { open } = await story.calls.call<{ open: { id: string; problems: number }[] }>(
        '/anamnese/unmatched',
      );
      expect(open).toMatchObject([
        {
          problems: 0,
          origin: 'tablet',
          tabletName: 'Tablet 1',
          firstName: 'Ohnenetz',
          lastName: 'Kanarienvogel',
          geburtsdatum: '1991-04-07',
        },
      ]);
      await expect
        .poll(async () => (await story.calls.board()).tablets[0]?.pending, { timeout: 30_000 })
        .toBe(0);
      expect(story.rows("select result from op where kind = 'blank.answers'")).toEqual([
        { result: 'applied' },
      ]);
      await tablet.close();
      expect(filesHolding(tablet.profile, ['Kanarienvogel'])).toEqual([]);
    } finally {
      await story.close();
    }
  },
);
