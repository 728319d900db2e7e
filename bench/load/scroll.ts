/**
 * Scrolls a table of fifty thousand rows with the wheel, unthrottled: the longest script task on
 * the main thread, from a browser trace.
 */
import type { Browser, Page } from 'playwright-core';

/** Row count; a report never returns this many, so the response is mocked. */
const ROWS = 50_000;
/** Number of wheel turns, and px per turn. */
const TURNS = 120,
  STEP = 900;
/** Trace event names of script tasks. */
const SCRIPT = [
  'FunctionCall',
  'FireAnimationFrame',
  'EventDispatch',
  'TimerFire',
  'RunMicrotasks',
  'EvaluateScript',
];
/** Microseconds; `tdur`: CPU time, without other load on the machine. */
interface TraceEvent {
  name: string;
  ph: string;
  dur?: number;
  tdur?: number;
}
/** Milliseconds of CPU and wall-clock time; `last`: number of the last row seen. */
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

/** Scrolls the table and measures. @param page signed in as an owner; left on the table */
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
  // Each turn must show other rows; a table that did not move would prove nothing.
  if (script.length < TURNS || last < (TURNS * STEP) / 44)
    throw new Error(`the table did not scroll: ${script.length} pieces of script, row ${last}`);
  return {
    longest: Math.max(...script.map((one) => (one.tdur ?? one.dur ?? 0) / 1000)),
    byClock: Math.max(...script.map((one) => (one.dur ?? 0) / 1000)),
    last,
  };
}
