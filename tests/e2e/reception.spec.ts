/**
 * Reception: signing in, two workstations with live updates, hidden names, keyboard operation,
 * undo, and where sign-in is refused.
 */
import { chromium, expect, test } from '@playwright/test';
import { setUpApp } from '../support/stories/account-pages.ts';
import { chromiumArgs, chromiumPath, screens } from '../support/stories/browser.ts';
import { DeskPage } from '../support/stories/desk-page.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { startServer } from '../support/server.ts';
import { Story } from '../support/stories/story.ts';
import { tabToName } from '../support/stories/keys.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 2 });
});
test.afterAll(async () => {
  await story.close();
});

test('[B11] [B47] [V4] a wrong password is reported, the right one opens the board; all staff pages fit', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const faults: string[] = [];
  const context = await browser.newContext({
    ...screens.desk,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  const look = async (name: string): Promise<void> => {
    faults.push(...(await staffPageFaults(page, name)));
  };
  await page.goto(`${story.server.url}/practice/`);
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  const logins = story.server.logins();
  await page.getByLabel('E-Mail-Adresse').fill(logins.owner);
  await page.getByLabel('Passwort', { exact: true }).fill('ganz bestimmt falsch');
  await page.keyboard.press('Enter');
  await expect(page.getByText('E-Mail-Adresse oder Passwort stimmt nicht.')).toBeVisible();
  await look('sign-in');
  await page.getByLabel('Passwort', { exact: true }).fill(logins.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Heute/, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Empfang', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Empfang', exact: true })).toBeVisible();
  await expect(page.locator('.e-stand')).toContainText('live');
  await look('board');

  await page.getByRole('button', { name: 'Neu ohne Akte' }).click();
  const entry = page.getByRole('dialog', { name: 'Neu ohne Akte' });
  await entry.getByLabel('Nachname').fill('Säugling');
  await entry.getByLabel('Vorname').fill('Mia');
  // V4: three months ago.
  const born = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10).split('-');
  await entry.getByLabel('Jahr').fill(born[0] ?? '');
  await entry.getByLabel('Monat').fill(born[1] ?? '');
  await entry.getByLabel('Tag').fill(born[2] ?? '');
  await entry.getByRole('button', { name: 'Anlegen und Mappe senden' }).click();
  await expect(
    entry.getByText('Das Geburtsdatum liegt weniger als 6 Monate zurück. Stimmt das?'),
  ).toBeVisible();
  await look('new person');
  await entry.getByRole('button', { name: 'Ja, das stimmt' }).click();
  const panel = page.getByRole('dialog', { name: 'Mappe senden' });
  await expect(panel).toContainText('Mia');
  await panel.getByLabel('Einwilligung: Entfernung eines Zahnes').check();
  await look('send panel');
  // A child does not sign.
  await expect(panel.getByLabel('Wer ist mit dem Kind hier?')).toHaveValue('one');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'Tablet anmelden' }).click();
  await expect(page.getByRole('img', { name: 'QR-Code mit Adresse und Code' })).toBeVisible();
  await look('register a tablet');
  await page.keyboard.press('Escape');
  for (const [link, heading] of [
    [/^Einstel/, 'Einstellungen'],
    ['Patienten', 'Patienten'],
    ['Dokumente', 'Dokumente'],
    ['Siegel prüfen', 'Siegel prüfen'],
  ] as const) {
    await page
      .getByRole('link', typeof link === 'string' ? { name: link, exact: true } : { name: link })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await look(heading);
  }
  const nonsense = page.waitForResponse((answer) => answer.url().endsWith('/documents/check'));
  await page.getByRole('link', { name: 'Siegel prüfen' }).first().click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'leer.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('kein PDF'),
  });
  expect((await nonsense).status()).toBeGreaterThanOrEqual(400);
  await expect(page.getByRole('heading', { name: 'Nicht lesbar' })).toBeVisible();
  await look('check answer');
  await context.close();
  expect(faults).toEqual([]);
});

