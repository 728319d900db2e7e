/**
 * The vendor's lists with many rows: what they print, and how they fit small screens. The rows come
 * from the story, so that each list has some of every state.
 */
import { expect, test, type Page } from '@playwright/test';
import { DAY_MS, HOUR_MS } from '../../shared/base/day-math.ts';
import { FLEET_REASONS } from '../../shared/vendor/fleet.ts';
import type { Fleet } from '../../shared/vendor/fleet.schema.ts';
import { PAYMENT_STATES } from '../../shared/vendor/payment.ts';
import type { ClientList } from '../../shared/vendor/grants.schema.ts';
import type { ContractList } from '../../shared/vendor/contract/admin.schema.ts';
import type { VendorInvoices } from '../../shared/vendor/invoice.schema.ts';
import type { VendorTicketList } from '../../shared/vendor/tickets.schema.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';
import { enterAsVendor } from '../support/stories/vendor.ts';

const ROWS = 120,
  NOW = Date.now();
const many = <T>(make: (at: number) => T): T[] => Array.from({ length: ROWS }, (_, at) => make(at));
const of = <T>(all: readonly T[], at: number): T => all[at % all.length]!;
/** Some names are as long as the settings allow. */
const nameOf = (at: number): string =>
  at % 9 === 0
    ? `Zahnärztliche Gemeinschaftspraxis Dr. Müller-Lüdenscheidt und Partner ${at}`
    : `Praxis am Markt ${at}`;

const CLIENTS: ClientList = {
  items: many((at) => ({
    cid: `c${at}`,
    name: nameOf(at),
    r4chost: `praxis${at}.molar.example`,
    createdAt: NOW - at * DAY_MS,
    people: 1 + (at % 30),
    seal: of(['ok', 'ok', 'soon', 'over'] as const, at),
    terms: {
      agb: { version: 1, at: NOW, name: 'Özlem Yıldız' },
      avv: at % 3 === 0 ? null : { version: 1, at: NOW, name: 'Özlem Yıldız' },
    },
  })),
  cursor: null,
};
const FLEET: Fleet = {
  items: many((at) => ({
    cid: `c${at}`,
    name: nameOf(at),
    light: of(['bad', 'warn', 'ok'] as const, at),
    since: NOW - at * DAY_MS,
    reasons: at % 3 === 2 ? [] : FLEET_REASONS.slice(at % 9, (at % 9) + 3),
    facts: {
      signAt: NOW - at * 60_000,
      people: 4,
      tablets: { count: 3, connected: 2, silent: 0, behind: 1, unsent: 0, unsentSince: null },
      versions: [{ version: '1.2.0+a', count: 3 }],
      jobs: { due: 0, since: null },
      errors: [],
      mailsFailed: 0,
      parked: { count: 0, since: null },
      deliveryAt: null,
    },
    updateWindow: { days: [1, 2, 3], from: '20:00', to: '06:00' },
  })),
  cursor: 'more',
  lights: { bad: 40, warn: 40, ok: 40 },
  checkedAt: NOW,
  server: {
    version: '1.3.0+b',
    hasTarget: true,
    backupAt: NOW,
    drillAt: null,
    lastBackupFailed: false,
    update: { from: NOW, to: NOW + 8 * HOUR_MS, isNow: false, against: 2 },
  },
};
const CONTRACTS: ContractList = {
  items: many((at) => ({
    tenant: `c${at}`,
    practiceName: nameOf(at),
    state: of(PAYMENT_STATES, at),
    plan: of(['praxis', 'praxisPlus'] as const, at),
    isEnding: at % 7 === 0,
    owedCents: (at % 4) * 17_731,
    holdUntil: at % 5 === 0 ? NOW + 9 * DAY_MS : null,
    problems: at % 6 === 0 ? ['noticeFailed', 'debitUnannounced', 'changeWaits'] : [],
  })),
  cursor: null,
  hasAny: true,
};
const INVOICES: VendorInvoices = {
  hasSeller: true,
  items: many((at) => ({
    number: `RE-2026-${String(at).padStart(6, '0')}`,
    source: `in_${at}`,
    kind: 'invoice',
    issuedOn: '2026-11-20',
    totalCents: 17_731 + at,
    reference: null,
    hasFile: at % 8 !== 0,
    practiceName: nameOf(at),
    buyer: at % 5 === 0 ? `${nameOf(at)} MVZ GmbH` : nameOf(at),
    isCancelled: at % 11 === 0,
    creditedCents: at % 13 === 0 ? 500 : 0,
  })),
  waiting: [],
};
const TICKETS: VendorTicketList = {
  items: many((at) => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    helpdeskid: `T-26-${String(at).padStart(5, '0')}`,
    area: 'tablet',
    priority: of(['p1', 'p2', 'p3', 'p4'] as const, at),
    subject:
      at % 9 === 0
        ? `Das Tablet am Empfang zeigt seit gestern „Ohne Verbindung“, obwohl WLAN da ist ${at}`
        : `Tablet ${at} zeigt „Ohne Verbindung“`,
    state: of(['new', 'open', 'waits_practice', 'solved', 'closed'] as const, at),
    openedAt: NOW - at * DAY_MS,
    openedBy: 'Lena Groß',
    lastAt: NOW - at * DAY_MS,
    lastSide: of(['practice', 'vendor'] as const, at),
    dueAt: at % 3 === 0 ? NOW + (at - 20) * DAY_MS : null,
    assignee: at % 4 === 0 ? 'Vera Hersteller' : '',
    assigneeId: null,
    rating: null,
    ratingText: '',
    takesAnswers: true,
    isOwn: false,
    follows: null,
    cid: `c${at}`,
    praxisName: nameOf(at),
  })),
  waiting: 40,
  late: 7,
  ratings: { good: 9, fair: 2, poor: 1 },
  stray: 0,
  cursor: null,
};
/** Path of a page, what it asks for, and its rows. */
const LISTS: readonly (readonly [path: string, asked: RegExp, answer: unknown, rows: string])[] = [
  ['betrieb', /\/support\/clients(\?|$)/, CLIENTS, '.z-list:last-of-type > li'],
  ['betrieb/zustand?sicht=all', /\/support\/fleet\?/, FLEET, '.fl-rows > li'],
  ['betrieb/anfragen?sicht=all', /\/support\/tickets\?/, TICKETS, '.tk-list > li'],
  ['betrieb/vertraege?sicht=all', /\/admin\/contracts\?/, CONTRACTS, '.c-rows > li'],
  ['betrieb/rechnungen', /\/admin\/invoices(\?|$)/, INVOICES, '.i-rows > li'],
];
/** Everything that a sheet of paper cannot press or fill in. */
const CONTROLS =
  'header, nav, input, select, textarea, .mantine-Button-root, .mantine-SegmentedControl-root, .fl-head > svg';

