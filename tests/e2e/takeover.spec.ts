/**
 * A running consent moves from the tablet to the patient's phone by QR code (R7), is signed there
 * offline, and leaves nothing on either; or it returns by the code that the private device shows to
 * the tablet's camera.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import words from '../../kiosk/takeover/texts.ar.json' with { type: 'json' };
import taskWords from '../../kiosk/task/texts.ar.json' with { type: 'json' };
import { DeskCalls, PHOTO } from '../support/stories/desk-calls.ts';
import { Story } from '../support/stories/story.ts';
import { TabletPage } from '../support/stories/tablet-page.ts';
import { filesHolding } from '../support/stories/profile.ts';

let story: Story;
const phones: TabletPage[] = [];
let film = '';
test.beforeEach(async () => {
  film = mkdtempSync(join(tmpdir(), 'molar-film-'));
  story = await Story.open({ tablets: 1 });
});
test.afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.drop();
  await story.close();
  rmSync(film, { recursive: true, force: true });
});

/** A browser that is not a tablet, with the texts it requested per host. */
async function openPhone(
  screen: 'phone' | 'tabletPortrait' = 'phone',
): Promise<{ phone: TabletPage; hosts: Set<string> }> {
  const phone = await TabletPage.open(story.server.url, { screen }),
    hosts = new Set<string>();
  phones.push(phone);
  phone.page.on('request', (request) => {
    hosts.add(new URL(request.url()).host);
  });
  return { phone, hosts };
}
/** Text read by a camera. */
async function readCode(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '';
}

test('[R7] [sec B58] moves from tablet to phone by QR code, is signed offline there, and leaves nothing on either', async () => {
  const { tablet, tabletId } = await story.tablet('Tablet A');
  const patient = await story.calls.addPatient('Walburga', 'Zwiebelring', '1957-10-02');
  const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
  await tablet.begin(patient.geburtsdatum);
  await tablet.press('Weiter');
  await tablet.readToEnd();
  await tablet.press('Keine Fragen mehr');
  await tablet.declare(true, false, true);
  await expect(tablet.heading('Stimmt alles?')).toBeVisible();
  await tablet.press('Beenden');
  await tablet.press('Auf dem Handy weitermachen');
  const shown = tablet.page.getByRole('img', { name: 'QR-Code', exact: true });
  await expect(shown).toBeVisible();
  const path = new URL(await readCode(shown)).pathname,
    secret = path.split('/').at(-1) ?? '';
  expect(path).toMatch(/^\/takeover\/r4c-[0-9a-f]{12}\/[\w-]{43}$/);

  const { phone, hosts } = await openPhone();
  await phone.page.goto(`${story.server.url}/takeover/evil.example/${secret}`);
  await phone.press('Hier weitermachen');
  await expect(phone.page.getByText('Dieser Code gehört nicht hierher.')).toBeVisible();
  expect([...hosts]).toEqual([new URL(story.server.url).host]);

  // Opening the page does not consume the code.
  await phone.page.goto(`${story.server.url}${path}`);
  await expect(phone.heading('Hier weitermachen?')).toBeVisible();
  expect(story.rows('select used_at from takeover')).toEqual([{ used_at: null }]);
  await phone.press('Hier weitermachen');
  await phone.sayBirthDate(patient.geburtsdatum);
  await expect(phone.heading('Stimmt alles?')).toBeVisible();
  await expect(phone.page.locator('.task-answers dd')).toHaveText(['Ja', 'Nein', 'Ja']);
  expect(phone.page.url()).not.toContain(secret);
  await expect(tablet.heading('Auf dem Handy geht es weiter')).toBeVisible();
  expect(await tablet.page.locator('body').innerText()).not.toContain('Zwiebelring');

  await phone.context.setOffline(true);
  await phone.press('Weiter zur Unterschrift');
  await phone.sign();
  await expect(phone.thanks()).toBeVisible();
  await expect(phone.page.getByText('Bitte nehmen Sie Platz, wir holen Sie ab.')).toBeVisible();
  await phone.press('Fertig');
  await expect(phone.heading('Gleich fertig')).toBeVisible();
  await phone.context.setOffline(false);
  await expect(phone.heading('Hier ist nichts mehr offen')).toBeVisible({ timeout: 40_000 });
  await story.calls.reaches(mappeId, 'filed', 30_000);
  expect(
    await phone.page.evaluate(async () => [
      (await indexedDB.databases()).length,
      Object.keys(localStorage)
        .filter((key) => key !== 'environment')
        .join(' '),
      (await caches.keys()).length,
      (await navigator.serviceWorker.getRegistrations()).length,
    ]),
  ).toEqual([0, '', 0, 0]);
  const words = [patient.firstName, patient.lastName, patient.geburtsdatum, '02.10.1957'];
  for (const one of [tablet, phone]) {
    await one.close();
    expect(filesHolding(one.profile, words)).toEqual([]);
  }
});