test(
  'two workstations update live; P hides names; a Mappe is sent by keyboard and undone within ten seconds',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(180_000);
    const { tablet } = await story.tablet('Tablet 1');
    const one = await story.desk(browser);
    const two = await story.desk(browser, 'staff');
    await story.calls.addPatient('Ruthild', 'Tastenkundig', '1963-04-04');
    const { page } = one;

    await page.keyboard.press('/');
    await page.keyboard.type('Tastenkundig');
    await expect(page.getByRole('option').filter({ hasText: 'Tastenkundig' })).toBeVisible();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Mappe senden' });
    await expect(panel).toBeVisible();
    await tabToName(page, 'Einwilligung: Fotos für die Behandlung');
    await page.keyboard.press('Space');
    await tabToName(page, 'Gesundheitskarte');
    await page.keyboard.press('Space');
    await tabToName(page, /^Senden/);
    await page.keyboard.press('Enter');
    await expect(panel).toBeHidden();
    await expect(
      page.getByText('Mappe für Ruthild Tastenkundig liegt auf Tablet 1.'),
    ).toBeVisible();
    // The other workstation is updated by the live channel.
    await expect(two.column('Da · am Tablet').getByText('Tastenkundig')).toBeVisible();
    await expect(tablet.ready()).toBeVisible();
    await one.button(/^Rückgängig/).click();
    await expect(page.getByText('Zurückgenommen.')).toBeVisible();
    await expect(two.row('Tastenkundig')).toHaveCount(0);
    await expect(tablet.home()).toBeVisible();

    // Again with the board's shortcuts; then moved at one workstation, seen at the other.
    await story.tablet('Tablet 2');
    await one.find('Tastenkundig');
    await panel.getByLabel('Einwilligung: Fotos für die Behandlung').check();
    await panel.getByLabel('bekannt').check();
    await panel.getByRole('radio', { name: /^Tablet 1/ }).check();
    await panel.getByRole('button', { name: /^Senden/ }).click();
    await expect(two.row('Tastenkundig')).toContainText('Tablet 1');
    await two.row('Tastenkundig').getByRole('button', { name: 'Weitere Aktionen' }).click();
    await two.page.getByRole('menuitem', { name: 'Tablet 2' }).click();
    await expect(one.row('Tastenkundig')).toContainText('Tablet 2');
    await expect(tablet.ready()).toHaveCount(0);
    await expect(tablet.home()).toBeVisible();

    await page.locator('body').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('p');
    await expect(one.button('Namen zeigen')).toBeVisible();
    expect(await page.locator('main, .e-board').first().innerText()).not.toContain('Tastenkundig');
    await expect(one.column('Da · am Tablet').getByText('T. R.')).toBeVisible();
    await expect(two.row('Tastenkundig')).toBeVisible();
    await page.keyboard.press('p');
    await expect(one.row('Tastenkundig')).toBeVisible();
  },
);

