/** A table of fifty thousand rows scrolled by the wheel, at this machine's own speed: the longest piece of script on the page's thread, from a trace of the browser. */
import type { Browser, Page } from 'playwright-core';

/** So many rows; a report never answers as many, so the answer is made here. */
const ROWS = 50_000;
/** Turns of the wheel, and how far each goes in px. */
const TURNS = 120,
  STEP = 900;
/** What runs script, as a trace calls it. */
const SCRIPT = [
  'FunctionCall',
  'FireAnimationFrame',
  'EventDispatch',
  'TimerFire',
  'RunMicrotasks',
  'EvaluateScript',
];
/** Microseconds; `tdur`: of the processor, without what else the machine did meanwhile. */
interface TraceEvent {
  name: string;
  ph: string;
  dur?: number;
  tdur?: number;
}
/** Milliseconds of the processor and by the clock; `last`: number of the last row that was seen. */
export interface Scroll {
  longest: number;
  byClock: number;
  last: number;
}

const answer = (): string =>
  JSON.stringify({
    meta: {
      filter: {
        von: '2026-01-01',
        bis: '2026-12-31',
        vergleich: 'KEIN',
        behandler: [],
        zimmer: [],
        teams: [],
        stempel: [],
        versicherung: [],
        bereich: [],
        terminart: [],
        termingruppe: [],
        basis: 'leistung',
        gruppierung: 'MONAT',
        kennzahl: 'umsatz',
      },
      stand: 1,
      datenBis: '2026-11-20',
      quelle: 'bench',
      waehrung: 'EUR',
      hinweise: [],
    },
    kpis: [],
    serien: [],
    spalten: [
      { key: 'tag', titel: 'Tag', typ: 'tag' },
      { key: 'nr', titel: 'Nr.', typ: 'code' },
      { key: 'text', titel: 'Leistung', typ: 'text' },
      { key: 'anzahl', titel: 'Anzahl', typ: 'zahl' },
      { key: 'honorar', titel: 'Honorar', typ: 'eur' },
    ],
    zeilen: Array.from({ length: ROWS }, (_, at) => ({
      tag: `2026-${String((at % 12) + 1).padStart(2, '0')}-15`,
      nr: `${at % 300}`,
      text: `Leistung Nummer ${at}`,
      anzahl: at % 7,
      honorar: at / 100,
    })),
  });

/** @param page signed in as an owner; is left on the table */
export async function scrollTable(browser: Browser, page: Page, url: string): Promise<Scroll> {
  await page.route('**/api/leistungen?*', (route) =>
    route.fulfill({ contentType: 'application/json', body: answer() }),
  );
  await page.goto(`${url}/practice/berichte/leistungen`);
  const table = page.locator('.a-scroll');
  await table.locator('tbody td').first().waitFor();
  const box = await table.boundingBox();
  if (box === null) throw new Error('the table has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  for (let turn = 0; turn < TURNS; turn++) {
    await page.mouse.wheel(0, STEP);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: TraceEvent[];
  };
  const script = traceEvents.filter(
      (one) => one.ph === 'X' && one.dur !== undefined && SCRIPT.includes(one.name),
    ),
    last = Number(await table.locator('tr[aria-rowindex]').last().getAttribute('aria-rowindex'));
  // Each turn shows other rows; a table that stood still would prove nothing.
  if (script.length < TURNS || last < (TURNS * STEP) / 44)
    throw new Error(`the table did not scroll: ${script.length} pieces of script, row ${last}`);
  return {
    longest: Math.max(...script.map((one) => (one.tdur ?? one.dur ?? 0) / 1000)),
    byClock: Math.max(...script.map((one) => (one.dur ?? 0) / 1000)),
    last,
  };
}
