/**
 * `npm run bench:load`: the tablet's first page, its offline start, the reception board and the
 * overview on the built server with the CPU throttled four times; and a table of fifty thousand
 * rows scrolled at full speed.
 */
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import {
  FIRST_LOAD_LIMIT,
  OVERVIEW_LIMIT,
  PRECACHE_LIMIT,
  checkBudget,
} from '../../scripts/budget.mjs';
import { buildAll, isBuilt } from '../../scripts/build.mjs';
import { chromiumArgs, chromiumPath, screens } from '../../tests/support/stories/browser.ts';
import { Story } from '../../tests/support/stories/story.ts';
import { median, spread } from '../kit/numbers.ts';
import { printMachine, printTable, report, type Target } from '../kit/report.ts';
import { interleave } from '../kit/rounds.ts';
import { serveBare } from './bare.ts';
import { scrollTable, type Scroll } from './scroll.ts';
import { SLOWDOWN, visit, type Sight, type Visit } from './visit.ts';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 2 : 7;
const PORT = 4790;
const say = (line: string): void => {
  console.log(`  ${line}`);
};

/**
 * gzip bytes of the board's scripts: React, the widget set, router and query cache alone are 250
 * kB; the rest is the board's.
 */
const BOARD_SCRIPT_LIMIT = 310_000;
/**
 * First paint below which web.dev (Core Web Vitals, FCP) calls a page fast, there with a network;
 * and the same again until it responds.
 */
const PAINT_LIMIT = 1800,
  ANSWER_LIMIT = 3600;

/** Longest script task allowed while scrolling a long table: one frame. */
const FRAME_MS = 16;

const WELCOME: Sight = { control: 'main input', act: 'type', answer: 'main input:not([value=""])' };
const HOME: Sight = { control: '.tab-dots', act: 'tap', answer: '[role="dialog"], dialog[open]' };
const BOARD: Sight = { control: 'input[type="search"]', act: 'type', answer: '[role="listbox"]' };
const OVERVIEW: Sight = { control: '.u-tiles', act: 'look', answer: '.u-tile .a-kpi-value' };
const BARE_SIGHT: Sight = { control: 'input', act: 'type', answer: '[role="status"]' };

if (!isBuilt()) await buildAll(say);
const budget = checkBudget();
const story = await Story.open({ port: PORT });
const bare = await serveBare(PORT + 1);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] });
const fresh = async (screen: 'tablet' | 'desk', url: string, sight: Sight): Promise<Visit> => {
  const context = await browser.newContext({
    ...screens[screen],
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  });
  try {
    return await visit(context, url, sight);
  } finally {
    await context.close();
  }
};

