/**
 * Accounts by mail without a mail server: a user is invited, reads the link in the outbox, signs
 * in, forgets the password, is locked and unlocked; and the page of an unsubscribe link.
 */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { confirmBy, fillIn, readMail } from '../support/stories/account-pages.ts';
import { staffPageFaults, patientScreenFaults } from '../support/stories/looks.ts';
import { screens } from '../support/stories/browser.ts';
import { Story } from '../support/stories/story.ts';

const PASSWORD = 'Birnen im Sommer 1971',
  SECOND = 'Quitten im Oktober 1984';

// Serial tests: data of the first one is used by the others.
test.describe.configure({ mode: 'serial' });

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

/** A user at another computer without a session. */
async function stranger(browser: Browser, screen: keyof typeof screens = 'desk'): Promise<Page> {
  const context = await browser.newContext({
    ...screens[screen],
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  });
  return context.newPage();
}
async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${story.server.url}/practice/`);
  await fillIn(page, email, password);
}
const confirm = (page: Page, go: string): Promise<void> =>
  confirmBy(page, story.server.logins().password, go);
const linkIn = (text: string, path: string): string =>
  new RegExp(`http://localhost:\\d+${path}\\S+`).exec(text)?.[0] ?? '';
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test(
  '[sec B29] a user is invited, accepts, forgets the password, is locked and unlocked by outbox links',
  { tag: '@long' },
  async ({ browser }) => {
    const faults: string[] = [];
    const { page: owner } = await story.desk(browser, 'owner');
    await owner.goto(`${story.server.url}/practice/nutzer`);
    await expect(row(owner, 'owner@demo.molar')).toContainText('Aktiv');
    faults.push(...(await staffPageFaults(owner, 'people')));

    await owner.getByRole('button', { name: 'Nutzer einladen' }).press('Enter');
    const form = owner.getByRole('dialog', { name: 'Nutzer einladen' });
    await form.getByRole('button', { name: 'Einladung senden' }).press('Enter');
    await expect(form.getByLabel('E-Mail-Adresse')).toBeFocused();
    await form.getByLabel('E-Mail-Adresse').fill('nele@praxis.test');
    await form.getByLabel('Vorname').fill('Nele');
    await form.getByLabel('Nachname').fill('Neumann');
    await form.getByLabel('Team').check();
    faults.push(...(await staffPageFaults(owner, 'invite')));
    await form.getByRole('button', { name: 'Einladung senden' }).click();
    await confirm(owner, 'Bestätigen');
    await expect(row(owner, 'nele@praxis.test')).toContainText('Eingeladen bis');

    const invite = linkIn(
      await readMail(owner, story.server, 'nele@praxis.test', 'Ihr Zugang zu Molar'),
      '/practice/einladung/',
    );
    faults.push(...(await staffPageFaults(owner, 'opened mail')));
    const nele = await stranger(browser);
    await nele.goto(invite);
    await expect(nele.getByText('Guten Tag Nele Neumann')).toBeVisible();
    expect(nele.url()).not.toContain('lnk_');
    faults.push(...(await staffPageFaults(nele, 'accept')));
    await nele.getByLabel('Neues Passwort').fill('zu kurz');
    await nele.getByRole('button', { name: 'Zugang einrichten' }).click();
    await expect(nele.getByText('Das Passwort ist noch zu kurz')).toBeVisible();
    await nele.getByLabel('Neues Passwort').fill(PASSWORD);
    await nele.getByRole('button', { name: 'Zugang einrichten' }).click();
    await expect(nele.getByRole('heading', { name: 'Zugang eingerichtet' })).toBeVisible();
    await nele.goto(invite);
    await expect(
      nele.getByText('Diese Einladung ist abgelaufen, zurückgezogen oder schon angenommen.'),
    ).toBeVisible();
    await signIn(nele, 'nele@praxis.test', PASSWORD);
    await expect(nele.getByRole('button', { name: /Nele Neumann/ })).toBeVisible();

    // Forgotten password: the same text for everyone, and a link that is not consumed by opening
    // it.
    const forgetful = await stranger(browser, 'phone');
    await forgetful.goto(`${story.server.url}/practice/`);
    await forgetful.getByRole('link', { name: 'Passwort vergessen?' }).click();
    faults.push(...(await staffPageFaults(forgetful, 'forgotten')));
    for (const email of ['niemand@praxis.test', 'nele@praxis.test']) {
      await forgetful.goto(`${story.server.url}/practice/reset`);
      await forgetful.getByLabel('E-Mail-Adresse').fill(email);
      await forgetful.getByRole('button', { name: 'Link schicken' }).click();
      await expect(
        forgetful.getByText(`Wenn es zu ${email} einen Zugang gibt, ist eine E-Mail unterwegs.`),
      ).toBeVisible();
    }
    const reset = linkIn(
      await readMail(owner, story.server, 'nele@praxis.test', 'Neues Passwort für Molar'),
      '/practice/reset/',
    );
    for (let i = 0; i < 3; i++) await forgetful.goto(reset);
    faults.push(...(await staffPageFaults(forgetful, 'reset')));
    await forgetful.getByLabel('Neues Passwort').fill(SECOND);
    await forgetful.getByRole('button', { name: 'Passwort speichern' }).click();
    await expect(forgetful.getByRole('heading', { name: 'Passwort gespeichert' })).toBeVisible();
    await forgetful.goto(reset);
    await forgetful.getByLabel('Neues Passwort').fill(PASSWORD);
    await forgetful.getByRole('button', { name: 'Passwort speichern' }).click();
    await expect(
      forgetful.getByText('Dieser Link ist nicht gültig, abgelaufen oder wurde schon benutzt.'),
    ).toBeVisible();
    // The old session is over.
    await nele.reload();
    await expect(nele.getByRole('heading', { name: 'Anmelden' })).toBeVisible();

    await owner.goto(`${story.server.url}/practice/nutzer`);
    await owner.getByRole('button', { name: 'Aktionen für Nele Neumann' }).click();
    await owner.getByRole('menuitem', { name: 'Sperren' }).click();
    await expect(row(owner, 'nele@praxis.test')).toContainText('Gesperrt');
    await signIn(nele, 'nele@praxis.test', SECOND);
    await expect(nele.getByText('E-Mail-Adresse oder Passwort stimmt nicht.')).toBeVisible();
    await owner.getByRole('button', { name: /Rückgängig/ }).click();
    await expect(row(owner, 'nele@praxis.test')).toContainText('Aktiv');
    await signIn(nele, 'nele@praxis.test', SECOND);
    await expect(nele.getByRole('button', { name: /Nele Neumann/ })).toBeVisible();
    await nele.goto(`${story.server.url}/practice/nutzer`);
    await expect(
      nele.getByText('Nutzer und Rechte verwaltet die Inhaberin oder der Inhaber der Praxis.'),
    ).toBeVisible();
    await expect(nele.getByRole('list', { name: 'Wer hier arbeitet' })).toContainText(
      'Nele Neumann',
    );
    faults.push(...(await staffPageFaults(nele, 'team')));
    expect(faults).toEqual([]);
  },
);