test(
  '[R7] [U6] the phone speaks the language chosen on the tablet before, during and after the run',
  { tag: '@long' },
  async () => {
    test.setTimeout(120_000);
    await (
      await DeskCalls.open(story.server, 'owner')
    ).setSettings({ languages: ['de', 'en', 'ar'] });
    const { tablet, tabletId } = await story.tablet('Tablet A');
    const patient = await story.calls.addPatient('Samira', 'Zwiebelring', '1957-10-02');
    await story.calls.send(patient, { items: [PHOTO], tabletId });
    await tablet.begin(patient.geburtsdatum);
    await tablet.press('العربية');
    await tablet.press(taskWords.next);
    await expect(tablet.page.locator('.doc-column[lang="ar"]').first()).toBeVisible();
    await tablet.press(taskWords.header.end);
    await tablet.press(words.offer.menu);
    const shown = tablet.page.getByRole('img', { name: words.offer.qr, exact: true });
    await expect(shown).toBeVisible();
    const { pathname, hash } = new URL(await readCode(shown));
    expect(hash).toBe('#ar');

    const { phone } = await openPhone(),
      speaks = (): Promise<void> =>
        expect(phone.page.locator('html[lang="ar"][dir="rtl"]')).toBeAttached();
    await phone.page.goto(`${story.server.url}${pathname}${hash}`);
    await expect(phone.heading(words.page.title)).toBeVisible();
    await speaks();
    await phone.press(words.page.go);
    await phone.enterBirthDate({ ...taskWords.person, next: taskWords.next }, patient.geburtsdatum);
    await expect(phone.page.locator('.doc-column[lang="ar"]').first()).toBeVisible();
    await speaks();
    await phone.press('لا أسئلة أخرى');
    for (let n = 0; n < 3; n++) await phone.press(/^نعم/);
    await phone.press('المتابعة إلى التوقيع');
    await phone.draw();
    await phone.context.setOffline(true);
    await phone.press('تسليم التوقيع');
    await phone.press(taskWords.thanks.done);
    await expect(phone.heading(words.guest.sending)).toBeVisible();
    await phone.context.setOffline(false);
    await expect(phone.heading(words.none.title)).toBeVisible({ timeout: 40_000 });
    await speaks();
  },
);

/** Fake camera video that shows the code. */
async function filmOf(code: Locator, file: string): Promise<void> {
  const picture = await sharp(await code.screenshot())
    .resize(400, 400, { fit: 'contain', background: '#fff' })
    .extend({ top: 40, bottom: 40, left: 120, right: 120, background: '#fff' })
    .jpeg({ quality: 90 })
    .toBuffer();
  writeFileSync(file, Buffer.concat(Array.from({ length: 5 }, () => picture)));
}

test(
  '[R7] [sec B60] moves to a private tablet by a desk code, survives an offline press, and returns by camera',
  { tag: '@long' },
  async () => {
    test.setTimeout(180_000);
    const PIN = '482915',
      camera = join(film, 'code.mjpeg');
    await (await DeskCalls.open(story.server, 'owner')).setSettings({ tabletPin: PIN });
    const { tablet } = await story.tablet('Tablet A', { camera });
    const patient = await story.calls.addPatient('Walburga', 'Zwiebelring', '1957-10-02');
    const mappeId = await story.calls.send(patient, { items: [PHOTO] });
    await story.calls.reaches(mappeId, 'created');
    await expect
      .poll(
        async () =>
          (await story.calls.call<unknown[]>(`/papo/papers?patid=${patient.patid}`)).length,
        { message: 'its text is drawn' },
      )
      .toBe(1);
    const { url } = await story.calls.call<{ url: string }>(
      `/tablet/mappen/${mappeId}/takeover`,
      {},
    );

    const { phone: home } = await openPhone('tabletPortrait');
    await home.page.goto(`${story.server.url}${new URL(url).pathname}`);
    await expect(home.heading('Hier weitermachen?')).toBeVisible();
    await home.context.setOffline(true);
    await home.press('Hier weitermachen');
    await expect(home.page.getByText('Es ist nichts verloren.')).toBeVisible();
    expect(story.rows('select used_at from takeover')).toEqual([{ used_at: null }]);
    await home.context.setOffline(false);
    await home.press('Noch einmal versuchen');
    await home.sayBirthDate(patient.geburtsdatum);
    await home.press('Weiter');
    await home.readToEnd();
    await home.press('Keine Fragen mehr');
    await home.declare(true, false, true);
    await expect(home.heading('Stimmt alles?')).toBeVisible();

    // The answers move along; the device that gave it back keeps nothing.
    await home.press('Beenden');
    await home.press('Zurück auf das Tablet');
    const shown = home.page.getByRole('img', { name: 'QR-Code', exact: true });
    await expect(shown).toBeVisible();
    await filmOf(shown, camera);
    await tablet.press('Menü für das Praxisteam');
    for (const digit of PIN) await tablet.press(digit);
    await tablet.press('Mappe von einem Handy holen');
    await expect(home.heading('Am Tablet geht es weiter')).toBeVisible({ timeout: 40_000 });
    await tablet.begin(patient.geburtsdatum);
    await expect(tablet.heading('Stimmt alles?')).toBeVisible();
    await expect(tablet.page.locator('.task-answers dd')).toHaveText(['Ja', 'Nein', 'Ja']);
    await tablet.press('Weiter zur Unterschrift');
    await tablet.sign();
    await expect(tablet.thanks()).toBeVisible();
    await story.calls.reaches(mappeId, 'filed', 30_000);
    await home.close();
    expect(
      filesHolding(home.profile, [
        patient.firstName,
        patient.lastName,
        patient.geburtsdatum,
        '02.10.1957',
      ]),
    ).toEqual([]);
  },
);