try {
  const { tablet } = await story.tablet('Tablet 1');
  await tablet.page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
  );
  await tablet.close();
  const started = async (): Promise<Visit> => {
    const context: BrowserContext = await chromium.launchPersistentContext(tablet.profile, {
      executablePath: chromiumPath(),
      args: [...chromiumArgs],
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
      ...screens.tablet,
    });
    try {
      return await visit(context, `${story.server.url}/`, HOME);
    } finally {
      await context.close();
    }
  };
  const openSignedIn = async (
    context: BrowserContext,
    path: string,
    who: 'reception' | 'owner',
    sight: Sight,
  ): Promise<Page> => {
    const page = await context.newPage(),
      logins = story.server.logins();
    await page.goto(`${story.server.url}/practice/${path}`);
    await page.getByLabel('E-Mail-Adresse').fill(logins[who]);
    await page.getByLabel('Passwort', { exact: true }).fill(logins.password);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.locator(sight.control).first().waitFor();
    return page;
  };
  const signedIn = async (
    path: string,
    who: 'reception' | 'owner',
    sight: Sight,
  ): Promise<Visit> => {
    const context = await browser.newContext({
      ...screens.desk,
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
    });
    try {
      await (await openSignedIn(context, path, who, sight)).close();
      return await visit(context, `${story.server.url}/practice/${path}`, sight);
    } finally {
      await context.close();
    }
  };

  const online = await interleave(
    [
      { name: 'empty React page', run: () => fresh('tablet', bare.url('react'), BARE_SIGHT) },
      { name: 'tablet, first visit', run: () => fresh('tablet', `${story.server.url}/`, WELCOME) },
      {
        name: 'empty React and Mantine page',
        run: () => fresh('desk', bare.url('mantine'), BARE_SIGHT),
      },
      { name: 'reception board', run: () => signedIn('empfang', 'reception', BOARD) },
      { name: 'overview of figures', run: () => signedIn('ueberblick', 'owner', OVERVIEW) },
      { name: 'registered tablet, switched on', run: started },
    ],
    ROUNDS,
    say,
  );
  const scrolls: Scroll[] = [];
  for (let round = 0; round < (isQuick ? 1 : 3); round++) {
    const context = await browser.newContext({
      ...screens.desk,
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
    });
    try {
      scrolls.push(
        await scrollTable(
          browser,
          await openSignedIn(context, 'ueberblick', 'owner', OVERVIEW),
          story.server.url,
        ),
      );
    } finally {
      await context.close();
    }
  }
  await story.server.kill();
  const offline = await interleave(
    [
      { name: 'empty React page', run: () => fresh('tablet', bare.url('react'), BARE_SIGHT) },
      { name: 'registered tablet, server gone', run: started },
    ],
    ROUNDS,
    say,
  );

  const all = new Map([
    ...online.results,
    ['registered tablet, server gone', offline.results.get('registered tablet, server gone') ?? []],
  ]);
  all.set('empty React page', [
    ...(online.results.get('empty React page') ?? []),
    ...(offline.results.get('empty React page') ?? []),
  ]);
  const of = (name: string, pick: (v: Visit) => number): number[] =>
    (all.get(name) ?? []).map(pick);
  const kB = (bytes: number[]): string => (median(bytes) / 1000).toFixed(0);
  printTable(
    `Pages with a processor ${SLOWDOWN} times slower, nothing in the browser's cache (medians, ranges)`,
    [
      '',
      'over the line kB',
      'scripts kB',
      'scripts gzip kB',
      'first paint ms',
      'first input answered ms',
    ],
    [...all.keys()].map((name) => [
      name,
      kB(of(name, (v) => v.transfer)),
      kB(of(name, (v) => v.script)),
      kB(of(name, (v) => v.scriptGzip)),
      spread(of(name, (v) => v.paint)),
      spread(of(name, (v) => v.answered)),
    ]),
    [
      'times since the navigation began; the input is given as soon as its control is to be seen, and counts when its answer is on the screen',
      ...budget.lines,
      'a switched-on tablet reads its scripts from its own store; its worker is not slowed',
    ],
  );
  printMachine([...online.probes, ...offline.probes]);

  const ratio = (name: string, to: string): number =>
    median(of(name, (v) => v.answered)) / median(of(to, (v) => v.answered));
  const targets: Target[] = [
    {
      name: 'tablet, first visit: scripts, kB gzip',
      value: median(of('tablet, first visit', (v) => v.scriptGzip)) / 1000,
      target: FIRST_LOAD_LIMIT / 1000,
      bound: 'most',
      unit: 'kB',
    },
    {
      name: 'tablet: kept to start without a network, MB',
      value: budget.precache / 1e6,
      target: PRECACHE_LIMIT / 1e6,
      bound: 'most',
      unit: 'MB',
    },
    {
      name: 'board: scripts, kB gzip',
      value: median(of('reception board', (v) => v.scriptGzip)) / 1000,
      target: BOARD_SCRIPT_LIMIT / 1000,
      bound: 'most',
      unit: 'kB',
    },
    {
      name: 'overview: scripts until it shows numbers, kB gzip',
      value: median(of('overview of figures', (v) => v.untilAnswer)) / 1000,
      target: OVERVIEW_LIMIT / 1000,
      bound: 'most',
      unit: 'kB',
    },
    ...(
      [
        'tablet, first visit',
        'registered tablet, switched on',
        'registered tablet, server gone',
        'reception board',
      ] as const
    ).flatMap((name): Target[] => [
      {
        name: `${name}: first paint, ms`,
        value: median(of(name, (v) => v.paint)),
        target: PAINT_LIMIT,
        bound: 'most',
        unit: 'ms',
      },
      {
        name: `${name}: first input answered, ms`,
        value: median(of(name, (v) => v.answered)),
        target: ANSWER_LIMIT,
        bound: 'most',
        unit: 'ms',
      },
    ]),
    {
      name: `table of 50,000 rows, scrolled: longest script, ms of the processor (by the clock ${median(scrolls.map((one) => one.byClock)).toFixed(0)})`,
      value: median(scrolls.map((one) => one.longest)),
      target: FRAME_MS,
      bound: 'most',
      unit: 'ms',
    },
    {
      name: 'tablet, first visit, to an empty React page',
      value: ratio('tablet, first visit', 'empty React page'),
      target: 4,
      bound: 'most',
    },
    {
      name: 'tablet without a server, to an empty React page',
      value: ratio('registered tablet, server gone', 'empty React page'),
      target: 4,
      bound: 'most',
    },
    {
      name: 'board, to an empty React and Mantine page',
      value: ratio('reception board', 'empty React and Mantine page'),
      target: 4,
      bound: 'most',
    },
  ];
  process.exitCode = report('load', targets) ? 0 : 1;
} finally {
  await browser.close();
  await bare.close();
  await story.close();
}