test('[V8] [U5] in production a one-time link creates the first user, and the session survives a restart', async ({
  browser,
}) => {
  const server = await startServer({ isEmpty: true, env: { MOLAR_ENV: 'prod' } });
  const context = await browser.newContext({
    ...screens.desk,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  });
  try {
    const link = /http:\/\/localhost:\d+\/practice\/first\/\S+/.exec(server.output())?.[0];
    if (link === undefined) throw new Error(`No link was printed:\n${server.output()}`);
    expect(server.output()).not.toMatch(/@demo\.molar|Tablet-Code/);
    const page = await context.newPage();
    await page.goto(link);
    await page.getByLabel('Name der Praxis').fill('Zahnarztpraxis Anna Erstling');
    await page.getByLabel('Vorname').fill('Anna');
    await page.getByLabel('Nachname').fill('Erstling');
    await page.getByLabel('E-Mail-Adresse').fill('anna@erstling.test');
    await page.getByLabel('Passwort', { exact: true }).fill('kurz');
    await page.getByRole('button', { name: 'Zugang anlegen' }).click();
    await expect(
      page.getByText(/^Das Passwort ist noch zu kurz: mindestens 15 Zeichen/),
    ).toBeVisible();
    await page.getByLabel('Passwort', { exact: true }).fill('drei Birken am Kanal');
    await page.getByRole('button', { name: 'Zugang anlegen' }).click();
    // An owner begins with a second factor; nothing can be done before the terms are accepted.
    await expect(page.getByText('Ihr Zugang braucht einen zweiten Faktor.')).toBeVisible();
    await setUpApp(page, 'drei Birken am Kanal');
    await page.getByRole('link', { name: 'Weiter', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Nutzungsbedingungen (AGB)' })).toBeVisible();
    expect(await staffPageFaults(page, 'terms')).toEqual([]);
    await page.getByRole('button', { name: 'Nutzungsbedingungen annehmen' }).click();
    await page.getByRole('button', { name: 'Vertrag (AVV) annehmen' }).click();
    // Backup target and recovery sheet are requested at once; when postponed, a red line stays.
    await expect(page.getByRole('heading', { name: '1 von 2: Ort der Sicherung' })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Später' }).click();
    await expect(page.getByRole('heading', { name: '2 von 2: Notfallblatt' })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Später' }).click();
    await expect(page.getByRole('heading', { name: 'Erste Schritte' })).toBeVisible();
    await page.getByRole('link', { name: 'Zum Empfang' }).click();
    await expect(page.getByRole('heading', { name: 'Empfang', exact: true })).toBeVisible();
    await expect(
      page.getByText(
        'Noch wird nichts gesichert: Es fehlen ein Ort für die Sicherung und das Notfallblatt.',
      ),
    ).toBeVisible();
    await expect(page.getByText('Zahnarztpraxis Anna Erstling').first()).toBeVisible();
    // The link is used up.
    await page.goto(link);
    await expect(
      page.getByText('Dieser Link ist nicht gültig oder wurde schon benutzt.'),
    ).toBeVisible();
    // The session survives a restart of the server.
    await server.restart();
    await page.goto(`${server.url}/practice/`);
    await expect(page.getByRole('heading', { name: /^Heute/, level: 1 })).toBeVisible();
    await page.getByRole('button', { name: /Anna Erstling/ }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  } finally {
    await context.close();
    await server.stop();
  }
});

test('[sec http] over plain http by another host name neither staff nor tablet can sign in; both see the remedy', async () => {
  // A hostname other than localhost, as another device would use.
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArgs, '--host-resolver-rules=MAP molar.praxis.test 127.0.0.1'],
  });
  try {
    const url = `http://molar.praxis.test:${story.server.port}`;
    const page = await browser.newPage({ ...screens.desk, locale: 'de-DE' });
    await page.goto(`${url}/practice/`);
    await expect(
      page.getByRole('heading', { name: 'Anmelden geht nur über eine sichere Verbindung' }),
    ).toBeVisible();
    await expect(page.getByText('npm run tls')).toBeVisible();
    await expect(page.getByLabel('Passwort', { exact: true })).toHaveCount(0);
    await page.goto(`${url}/`);
    await expect(page.getByText('Diese Verbindung ist nicht sicher.')).toBeVisible();
    await expect(
      page.getByText('Bitte öffnen Sie die Adresse der Praxis mit https.'),
    ).toBeVisible();
    // The API refuses as well, even with the right password.
    const logins = story.server.logins();
    const answer = await page.evaluate(
      async ({ email, password }) => {
        await fetch('/ui/status');
        const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
        const response = await fetch('/auth/login', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token },
          body: JSON.stringify({ credentials: { email, password }, longLogin: false }),
        });
        return { status: response.status, text: await response.text() };
      },
      { email: logins.owner, password: logins.password },
    );
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('"code":"https_required"');
  } finally {
    await browser.close();
  }
});

