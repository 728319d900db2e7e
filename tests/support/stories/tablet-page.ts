/**
 * A tablet in a story: a Chromium with its own profile on disk that a story can close, kill and
 * restart, and the actions of a patient.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  expect,
  type BrowserContext,
  type CDPSession,
  type Locator,
  type Page,
} from '@playwright/test';
import { chromiumArgs, chromiumPath, screens } from './browser.ts';
import { TEMPLATE_ORIGIN } from './template.ts';
import { type Spot, type Aimed, middleInSight, aimAt } from './aim.ts';
import { processesOf } from './profile.ts';

/**
 * The app treats a second tap within this time as a tremor (kiosk/ui/press.ts); intended second
 * taps are slower.
 */
const HAND_PACE_MS = 450;
/** … on the same control, or near it; elsewhere fast taps are not slowed. */
const SAME_SPOT_PX = 60;

export interface TabletOptions {
  screen?: keyof typeof screens;
  /** A clock that the story sets; the page's timers stand still until then. */
  withClock?: boolean;
  /** The tablet has the address of the template's tablets and finds its server at this port. */
  port?: number;
  /** Profile of a browser that has ended; a copy of it is used. */
  profile?: string;
  /** A film (MJPEG) for its camera; the file is read when the camera is switched on. */
  camera?: string;
}

/** Texts of the person check. */
interface CheckWords {
  readonly ask: string;
  readonly day: string;
  readonly pad: string;
  readonly next: string;
}
const GERMAN_CHECK: CheckWords = {
  ask: 'Bitte geben Sie Ihr Geburtsdatum ein.',
  day: 'Tag',
  pad: 'Ziffern',
  next: 'Weiter',
};

interface Box extends Spot {
  width: number;
  height: number;
}

export class TabletPage {
  readonly url: string;
  readonly profile: string;
  readonly #options: TabletOptions;
  #context: BrowserContext | undefined;
  #page: Page | undefined;
  #touch: CDPSession | undefined;
  #lastTap = { at: 0, x: 0, y: 0 };

  private constructor(url: string, options: TabletOptions) {
    this.url = options.port === undefined ? url : TEMPLATE_ORIGIN;
    this.#options = options;
    this.profile = mkdtempSync(join(tmpdir(), 'molar-tablet-'));
    if (options.profile !== undefined) cpSync(options.profile, this.profile, { recursive: true });
  }

  /** Starts a browser with a fresh profile, or a copied one, and opens the tablet's home. */
  static async open(url: string, options: TabletOptions = {}): Promise<TabletPage> {
    const tablet = new TabletPage(url, options);
    await tablet.start();
    return tablet;
  }