test(
  '[T6][R5] unsubscribe page: opening changes nothing, one press does, another undoes it, a wrong link is named',
  { tag: '@long' },
  async ({ browser }) => {
    const faults: string[] = [];
    const { page: owner } = await story.desk(browser, 'owner');
    const link = linkIn(
      await readMail(owner, story.server, 'nele@praxis.test', 'Ihr Zugang zu Molar'),
      '/unsubscribe/',
    );
    for (const screen of ['phone', 'tablet'] as const) {
      const page = await stranger(browser, screen);
      for (let i = 0; i < 3; i++) {
        await page.goto(link);
        await expect(
          page.getByRole('heading', {
            name: 'Möchten Sie an nele@praxis.test keine E-Mails mehr bekommen?',
          }),
        ).toBeVisible();
      }
      // No language selector and no tablet app.
      await expect(page.getByText('Türkçe')).toHaveCount(0);
      await expect(page.getByRole('combobox')).toHaveCount(0);
      faults.push(...(await patientScreenFaults(page, `ask ${screen}`)));
      // Offline nothing happens, and the page shows a message.
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Abmelden', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Das hat nicht geklappt' })).toBeVisible();
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Noch einmal versuchen', exact: true }).click();
      await page.getByRole('button', { name: 'Abmelden', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Abgemeldet' })).toBeVisible();
      faults.push(...(await patientScreenFaults(page, `done ${screen}`)));
      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'Sie sind schon abgemeldet' })).toBeVisible();
      await page.getByRole('button', { name: 'Doch wieder E-Mails bekommen' }).click();
      await expect(page.getByRole('heading', { name: 'Wieder angemeldet' })).toBeVisible();
      await page.goto(link.slice(0, -3));
      await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht' })).toBeVisible();
      faults.push(...(await patientScreenFaults(page, `wrong ${screen}`)));
    }
    expect(faults).toEqual([]);
  },
);

