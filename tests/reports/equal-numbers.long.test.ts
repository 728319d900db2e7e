/**
 * Links keep their number: every tile, to-do, figure, row and change of the demo practice is
 * followed by its URL and found there again.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingKpis, Quarter } from '../../shared/analytics/billing/billing-kpis.schema.ts';
import type { Proposals } from '../../shared/analytics/billing/proposals.schema.ts';
import { LISTEN, type ListReport } from '../../shared/analytics/reports/worklist.schema.ts';
import type {
  PracticeReport,
  PracticeReportFilter,
} from '../../shared/analytics/reports/report.ts';
import { isFigure, figureOfKey } from '../../shared/analytics/reports/figures.ts';
import { TILES } from '../../shared/analytics/reports/overview.ts';
import { figureSpan, openQuery, spanFrom } from '../../practice/analytics/proposals/spans.ts';
import { FIGURES } from '../../practice/analytics/worklists/figures.ts';
import {
  addressOf,
  queryOf,
  readFilter,
  type FilterValues,
  type ReadFilter,
} from '../../practice/report-kit/use-report-filter.ts';
import { narrowToPart, openedAddress } from '../../practice/analytics/reports/narrow.ts';
import { takingsWay } from '../../practice/analytics/today/takings-ways.ts';
import { REPORTS, reportAt } from '../../practice/analytics/reports/report-list.ts';
import {
  cellWay,
  drillOf,
  PROPOSALS,
  proposalQuery,
  proposalWay,
  tileWay,
  WAYS,
} from '../../practice/analytics/overview/ways.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { kpiOf } from './calls.ts';
import { filtersOf, isSame, PRACTICES, sumOf, TODAY, type Lines } from './opened-practice.ts';

/** Forecasts, checks, other practices and the quality of the data: none shows a figure with rows. */
const WITHOUT_FIGURES: ReadonlySet<string> = new Set([
  'umsatz/prognose',
  'praxiskpi/geldweg',
  'leistungen/auffaellig',
  'leistungen/gebuehren',
  'leistungen/geplant',
  'leistungen/labor',
  'benchmark',
  'benchmark/leistungen',
  'benchmark/behandler',
  'benchmark/zeit',
  'benchmark/kzv',
  'datenqualitaet',
  'datenqualitaet/kennzahlen',
  'datenqualitaet/zeilen',
]);
/** What a period of the break-even report leaves; undefined for other rows. */
const contributionOf = (row: PracticeReport['zeilen'][number]): number | undefined =>
  row['kostenFest'] === undefined || row['umsatz'] === null
    ? undefined
    : ['fremdlabor', 'kostenFest', 'kostenStunde'].reduce(
        (left, key) => left - Number(row[key] ?? 0),
        Number(row['umsatz']),
      );
