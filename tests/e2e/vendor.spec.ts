/**
 * Vendor access to a practice: an account from the terminal, an access with a reason that the
 * practice sees and ends, and a telephone code that shows no names.
 */
import { expect, test, type Page } from '@playwright/test';
import { confirmBy, fillIn, freshPage } from '../support/stories/account-pages.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';
import { enterAsVendor, VENDOR, vendorCommand } from '../support/stories/vendor.ts';

const PASSWORD = VENDOR.password;

// The account of the first story is used in the others.
test.describe.configure({ mode: 'serial' });

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

const acting = (page: Page) => page.getByRole('region', { name: 'Arbeiten für eine Praxis' });
const guest = (page: Page) => page.getByRole('region', { name: 'Zugriff des Kundendienstes' });

test(
  '[sec 2] an administrator works in a practice by a grant, the practice ends it; a code shows no names',
  { tag: '@long' },
  async ({ browser }) => {
    const faults: string[] = [];
    // A person must be on the board on every day of the week.
    await story.calls.send(await story.calls.addPatient('Nora', 'Namenlos', '1980-01-01'), {
      items: [{ template: 'schmerz@1' }],
      signers: [],
    });
    const context = await browser.newContext({ locale: 'de-DE' }),
      page = await context.newPage();
    await enterAsVendor(page, story.server);
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Betrieb' })).toBeVisible();
    await page.goto(`${story.server.url}/practice/betrieb`);
    await expect(page.getByRole('heading', { name: 'Betrieb', level: 1 })).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Hauptbereiche' }).getByRole('link'),
    ).toHaveText(['Betrieb', 'Nutzer']);
    faults.push(...(await staffPageFaults(page, 'betrieb')));

    await page.getByRole('button', { name: /^Zugriff auf Demopraxis/ }).click();
    await page.getByRole('button', { name: 'Zugriff beginnen' }).click();
    await expect(page.getByText('Bitte mindestens zehn Zeichen.')).toBeVisible();
    await page.getByLabel('Grund').fill('Drucker druckt nicht, Anruf von neun Uhr');
    await page.getByLabel('Vorgangsnummer').fill('T-77');
    await page.getByRole('button', { name: 'Zugriff beginnen' }).click();
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(acting(page)).toContainText('Drucker druckt nicht');
    await expect(page.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Empfang' })).toHaveCount(
      0,
    );
    faults.push(...(await staffPageFaults(page, 'acting')));

    // The practice sees the access, and any of its users may end it.
    const reception = await story.desk(browser, 'reception');
    await expect(guest(reception.page)).toContainText('Vera Hersteller');
    await guest(reception.page).getByRole('button', { name: 'Zugriff beenden' }).click();
    await expect(guest(reception.page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Betrieb', level: 1 })).toBeVisible({
      timeout: 30_000,
    });
    await expect(acting(page)).toHaveCount(0);

    await reception.page.goto(`${story.server.url}/practice/einstellungen/zugriff`);
    await reception.page.getByRole('button', { name: 'Code anzeigen' }).click();
    const code = await reception.page.locator('.z-code').innerText();
    faults.push(...(await staffPageFaults(reception.page, 'access')));
    await page.getByRole('button', { name: /^Zugriff auf Demopraxis/ }).click();
    await page.getByRole('radio', { name: /Code vom Telefon/ }).check();
    await page.getByLabel('Code, den die Praxis vorliest').fill(code);
    await page.getByRole('button', { name: 'Zugriff beginnen' }).click();
    await expect(page.getByRole('heading', { name: 'Empfang', level: 1 })).toBeVisible();
    await expect(acting(page)).toContainText('Empfangstafel ohne Namen');
    await expect(page.getByText('P1', { exact: true }).first()).toBeAttached();
    faults.push(...(await staffPageFaults(page, 'nameless board')));
    // The practice sees at once that its code was used.
    await expect(reception.page.getByText(/^Code wurde benutzt: Vera Hersteller/)).toBeVisible({
      timeout: 8_000,
    });
    await expect(reception.page.locator('.z-code')).toHaveCount(0);
    await acting(page).getByRole('button', { name: 'Zurück zum Betrieb' }).click();
    await expect(page.getByRole('heading', { name: 'Betrieb', level: 1 })).toBeVisible();
    expect(faults).toEqual([]);
    await context.close();
  },
);