let story: Story, page: Page;
test.beforeAll(async ({ browser }) => {
  story = await Story.open();
  page = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await enterAsVendor(page, story.server);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Betrieb' })).toBeVisible();
  for (const [, asked, answer] of LISTS)
    await page.route(asked, (route) => route.fulfill({ json: answer }));
});
test.afterAll(() => story.close());

/** Names rows that reach beyond the sheet, or whose text is cut. */
const cutRows = (page: Page, rows: string): Promise<string[]> =>
  page.locator(rows).evaluateAll((all) =>
    all.flatMap((row) => {
      const { left, right } = row.getBoundingClientRect(),
        isCut = [row, ...row.querySelectorAll('*')].some(
          (one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1,
        );
      return left < -0.5 || right > innerWidth + 0.5 || isCut ? [row.textContent] : [];
    }),
  );

test('printed lists of the vendor hold every row, no control, and nothing cut', async () => {
  for (const [path, , , rows] of LISTS) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${story.server.url}/practice/${path}`);
    await expect(page.locator(rows), path).toHaveCount(ROWS);
    await page.emulateMedia({ media: 'print' });
    // The width of an A4 sheet within its margins.
    await page.setViewportSize({ width: 703, height: 1010 });
    await expect(page.locator(CONTROLS).filter({ visible: true }), path).toHaveCount(0);
    await expect(page.locator(rows).last(), path).toBeVisible();
    expect(await cutRows(page, rows), path).toEqual([]);
    // A list that goes on is named as such on paper.
    const goesOn = page.getByText('Die Liste geht weiter').filter({ visible: true });
    await expect(goesOn, path).toHaveCount(rows.startsWith('.fl-rows') ? 1 : 0);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('lists of the vendor with many rows fit small screens', async () => {
  const faults: string[] = [];
  for (const [path, , , rows] of LISTS) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${story.server.url}/practice/${path}`);
    await expect(page.locator(rows), path).toHaveCount(ROWS);
    faults.push(...(await staffPageFaults(page, path)));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await cutRows(page, rows), path).toEqual([]);
  }
  expect(faults).toEqual([]);
});