test(
  '[sec row 18] a new address takes effect when confirmed, and the old one can revert it',
  { tag: '@long' },
  async ({ browser }) => {
    const faults: string[] = [];
    const { page: owner } = await story.desk(browser, 'owner');
    const nele = await stranger(browser);
    await signIn(nele, 'nele@praxis.test', SECOND);
    await expect(nele.getByRole('button', { name: /Nele Neumann/ })).toBeVisible();
    await nele.goto(`${story.server.url}/practice/konto`);
    const form = nele.getByRole('form', { name: 'E-Mail-Adresse ändern' });
    await form.getByRole('button', { name: 'Adresse ändern' }).click();
    await expect(form.getByText('Bitte geben Sie die neue Adresse ein.')).toBeVisible();
    await form.getByLabel('Neue E-Mail-Adresse').fill('neumann@praxis.test');
    await form.getByRole('button', { name: 'Adresse ändern' }).click();
    const dialog = nele
      .getByRole('dialog')
      .filter({ has: nele.getByLabel('Passwort', { exact: true }) });
    await dialog.getByLabel('Passwort', { exact: true }).fill(SECOND);
    await dialog.getByRole('button', { name: 'Adresse ändern' }).click();
    await expect(
      form.getByText(
        'Bitte bestätigen Sie die Änderung mit dem Link, der an neumann@praxis.test gegangen ist.',
      ),
    ).toBeVisible();
    faults.push(...(await staffPageFaults(nele, 'profile')));

    const confirmation = linkIn(
      await readMail(
        owner,
        story.server,
        'neumann@praxis.test',
        'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
      ),
      '/practice/mail/',
    );
    const undo = linkIn(
      await readMail(
        owner,
        story.server,
        'nele@praxis.test',
        'Ihre E-Mail-Adresse bei Molar soll geändert werden',
      ),
      '/practice/mail/undo/',
    );
    const page = await stranger(browser, 'phone');
    for (let i = 0; i < 3; i++) await page.goto(confirmation);
    faults.push(...(await staffPageFaults(page, 'confirm')));
    await page.getByRole('button', { name: 'Adresse bestätigen' }).click();
    await expect(
      page.getByText('Bestätigt. Sie melden sich ab jetzt mit neumann@praxis.test an.'),
    ).toBeVisible();
    await page.goto(undo);
    await page.getByRole('button', { name: 'Änderung zurücknehmen' }).click();
    await expect(page.getByText('Sie melden sich wieder mit nele@praxis.test an.')).toBeVisible();
    await nele.reload();
    await expect(nele.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    expect(faults).toEqual([]);
  },
);