test(
  '[sec 2] break-glass opens a listed record only with a second approval, and the practice ends it',
  { tag: '@long' },
  async ({ browser }) => {
    const faults: string[] = [];
    const { patid } = await story.calls.addPatient('Greta', 'Glasbruch', '1961-04-12');
    const vera = await freshPage(browser, story.server, '/betrieb');
    await fillIn(vera, VENDOR.mail, PASSWORD);
    await expect(vera.getByRole('heading', { name: 'Betrieb', level: 1 })).toBeVisible();
    const ask = async (reason: string): Promise<void> => {
      await vera.getByRole('button', { name: /^Zugriff auf Demopraxis/ }).click();
      await vera.getByRole('radio', { name: /^Notfall/ }).check();
      await vera.getByLabel('Grund').fill(reason);
      await vera.getByLabel('Vorgangsnummer').fill('T-112');
      await vera.getByRole('button', { name: 'Um Zugriff bitten' }).click();
      await expect(vera.getByText('Bitte ausfüllen.')).toBeVisible();
      await vera.getByLabel('Patientennummern').fill(patid);
      faults.push(...(await staffPageFaults(vera, 'ask')));
      await vera.getByRole('button', { name: 'Um Zugriff bitten' }).click();
      await confirmBy(vera, PASSWORD, 'Um Zugriff bitten');
      await expect(vera.getByText('Die Praxis ist gefragt.')).toBeVisible();
      await expect(vera.getByText('wartet auf Antwort')).toBeVisible();
    };
    await ask('Akte bleibt leer, Fehler von heute früh');
    // A request alone grants nothing, and requesters cannot approve their own request.
    await expect(acting(vera)).toHaveCount(0);
    await expect(vera.getByRole('heading', { name: 'Zweite Freigabe' })).toHaveCount(0);

    const { page: owner } = await story.desk(browser, 'owner');
    await expect(guest(owner)).toContainText(
      'Vera Hersteller (Administration) bittet um Notfallzugriff',
    );
    await guest(owner).getByRole('link', { name: 'Antworten' }).click();
    faults.push(...(await staffPageFaults(owner, 'asked')));
    await owner.getByRole('button', { name: 'Zugriff erlauben' }).click();
    await confirmBy(owner, story.server.logins().password, 'Zugriff erlauben');
    await expect(guest(owner)).toContainText('einzelne Akten, nur lesen');
    await vera
      .getByRole('button', { name: 'In dieser Praxis arbeiten' })
      .click({ timeout: 30_000 });
    await expect(acting(vera)).toContainText('einzelne Akten, nur lesen');
    await expect(acting(vera).getByRole('link', { name: `Akte ${patid}` })).toBeVisible();
    await expect(vera.getByRole('heading', { name: 'Dokumente', level: 1 })).toBeVisible();
    await expect(vera.getByText('Dafür fehlt Ihnen die Berechtigung.')).toHaveCount(0);
    faults.push(...(await staffPageFaults(vera, 'record')));
    // No record other than the listed one.
    await vera.getByRole('button', { name: 'Alle Patienten' }).click();
    await expect(vera.getByText('Das wurde nicht gefunden.')).toBeVisible();
    // A reload leaves the practice; the grant still exists.
    await vera.reload();
    await expect(vera.getByRole('heading', { name: 'Betrieb', level: 1 })).toBeVisible();
    await vera.getByRole('button', { name: 'In dieser Praxis arbeiten' }).click();
    await expect(acting(vera)).toContainText('einzelne Akten, nur lesen');
    await guest(owner).getByRole('button', { name: 'Zugriff beenden' }).click();
    await expect(guest(owner)).toHaveCount(0);
    await expect(owner.getByText(/^Bitte sehen Sie im Protokoll durch/)).toBeVisible();
    await owner.getByRole('button', { name: 'Durchgesehen' }).click();
    await expect(owner.getByText('Als durchgesehen vermerkt.')).toBeVisible();
    await expect(vera.getByRole('heading', { name: 'Betrieb', level: 1 })).toBeVisible({
      timeout: 30_000,
    });
    await expect(acting(vera)).toHaveCount(0);
    await expect(vera.getByRole('button', { name: 'In dieser Praxis arbeiten' })).toHaveCount(0, {
      timeout: 30_000,
    });
    expect(faults).toEqual([]);
    await vera.context().close();
  },
);