  get page(): Page {
    if (!this.#page) throw new Error('The tablet is switched off.');
    return this.#page;
  }
  get context(): BrowserContext {
    if (!this.#context) throw new Error('The tablet is switched off.');
    return this.#context;
  }

  /**
   * Starts the browser on its profile; without a server it must come from the service worker.
   * `laterBy`: ms passed meanwhile.
   */
  async start({ laterBy = 0 }: { laterBy?: number } = {}): Promise<void> {
    this.#context = await chromium.launchPersistentContext(this.profile, {
      executablePath: chromiumPath(),
      args: [
        ...chromiumArgs,
        ...(this.#options.port === undefined
          ? []
          : [
              `--host-resolver-rules=MAP ${new URL(TEMPLATE_ORIGIN).host} 127.0.0.1:${this.#options.port}`,
            ]),
        ...(this.#options.camera === undefined
          ? []
          : [
              '--use-fake-ui-for-media-stream',
              '--use-fake-device-for-media-stream',
              `--use-file-for-fake-video-capture=${this.#options.camera}`,
            ]),
      ],
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
      ...screens[this.#options.screen ?? 'tablet'],
    });
    this.#context.setDefaultTimeout(10_000);
    this.#page = this.#context.pages()[0] ?? (await this.#context.newPage());
    if (this.#options.withClock) await this.#page.clock.install({ time: Date.now() + laterBy });
    this.#touch = undefined;
    // The hours of a practice cannot span midnight: at 23:59 even a practice that is always open is
    // closed for a minute.
    await this.#page.addLocatorHandler(this.button(/^Ruhezeit/), (clock) => clock.tap());
    await this.#page.goto(`${this.url}/`);
  }
  /** Shuts it down cleanly. */
  async close(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    this.#page = undefined;
    await context?.close();
  }
  /** Empty battery: kills every process of this browser at once. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    this.#page = undefined;
    const gone = new Promise<void>((resolve) =>
      context ? context.once('close', () => resolve()) : resolve(),
    );
    for (const pid of processesOf(this.profile)) process.kill(pid, 'SIGKILL');
    await gone;
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
      rmSync(join(this.profile, name), { force: true });
  }
  /** Ends it and removes its profile. */
  async drop(): Promise<void> {
    await this.close();
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /**
   * Taps as a calm hand does: only visible and uncovered targets, and never twice within the guard
   * against tremor. Playwright's own tap scrolls to positions that a sticky footer would cover,
   * which no hand does.
   */
  async tap(target: Locator, { mayVanish = false } = {}): Promise<void> {
    if (!mayVanish) await expect(target).toBeEnabled();
    await expect
      .poll(
        async () => {
          if (mayVanish && (await target.count()) === 0) return true;
          const found = await target.evaluate(middleInSight).catch(() => null);
          if (found === 'hidden')
            await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
          return found !== null && found !== 'hidden' && this.#tapAt(target, found);
        },
        { message: `${String(target)} can be tapped`, intervals: [30, 60, 100] },
      )
      .toBe(true);
  }
  /**
   * Returns false if the target moved from under the finger in that very moment (a keyboard
   * opened): the page then received no touch.
   */
  async #tapAt(target: Locator, spot: Spot): Promise<boolean> {
    // The same element may have another label by now: the next page's „Weiter“ often reuses the
    // last one's.
    const isSame = await target.evaluate(aimAt).catch(() => undefined);
    if (isSame === undefined) return false;
    if (isSame || Math.hypot(spot.x - this.#lastTap.x, spot.y - this.#lastTap.y) < SAME_SPOT_PX) {
      await expect
        .poll(() => Date.now() - this.#lastTap.at, { intervals: [20] })
        .toBeGreaterThan(HAND_PACE_MS);
    }
    await this.page.touchscreen.tap(spot.x, spot.y);
    // A page that closed with the tap was hit.
    const isBeside = await this.page
      .evaluate(() => (window as Aimed).isBeside === true)
      .catch(() => false);
    if (!isBeside) this.#lastTap = { at: Date.now(), ...spot };
    return !isBeside;
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole(
      'button',
      typeof name === 'string' ? { name, exact: true } : { name },
    );
  }
  heading(name: string | RegExp): Locator {
    return this.page.getByRole(
      'heading',
      typeof name === 'string' ? { name, exact: true } : { name },
    );
  }
  press(name: string | RegExp): Promise<void> {
    return this.tap(this.button(name));
  }

  async typeCode(code: string): Promise<void> {
    const [first = '', second = ''] = code.split('-');
    await this.page.getByLabel('Teil 1 von 2').fill(first);
    await this.page.getByLabel('Teil 2 von 2').fill(second);
    await this.press('Tablet anmelden');
  }
  /** Returns the four digits that the desk compares. */
  async number(): Promise<string> {
    const shown = this.page.locator('.tab-number');
    await expect(shown).toBeVisible();
    return ((await shown.innerText()).match(/\d{4}/) ?? [''])[0];
  }
  /** Waits for the home of a tablet with this name. */
  async atHome(name: string): Promise<void> {
    await expect(
      this.page
        .getByText('Tablet 1', { exact: false })
        .or(this.page.getByText(name, { exact: true }))
        .first(),
    ).toBeVisible();
    await expect(this.home()).toBeVisible({ timeout: 20_000 });
  }

  /** Opens the waiting papers: begins and enters the birth date on the number pad. */
  async begin(birthDate: string): Promise<void> {
    await this.press('Beginnen');
    await this.sayBirthDate(birthDate);
  }
  /** Like `begin`, for a patient whose tablet has another language. @param birthDate YYYY-MM-DD */
  async beginIn(words: CheckWords & { readonly begin: string }, birthDate: string): Promise<void> {
    await this.press(words.begin);
    await this.enterBirthDate(words, birthDate);
  }
  /** Answers the person check in any language. @param birthDate YYYY-MM-DD */
  async enterBirthDate(words: CheckWords, birthDate: string): Promise<void> {
    const [year = '', month = '', day = ''] = birthDate.split('-');
    await expect(this.heading(words.ask)).toBeVisible();
    await this.tap(this.page.getByLabel(words.day, { exact: true }));
    const pad = this.page.getByRole('group', { name: words.pad, exact: true });
    for (const digit of `${day}${month}${year}`)
      await pad.getByRole('button', { name: digit, exact: true }).tap();
    await this.press(words.next);
  }
  /** @param birthDate YYYY-MM-DD */
  sayBirthDate(birthDate: string): Promise<void> {
    return this.enterBirthDate(GERMAN_CHECK, birthDate);
  }
  /** Reads to the end, page by page. */
  async readToEnd(): Promise<void> {
    const on = this.button('Weiterlesen');
    const end = this.page.getByRole('heading', { name: 'Sie sind am Ende des Textes.' });
    await expect(end).toBeAttached();
    for (let turn = 0; turn < 60; turn++) {
      await this.#still();
      if (!(await on.isVisible())) break;
      const before = await this.page.evaluate(() => scrollY);
      await this.tap(on, { mayVanish: true });
      await expect
        .poll(
          async () =>
            (await on.count()) === 0 || (await this.page.evaluate(() => scrollY)) > before,
        )
        .toBe(true);
    }
    await expect(on).toHaveCount(0);
  }
  /** Smooth scrolling has ended. */
  async #still(): Promise<void> {
    let last = -1;
    await expect
      .poll(
        async () => {
          const now = await this.page.evaluate(() => scrollY);
          const isStill = now === last;
          last = now;
          return isStill;
        },
        { intervals: [60] },
      )
      .toBe(true);
  }
  /** Answers every declaration of a paper in order. */
  async declare(...answers: readonly boolean[]): Promise<void> {
    for (const [at, answer] of answers.entries()) {
      await expect(
        answers.length > 1
          ? this.page.getByText(`Erklärung ${at + 1} von ${answers.length}`)
          : this.heading('Was gilt für Sie?'),
      ).toBeVisible();
      await this.press(new RegExp(answer ? '^Ja' : '^Nein'));
    }
  }

  get pad(): Locator {
    return this.page.locator('.sig-pad');
  }
  /** Touches the pad along a path; `share` is of the pad's width and height. */
  async touch(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    share?: readonly [number, number],
  ): Promise<void> {
    await this.#touchAt(type, share && { box: await this.#padBox(), share });
  }
  async #padBox(): Promise<Box> {
    const box = await this.pad.boundingBox();
    if (!box) throw new Error('There is no field to sign in.');
    return box;
  }
  async #touchAt(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    at?: { box: Box; share: readonly [number, number] },
  ): Promise<void> {
    this.#touch ??= await this.context.newCDPSession(this.page);
    const touchPoints = at
      ? [
          {
            x: Math.round(at.box.x + at.box.width * at.share[0]),
            y: Math.round(at.box.y + at.box.height * at.share[1]),
            force: 0.6,
          },
        ]
      : [];
    await this.#touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
  /** Signs with the finger: two strokes. */
  async draw(): Promise<void> {
    await expect(this.pad).toBeVisible();
    for (const shift of [0, 0.3]) {
      // The page does not move below a finger: the position of the pad is read once.
      const box = await this.#padBox();
      await this.#touchAt('touchStart', { box, share: [0.2 + shift, 0.5] });
      for (let i = 1; i <= 18; i++)
        await this.#touchAt('touchMove', {
          box,
          share: [0.2 + shift + i * 0.012, 0.5 + 0.25 * Math.sin(i / 2)],
        });
      await this.#touchAt('touchEnd');
    }
  }
  /** Counts dark pixels of the signature canvas. */
  inkPixels(): Promise<number> {
    return this.pad.locator('canvas').evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const data =
        (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ??
        new Uint8ClampedArray();
      let dark = 0;
      for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 128) dark++;
      return dark;
    });
  }
  async sign(): Promise<void> {
    await this.draw();
    await this.press('Unterschrift abgeben');
  }
  /** The summary of answers about health, in any language, before it is signed. */
  get answersSummary(): Locator {
    return this.page.locator('[data-section="erklaerung"]');
  }
  /** Signs the answers of the form that was reviewed, in any language. */
  async signAnswers(): Promise<void> {
    const primary = this.page.locator('footer .k-button--primary');
    await expect(this.answersSummary).toBeVisible();
    await this.tap(primary);
    await this.draw();
    await this.tap(primary);
    await expect(this.pad).toHaveCount(0);
  }
  /** Goes through the whole photo consent, from its comfort page to the thank-you. */
  async signPhotoConsent(): Promise<void> {
    await this.press('Weiter');
    await this.readToEnd();
    await this.press('Keine Fragen mehr');
    await this.declare(true, false, true);
    await this.press('Weiter zur Unterschrift');
    await this.sign();
  }
  thanks(): Locator {
    return this.heading('Vielen Dank. Alles ist gespeichert.');
  }
  home(): Locator {
    return this.heading('Guten Tag');
  }
  ready(): Locator {
    return this.heading('Ihre Unterlagen sind bereit.');
  }
}