describe.each(PRACTICES)('the opened page shows the number that opened it (%s)', (_name, fill) => {
  let t: TestApp, p: Practice, filters: FilterValues[];
  const get = async <T>(path: string): Promise<T> => {
    const answer = await t.call(path, { as: p.users.owner });
    expect(answer.status, `${path} ${answer.text.slice(0, 200)}`).toBe(200);
    return answer.json as T;
  };
  const report = (path: string, filter: PracticeReportFilter): Promise<PracticeReport> =>
    get(`/api/${path}?${queryOf(filter)}`);
  /** Request a report page makes from its URL. */
  const opened = (href: string): { path: string; read: ReadFilter } => {
    const url = new URL(href, 'http://practice'),
      path = url.pathname.replace('/berichte/', ''),
      view = reportAt(path);
    if (!view) throw new Error(`no report stands at ${href}`);
    return { path, read: readFilter(Object.fromEntries(url.searchParams), TODAY, view.first) };
  };
  const openReport = (href: string): Promise<PracticeReport> => {
    const { path, read } = opened(href);
    return report(path, read.filter);
  };
  const drilled = async (
    kennzahl: string,
    filter: PracticeReportFilter,
    wochentag?: string,
  ): Promise<number | null | undefined> =>
    kpiOf(
      await get<PracticeReport>(
        `/api/zeilen/${kennzahl}?${queryOf(filter)}&seite=1${wochentag === undefined ? '' : `&wochentag=${wochentag}`}`,
      ),
      kennzahl,
    );

  /** Enters costs of the practice, of a practitioner and of a room, by the month and the hour. */
  const enterCosts = async (): Promise<void> => {
    const idOf = async (list: string): Promise<string> =>
        (await get<{ items: { id: string }[] }>(`/api/staticdata/${list}`)).items[0]!.id,
      costs = [
        ['k1', 'PRAXIS', '', 700_001, 'MONAT'],
        ['k2', 'BEHANDLER', await idOf('behandler'), 333_333, 'MONAT'],
        ['k3', 'ZIMMER', await idOf('zimmer'), 77_777, 'MONAT'],
        ['k4', 'PRAXIS', '', 1_001, 'STUNDE'],
      ] as const;
    for (const [id, centre, target, cents, per] of costs) {
      const { status } = await t.call(`/api/kosten/${id}`, {
        as: p.users.owner,
        method: 'PUT',
        json: { centre, target, name: id, cents, per, validFrom: '2020-01-01', validTo: null },
      });
      expect(status).toBe(204);
    }
  };

  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    await fill(t, p.cid);
    filters = await filtersOf(get);
  });
  afterAll(() => t.drop());

  it('a tile and the figure of its report, under every filter', async () => {
    const wrong: unknown[] = [];
    let seen = 0;
    for (const values of filters) {
      const here = readFilter(values, TODAY, 'monat');
      for (const { key, path } of TILES) {
        const shown = kpiOf(await report(path, here.filter), key),
          there = kpiOf(await openReport(tileWay({ path }, here)), key);
        if (!isSame(shown, there)) wrong.push({ values, key, shown, there });
        if (typeof shown === 'number') seen += 1;
      }
    }
    expect([wrong, seen > 10]).toEqual([[], true]);
  });
  it('the revenue of a day and of its month so far, and the rows of each', async () => {
    let seen = 0;
    for (const day of [TODAY, '2026-10-15', '2026-10-31']) {
      const { filter } = readFilter({ von: day, bis: day, gruppierung: 'TAG' }, TODAY, 'heute'),
        { zeilen } = await report('heute/umsatz', filter);
      for (const [key, shown] of Object.entries(zeilen[0]!)) {
        const way = takingsWay(key, day);
        if (way === undefined) continue;
        expect([key, day, await drilled('umsatz', opened(way).read.filter)]).toEqual([
          key,
          day,
          shown,
        ]);
        seen += 1;
      }
    }
    expect(seen).toBe(6);
  });
  it('a practitioner of the overview and the cell of the report', async () => {
    for (const values of filters) {
      const here = readFilter(values, TODAY, 'monat'),
        found = await report('umsatz/behandler', here.filter);
      for (const row of found.zeilen)
        for (const key of ['umsatz', 'stunden', 'proStunde']) {
          if (typeof row['id'] !== 'string' || !row[key]) continue;
          const url = new URL(cellWay(addressOf(here), key, row['id']), 'http://practice'),
            [column, id] = url.searchParams.get('zelle')!.split(':'),
            there = await openReport(url.pathname + url.search);
          expect([values, key, there.zeilen.find((one) => one['id'] === id)?.[column!]]).toEqual([
            values,
            key,
            row[key],
          ]);
        }
    }
  });
  it('a to-do, its count and value, and the list it opens', async () => {
    const wrong: unknown[] = [];
    let seen = 0;
    for (const values of filters) {
      const { zeilen } = await report(
        'dashboard/aufgaben',
        readFilter(values, TODAY, 'monat').filter,
      );
      for (const { was, anzahl, wert } of zeilen) {
        const href = WAYS[String(was)]!(TODAY),
          url = new URL(href, 'http://practice');
        const there: Lines = url.pathname.startsWith('/berichte/')
          ? await openReport(href)
          : await get<ListReport>(`/api${url.pathname}${url.search}&n=2000`);
        const count = kpiOf(there, 'treffer') ?? there.zeilen.length,
          sum = sumOf(there, 'gesamt', 'offen', 'betrag');
        if (count !== anzahl || (wert !== null && !isSame(sum, Number(wert))))
          wrong.push({ values, was, anzahl, wert, count, sum });
        seen += Number(anzahl);
      }
    }
    expect([wrong, seen > 10]).toEqual([[], true]);
  });
  it('a key figure of any report and the rows behind it, under every filter', async () => {
    const wrong: unknown[] = [],
      followed = new Set<string>();
    for (const values of filters)
      for (const { path, first } of REPORTS) {
        const found = await report(path, readFilter(values, TODAY, first).filter);
        for (const { key, wert } of found.kpis) {
          if (!isFigure(key) || figureOfKey(key).art === 'zusammengesetzt' || wert === null)
            continue;
          const there = await drilled(key, found.meta.filter);
          followed.add(path);
          if (!isSame(wert, there)) wrong.push({ values, path, key, wert, there });
        }
      }
    expect(wrong).toEqual([]);
    // No report may drop out unseen: these show no figure that has rows.
    const unseen = REPORTS.map(({ path }) => path).filter((path) => !followed.has(path));
    expect(unseen.filter((path) => !WITHOUT_FIGURES.has(path))).toEqual([]);
  });
  it('a row of revenue and costs, and the lines it opens down to the last one', async () => {
    const wrong: unknown[] = [],
      opening = new Map<string, number>();
    const openPage = async (href: string): Promise<[string, PracticeReport]> => {
      const { path, read } = opened(href),
        more = ['teil', 'kosten'].flatMap((name) => {
          const value = new URL(href, 'http://practice').searchParams.get(name);
          return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`];
        });
      return [path, await get(`/api/${path}?${queryOf(read.filter)}${more.join('')}`)];
    };
    /** Follows each row of a page, and compares its amount with the sum of the opened rows. */
    const follow = async (href: string): Promise<void> => {
      const [path, found] = await openPage(href),
        view = reportAt(path)!,
        [first] = found.spalten;
      for (const row of found.zeilen) {
        const shown = row['deckungsbeitrag'] ?? row['imZeitraum'] ?? contributionOf(row),
          address = openedAddress(view, row, found, href.split('?')[1] ?? '');
        if (address !== undefined && typeof shown === 'number') {
          const [, lines] = await openPage(address);
          opening.set(path, (opening.get(path) ?? 0) + 1);
          if (!isSame(sumOf(lines, 'imZeitraum'), shown)) wrong.push({ href, address, row });
          // The lines of a cost are opened from one row of each page.
          if (!address.includes('kosten=') && opening.get(path)! < 4) await follow(address);
        }
        const figure = view.figures?.[String(row[first!.key])],
          part = figure === undefined ? undefined : narrowToPart(found.meta.filter, row['teil']);
        if (figure !== undefined && part !== undefined) {
          opening.set(figure, (opening.get(figure) ?? 0) + 1);
          if (!isSame(Math.abs(Number(shown)), (await drilled(figure, part)) ?? 0))
            wrong.push({ href, figure, row });
        }
      }
    };
    await enterCosts();
    for (const path of ['gewinn/behandler', 'gewinn/zimmer', 'gewinn/bereiche', 'gewinn/schwelle'])
      for (const query of ['zeit=jahr', 'von=2026-08-03&bis=2026-10-09&gruppierung=WOCHE'])
        await follow(`/berichte/${path}?${query}`);
    expect([wrong, [...opening].filter(([, many]) => many > 1).map(([name]) => name)]).toEqual([
      [],
      expect.arrayContaining([
        'gewinn/behandler',
        'gewinn/schwelle',
        'gewinn/kosten',
        'umsatz',
        'fremdlabor',
      ]),
    ]);
  });
  it('a list of invoices or services and the figure above it', async () => {
    const wrong: unknown[] = [],
      lists = [
        ['rechnungen/offen', 'offenePosten', 'offen'],
        ['rechnungen/ueberfaellig', 'ueberfaelligePosten', 'offen'],
        ['leistungen/unabgerechnet', 'nichtFakturiert', 'betrag'],
      ] as const;
    for (const values of filters)
      for (const [path, key, column] of lists) {
        const found = await report(path, readFilter(values, TODAY, 'jahr').filter),
          shown = kpiOf(found, key) ?? 0,
          sum = sumOf(found, column);
        // Without a value the list says that it may lack rows.
        if (found.meta.hinweise.includes('leistungOhneTag')) {
          if (kpiOf(found, key) !== null) wrong.push({ path, values, shown });
          continue;
        }
        // Each line is rounded separately.
        if (
          !found.meta.hinweise.includes('gekuerzt') &&
          Math.abs(shown - sum) > 0.005 * (found.zeilen.length + 1)
        )
          wrong.push({ path, values, shown, sum });
      }
    expect(wrong).toEqual([]);
  });
  it('a change and the rows of its period', async () => {
    const wrong: unknown[] = [];
    for (const values of filters) {
      const found = await report(
        'dashboard/aenderungen',
        readFilter(values, TODAY, 'monat').filter,
      );
      for (const row of found.zeilen) {
        const drill = drillOf(row, found.meta.filter, '');
        if (!drill) continue;
        const there = await drilled(drill.figure, drill.filter, drill.wochentag);
        if (!isSame(Number(row['jetzt']), there ?? 0)) wrong.push({ values, row, there });
      }
    }
    expect(wrong).toEqual([]);
  });
  it('a figure above a work list and the lines it filters the list to', async () => {
    const wrong: unknown[] = [];
    for (const kind of LISTEN) {
      const list = await get<ListReport>(`/api/${kind}`);
      for (const { key, isMoney, shows } of FIGURES[kind]) {
        if (shows === null) continue;
        const there = await get<ListReport>(
            `/api/${kind}?${shows === 'alle' ? 'alle=ja' : `grund=${shows.join(',')}`}&n=2000`,
          ),
          value = isMoney
            ? sumOf(there, 'gesamt')
            : there.kpis.find((one) => one.key === 'treffer')?.wert;
        const shown = list.kpis.find((one) => one.key === key)?.wert;
        if (!isSame(shown, value)) wrong.push({ kind, key, shown, value });
      }
    }
    expect(wrong).toEqual([]);
  });
  it('the value of proposals and the pages that contain them', async () => {
    const asked = async (path: string, query: Record<string, string>): Promise<Proposals> =>
      get(
        `/api${path}?${new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))}`,
      );
    for (const values of filters) {
      const { filter } = readFilter(values, TODAY, 'monat'),
        query = proposalQuery(filter),
        shown = await get<BillingKpis>(`/api/abrechnung/kpis?${query}`);
      for (const { key, to } of PROPOSALS) {
        const params = Object.fromEntries(
            new URL(proposalWay(to, query), 'http://practice').searchParams,
          ),
          { behandler = '' } = params;
        const there =
          to === '/abrechnung'
            ? (
                await asked('/abrechnungsvorschlaege', {
                  ...spanFrom(params, TODAY),
                  behandler,
                  art: 'VERGESSEN',
                })
              ).gefunden
            : to === '/abrechnung/nachtragen'
              ? (
                  await asked('/abrechnungsvorschlaege', {
                    ...openQuery(params, TODAY),
                    state: 'VORGEMERKT',
                  })
                ).gefunden
              : (
                  await get<BillingKpis>(
                    `/api/abrechnung/kpis?${new URLSearchParams({ ...figureSpan(params, TODAY), ...(behandler !== '' && { behandler }) })}`,
                  )
                )[key];
        expect([values, key, there]).toEqual([values, key, shown[key]]);
      }
    }
    const quarter = await get<Quarter>('/api/abrechnung/quartal?quartal=2026-Q4');
    for (const { was, anzahl, pfad } of quarter.punkte) {
      const [, figure, side] = /zeilen=(\w+)\.(\w+)/.exec(pfad) ?? [];
      if (figure !== undefined) {
        const { read } = opened(pfad),
          rows = await get<PracticeReport>(
            `/api/zeilen/${figure}?${queryOf(read.filter)}&seite=1&teil=${side}`,
          );
        expect([was, kpiOf(rows, 'anzahl')]).toEqual([was, anzahl]);
      }
      if (!pfad.startsWith('/abrechnung')) continue;
      const params = Object.fromEntries(new URL(pfad, 'http://practice').searchParams);
      const there = await asked(
        '/abrechnungsvorschlaege',
        was === 'nachtragen'
          ? { ...openQuery(params, TODAY), state: 'VORGEMERKT' }
          : { ...spanFrom(params, TODAY), art: was === 'pruefungen' ? 'PRUEFUNG' : 'VERGESSEN' },
      );
      expect([was, there.gefunden.anzahl]).toEqual([was, anzahl]);
    }
  });
});