test(
  '[sec 2] a second administrator, invited without mail, approves for an unreachable practice',
  { tag: '@long' },
  async ({ browser }) => {
    const faults: string[] = [];
    const vera = await freshPage(browser, story.server, '/nutzer');
    await fillIn(vera, VENDOR.mail, PASSWORD);
    await expect(vera.getByRole('heading', { name: 'Nutzer und Rechte', level: 1 })).toBeVisible();
    await vera.getByRole('button', { name: 'Nutzer einladen' }).click();
    const form = vera.getByRole('dialog', { name: 'Nutzer einladen' });
    await form.getByLabel('E-Mail-Adresse').fill('zora@demo.molar');
    await form.getByLabel('Vorname').fill('Zora');
    await form.getByLabel('Nachname').fill('Zweite');
    await form.getByRole('radio', { name: /^Administration/ }).check();
    await form.getByRole('button', { name: 'Einladung senden' }).click();
    await confirmBy(vera, PASSWORD);
    await expect(vera.getByRole('row').filter({ hasText: 'zora@demo.molar' })).toContainText(
      'Eingeladen bis',
    );
    // Vendor users have no outbox; their pending mails are read at the terminal.
    await vera.getByRole('button', { name: /Zora Zweite/ }).click();
    await expect(vera.getByRole('menuitem')).toHaveText([
      'Ändern',
      'Einladung erneut senden',
      'Sperren',
      'Entfernen',
    ]);
    await vera.keyboard.press('Escape');
    faults.push(...(await staffPageFaults(vera, 'vendor people')));
    const links =
      vendorCommand(story.server, '--outbox').match(/http\S+\/practice\/einladung\/\S+/g) ?? [];
    expect(links).toHaveLength(1);

    const zora = await freshPage(
      browser,
      story.server,
      new URL(links[0] ?? '').pathname.replace('/practice', ''),
    );
    await zora.getByLabel('Neues Passwort').fill(PASSWORD);
    await zora.getByRole('button', { name: 'Zugang einrichten' }).click();
    await expect(zora.getByRole('heading', { name: 'Zugang eingerichtet' })).toBeVisible();
    // A used link is not offered again.
    await zora.goto(links[0] ?? '');
    await expect(
      zora.getByText('Diese Einladung ist abgelaufen, zurückgezogen oder schon angenommen.'),
    ).toBeVisible();
    await zora.goto(`${story.server.url}/practice/betrieb`);
    await fillIn(zora, 'zora@demo.molar', PASSWORD);
    await expect(zora.getByRole('heading', { name: 'Betrieb', level: 1 })).toBeVisible();
    await expect(zora.getByRole('heading', { name: 'Zweite Freigabe' })).toHaveCount(0);

    const { patid } = await story.calls.addPatient('Nora', 'Notfall', '1955-02-03');
    await vera.goto(`${story.server.url}/practice/betrieb`);
    await vera.getByRole('button', { name: /^Zugriff auf Demopraxis/ }).click();
    await vera.getByRole('radio', { name: /^Notfall/ }).check();
    await vera.getByLabel('Grund').fill('Klinik fragt nach Allergien, Praxis geschlossen');
    await vera.getByLabel('Vorgangsnummer').fill('T-118');
    await vera.getByLabel('Patientennummern').fill(patid);
    await vera.getByRole('button', { name: 'Um Zugriff bitten' }).click();
    if (await vera.getByLabel('Passwort', { exact: true }).isVisible())
      await confirmBy(vera, PASSWORD, 'Um Zugriff bitten');
    await expect(vera.getByText('wartet auf Antwort')).toBeVisible();

    await zora.reload();
    const second = zora.getByRole('region', { name: 'Zweite Freigabe' });
    await expect(second).toContainText('Vera Hersteller · Demopraxis');
    await expect(second).toContainText('Klinik fragt nach Allergien');
    faults.push(...(await staffPageFaults(zora, 'second word')));
    await second.getByRole('button', { name: 'Freigeben' }).click();
    const asked = zora.getByRole('dialog', { name: 'Zweite Freigabe' });
    await asked.getByRole('radio', { name: 'Sicherheit eines Patienten' }).check();
    await confirmBy(zora, PASSWORD, 'Freigeben');
    await expect(second).toHaveCount(0);
    await vera
      .getByRole('button', { name: 'In dieser Praxis arbeiten' })
      .click({ timeout: 30_000 });
    await expect(acting(vera).getByRole('link', { name: `Akte ${patid}` })).toBeVisible();
    // The practice sees who granted access to whom, and may end it.
    const { page: owner } = await story.desk(browser, 'owner');
    await owner.goto(`${story.server.url}/practice/einstellungen/zugriff`);
    await expect(owner.getByText(/erlaubt von Zora Zweite/)).toBeVisible();
    await guest(owner).getByRole('button', { name: 'Zugriff beenden' }).click();
    await expect(vera.getByRole('heading', { name: 'Betrieb', level: 1 })).toBeVisible({
      timeout: 30_000,
    });
    expect(faults).toEqual([]);
    for (const page of [vera, zora, owner]) await page.context().close();
  },
);

test(
  '[sec 19] an account opens on another device by a code, once',
  { tag: '@long' },
  async ({ browser }) => {
    const desk = await story.desk(browser, 'staff');
    await desk.page.getByRole('button', { name: /^Menü von/ }).click();
    await desk.page.getByRole('menuitem', { name: 'An anderem Gerät öffnen' }).click();
    await desk.page.getByLabel('Passwort', { exact: true }).fill(story.server.logins().password);
    await desk.page.keyboard.press('Enter');
    const dialog = desk.page.getByRole('dialog', { name: 'An anderem Gerät öffnen' });
    await expect(dialog.getByRole('img', { name: 'QR-Code zum Anmelden' })).toBeVisible();
    await desk.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Link kopieren' }).click();
    const link = await desk.page.evaluate(() => navigator.clipboard.readText());

    const context = await browser.newContext({ locale: 'de-DE' }),
      other = await context.newPage();
    await other.goto(link);
    // The token is removed from the address bar before anything happens.
    await expect(other).toHaveURL(/\/practice\/uebergabe$/);
    expect(await staffPageFaults(other, 'hand-over')).toEqual([]);
    await other.getByRole('button', { name: 'Hier anmelden' }).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(/^Heute/);
    const again = await (await browser.newContext({ locale: 'de-DE' })).newPage();
    await again.goto(link);
    await again.getByRole('button', { name: 'Hier anmelden' }).click();
    await expect(again.getByRole('alert')).toContainText('schon benutzt');
    await again.context().close();
    await context.close();
  },
);