test('the board reports a lost connection and keeps its last state', async ({ browser }) => {
  test.setTimeout(60_000);
  const server = await startServer();
  const desk = await DeskPage.open(browser, server);
  try {
    // Idle callbacks are held back: prefetching happens while the server is down.
    await desk.page.addInitScript(() => {
      const idle = globalThis.requestIdleCallback,
        give: (() => void)[] = [];
      globalThis.requestIdleCallback = (...then) =>
        give.push(() => {
          idle(...then);
        });
      Object.assign(globalThis, {
        give,
        giveIdle: () => {
          globalThis.requestIdleCallback = idle;
          for (const one of give) one();
        },
      });
    });
    await desk.page.reload();
    const expected = desk.column('Erwartet'),
      row = expected.locator('[data-row]').first(),
      folded = expected.getByText(/^Früher heute/);
    // In the evening all of them are collapsed as earlier today.
    await expect(row.or(folded).first()).toBeVisible();
    if ((await row.count()) === 0) await folded.click();
    await expect(row).toBeVisible();
    const there = expected.getByRole('button', { name: /^Da:/ }).first();
    await expect(there).toBeEnabled();
    await expect
      .poll(() => desk.page.evaluate<number>('give.length'), { timeout: 15_000 })
      .toBeGreaterThan(0);
    let refused = 0,
      came = 0;
    await server.kill();
    desk.page.on('requestfailed', () => {
      refused += 1;
    });
    await expect(desk.page.locator('.e-stand')).toHaveAttribute('data-state', 'stale', {
      timeout: 15_000,
    });
    await expect(desk.page.locator('.e-stand')).toContainText(/Stand \d\d:\d\d\s+ohne Verbindung/);
    await expect(row).toBeVisible();
    // Controls that need the server are disabled with a reason.
    await expect(there).toBeDisabled();
    await expect(
      desk.page.getByText(
        'Solange der Server nicht erreichbar ist, lässt sich hier nichts auslösen.',
      ),
    ).toBeVisible();
    // A module request refused here keeps failing in the browser afterwards.
    await desk.page.evaluate('giveIdle()');
    const before = refused;
    await expect.poll(() => refused, { timeout: 30_000 }).toBeGreaterThan(before + 2);
    desk.page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') came += 1;
    });
    await server.restart();
    await expect(desk.page.locator('.e-stand')).toContainText('live', { timeout: 30_000 });
    await expect(there).toBeEnabled();
    // The failed prefetch is repeated, and the page is unchanged.
    await expect.poll(() => came, { timeout: 30_000 }).toBeGreaterThan(0);
    await desk.page.getByRole('button', { name: 'Neu ohne Akte' }).first().click();
    await expect(desk.page.getByRole('dialog')).toBeVisible();
  } finally {
    await desk.close();
    await server.stop();
  }
});

test('an expired session asks for the password above the page; input and focus are kept', async ({
  browser,
}) => {
  const { server } = story,
    desk = await DeskPage.open(browser, server),
    { page } = desk,
    { password } = server.logins();
  try {
    await page.getByRole('button', { name: 'Neu ohne Akte' }).first().click();
    const entry = page.getByRole('dialog', { name: 'Neu ohne Akte' }),
      field = entry.getByLabel('Jahr');
    for (const [label, text] of [
      ['Nachname', 'Ångström'],
      ['Vorname', 'Åsa'],
      ['Tag', '4'],
      ['Monat', '4'],
      ['Jahr', '1963'],
    ] as const)
      await entry.getByLabel(label).fill(text);
    // Response after another session of this user ended all of the user's sessions.
    await page.context().clearCookies();
    await page.route(
      (url) => !/^\/(auth\/login|practice\/)/.test(url.pathname),
      (route) =>
        route.fulfill({
          status: 401,
          json: { error: { code: 'unauthenticated', message: 'unauthenticated' } },
        }),
    );
    await field.press('Enter');
    const asked = page.getByRole('dialog', { name: 'Bitte melden Sie sich neu an' });
    await expect(asked).toBeVisible();
    await page.unrouteAll();
    await asked.getByLabel('Passwort', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(asked).toBeHidden();
    await expect(entry.getByLabel('Nachname')).toHaveValue('Ångström');
    await expect(field).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Mappe senden' })).toBeVisible();
  } finally {
    await desk.close();
  }
});
