/**
 * `npm run bench:practice`: how fast the staff's app answers keys and links on the built server, in
 * a window of a practice with two lists of two hundred lines, as it is and with the CPU throttled
 * four times.
 */
import { chromium, type Browser, type Page } from 'playwright-core';
import { berlinDay } from '../../shared/base/dates.ts';
import { addDays } from '../../shared/base/day-math.ts';
import { buildAll, isBuilt } from '../../scripts/build.mjs';
import { deliver } from '../../tests/support/stories/deliver.ts';
import { chromiumArgs, chromiumPath, screens } from '../../tests/support/stories/browser.ts';
import { Story } from '../../tests/support/stories/story.ts';
import { quantile, show } from '../kit/numbers.ts';
import { printMachine, printTable, report, type Target } from '../kit/report.ts';
import { firstOpening, LIMITS, noTimes, walk, type Kind, type Times } from './walk.ts';

const isQuick = process.argv.includes('--quick');
const TURNS = isQuick ? 8 : 30,
  /** First openings: each needs a page that has loaded nothing yet. */
  FRESH = isQuick ? 3 : 8;
/** CPU throttling rates, as in browsers' developer tools. */
const RATES = [1, 4] as const;
const today = berlinDay(Date.now());
const PATIENCE_MS = 60_000;
const PEOPLE = 400,
  LINES = 200;
/** The parts of the frame are loaded once the first screen is idle. */
const IDLE_MS = 8_000;
const WORDS: Readonly<Record<Kind, string>> = {
  bare: 'the next frame, nothing done',
  opens: 'the palette opens',
  hits: 'the palette shows a person',
  row: 'the next row',
  panel: 'a panel next to the list',
  page: 'the next page with its rows',
  first: 'the same, opened for the first time',
};

if (!isBuilt()) await buildAll((line: string) => console.log(`  ${line}`));
const story = await Story.open({ port: 4795 });
const ADDRESS = `${story.server.url}/practice/recall`,
  ROW = 'main [data-row]';

/** Opens the list of recalls as a member of the team; ready once everything has been loaded. */
async function openList(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
      ...screens.desk,
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
    }),
    page = await context.newPage(),
    logins = story.server.logins();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(ADDRESS);
  await page.getByLabel('E-Mail-Adresse').fill(logins.staff);
  await page.getByLabel('Passwort', { exact: true }).fill(logins.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.locator(ROW).first().waitFor();
  return page;
}
const throttle = async (page: Page, rate: number): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
};

async function measure(browser: Browser, rate: number, from: number): Promise<Times> {
  const times = noTimes(),
    page = await openList(browser);
  await page.waitForTimeout(IDLE_MS);
  await throttle(page, rate);
  for (let turn = 0; turn < TURNS; turn++) await walk(page, turn, `Reihe${from + turn}`, times);
  for (let turn = 0; turn < FRESH; turn++) {
    await page.goto(ADDRESS);
    await page.locator(ROW).first().waitFor();
    await page.waitForTimeout(1_000);
    await firstOpening(page, times);
  }
  await page.context().close();
  return times;
}

const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] });
try {
  await deliver(story, {
    behandler: [{ id: 'o', name: 'Dr. Weber', art: 'ZAHNARZT' }],
    patient: Array.from({ length: PEOPLE }, (_, at) => ({
      id: `a${at}`,
      nachname: `Reihe${at}`,
      vorname: 'Jörg',
      geburtsdatum: '1978-11-05',
      versicherung: 'GKV',
    })),
    recall: Array.from({ length: LINES }, (_, at) => ({
      id: `r${at}`,
      patid: `a${at}`,
      art: 'KONTROLLE',
      faelligAm: addDays(today, -60),
      status: 'NAECHSTER_RECALLTERMIN',
    })),
    hkp: Array.from({ length: LINES }, (_, at) => ({
      id: `h${at}`,
      patid: `a${at}`,
      art: 'ZE',
      status: 'GENEHMIGT',
      behandler: 'o',
      erstelltAm: addDays(today, -60),
      genehmigtAm: addDays(today, -40),
      gesamt: 1840,
    })),
  });
  const measured = new Map<number, Times>();
  for (const rate of RATES)
    measured.set(rate, await measure(browser, rate, PEOPLE - TURNS * (measured.size + 1)));
  printMachine([]);
  for (const [rate, times] of measured)
    printTable(
      rate === 1 ? 'Processor as it is (ms)' : `Processor ${rate} times slower (ms)`,
      ['', 'first', 'median', 'p95', 'limit'],
      (Object.keys(WORDS) as Kind[]).map((kind) => [
        WORDS[kind],
        show(times[kind][0] ?? NaN),
        show(quantile(times[kind], 0.5)),
        show(quantile(times[kind], 0.95)),
        kind === 'bare' ? '' : String(LIMITS[kind]),
      ]),
      ['from the key or press until the frame with the answer is painted'],
    );
  const times = measured.get(1) ?? noTimes();
  const targets = Object.entries(LIMITS).map(([kind, target]): Target => ({
    name: `${WORDS[kind as Kind]}, p95`,
    value: quantile(times[kind as Kind], 0.95),
    target,
    bound: 'most',
    floor: quantile(times.bare, 0.95),
    unit: 'ms',
  }));
  process.exitCode = report('practice', targets) ? 0 : 1;
} finally {
  await browser.close();
  await story.close();
}
