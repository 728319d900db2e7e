/** The overview after a start answers from stored answers of the same data, never of other data. */
import { ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type {
  PracticeReport,
  PracticeReportFilter,
} from '../../shared/analytics/reports/report.ts';
import type { Query, ReportWorker } from '../../server/analytics/snapshot/report-worker.ts';
import {
  storedAnswers,
  type AnswerContext,
} from '../../server/analytics/reports/routes/stored-answers.ts';
import { berlinDay } from '../../shared/base/dates.ts';
import { readFilter } from '../../practice/report-kit/use-report-filter.ts';
import type { TestApp } from '../support/in-process.ts';
import type { Practice } from '../support/practice.ts';
import { callsTo } from './calls.ts';
import { deliverRows, row } from './deliver.ts';
import { startMarch } from './march.ts';
import { FILTER } from './few-rows.ts';

let t: TestApp, p: Practice, asked: string[];
beforeAll(async () => {
  ({ t, p } = await startMarch());
});
afterAll(() => t.drop());
beforeEach(() => {
  asked = [];
});
const { send, read } = callsTo(() => ({ t, p }));
const context: AnswerContext = {
  look: () => t.deps.workshop.look(p.cid, p.system),
};
/** A server that has just started: its worker answers, but has to build the image first. */
const started = (build = 'b1') => {
  const worker: ReportWorker = {
    ...t.deps.reportWorker,
    practiceReport: (query) => {
      asked.push(query.path);
      return t.deps.reportWorker.practiceReport(query);
    },
  };
  return storedAnswers(worker, build, t.deps.workshop);
};
const queryOf = (path: string, filter: Partial<PracticeReportFilter> = {}): Query => ({
  cid: p.cid,
  path,
  filter: { ...FILTER, von: '2026-03-01', bis: '2026-03-31', ...filter },
  extra: {},
  now: t.clock.now,
});
const umsatz = ({ kpis }: PracticeReport): number | null =>
  kpis.find(({ key }) => key === 'umsatz')!.wert;

/** The question of the overview page as it opens. */
const firstOf = (path: string): Query => ({
  ...queryOf(path),
  filter: readFilter({}, berlinDay(t.clock.now), 'monat').filter,
});
const stored = async () => {
  const look = context.look();
  return look.db.find(look.t.reportAnswer);
};

it('opening the overview stores nothing', async () => {
  await read<PracticeReport>('/umsatz/zeitreihe?von=2026-02-01&bis=2026-02-28');
  expect(await stored()).toEqual([]);
});
it('a start answers the first question of the page from the store, and others by the worker', async () => {
  const before = started();
  expect(await before.prepare(context)).toBe(true);
  const first = await before.ask(context, firstOf('umsatz/zeitreihe'));
  asked = [];
  const { ask } = started();
  expect(await ask(context, firstOf('umsatz/zeitreihe'))).toEqual(first);
  // The worker builds the image meanwhile, and answers from then on.
  await vi.waitFor(() => expect(asked).toEqual(['umsatz/zeitreihe']));
  await started().ask(context, queryOf('umsatz/zeitreihe', { behandler: ['b1'] }));
  await started().ask(context, {
    ...firstOf('umsatz/zeitreihe'),
    extra: { ohneBehandler: 'ja' },
  });
  expect(asked).toHaveLength(3);
});
it('previews are read from the store of the same version, and the worker is not asked', async () => {
  const first = await started().ask(context, firstOf('umsatz/zeitreihe'));
  asked = [];
  const questions = ['umsatz/zeitreihe', 'umsatz/patienten'].map((path) => firstOf(path)),
    found = await started().stored(context, questions);
  expect([...found.entries()]).toEqual([['umsatz/zeitreihe', first]]);
  expect((await started('b2').stored(context, questions)).size).toBe(0);
  expect(asked).toEqual([]);
});
it('once the worker has answered, the store is not read', async () => {
  const { ask } = started(),
    { reportAnswer } = context.look().t,
    right = await started().ask(context, firstOf('umsatz/zeitreihe'));
  await ask(context, queryOf('umsatz/patienten'));
  await t.deps.workshop.write(p.cid, p.system, (w) =>
    w.tx.update(reportAnswer, { answer: { ...right, zeilen: [] } }, ne(reportAnswer.key, '')),
  );
  expect(await ask(context, firstOf('umsatz/zeitreihe'))).toEqual(right);
});
it('a delivery, a setting, a new day or a new program is another version', async () => {
  const answered = async (build = 'b1'): Promise<[number, PracticeReport]> => {
    asked = [];
    const found = await started(build).ask(context, firstOf('umsatz/zeitreihe'));
    await started(build).prepare(context);
    return [asked.filter((path) => path === 'umsatz/zeitreihe').length, found];
  };
  await answered();
  expect((await answered())[0]).toBe(1);
  const day = firstOf('').filter.bis;
  await deliverRows(t, p.cid, [
    row('leistung', '9', {
      patid: 'a',
      behandler: 'b1',
      datum: day,
      system: 'BEMA',
      nr: '01',
      menge: 1,
      honorar: 10_000,
      betrag: 10_000,
      kostentraeger: 'GKV',
    }),
  ]);
  const [asks, found] = await answered();
  expect([asks, umsatz(found)]).toEqual([2, 100]);
  await send('PUT', '/ziele', {
    kennzahl: 'umsatz',
    behandler: '',
    gueltigAb: day,
    wert: 300,
  });
  expect((await answered())[0]).toBe(2);
  expect((await answered('b2'))[0]).toBe(2);
  t.clock.now += 86_400_000;
  expect((await answered('b2'))[0]).toBe(2);
});
it('the overview of a day is prepared once; other versions are removed', async () => {
  asked = [];
  await started('b3').prepare(context);
  const many = asked.length;
  expect(many).toBeGreaterThan(4);
  await started('b3').prepare(context);
  expect(asked).toHaveLength(many);
  const rows = await stored();
  expect([rows.length, new Set(rows.map(({ version }) => version)).size]).toEqual([many, 1]);
});
it('a delivery that is closed while the answers are made stores nothing', async () => {
  const worker: ReportWorker = {
    ...t.deps.reportWorker,
    practiceReport: async (query) => {
      const answer = await t.deps.reportWorker.practiceReport(query);
      if (query.path === 'dashboard/aufgaben')
        await deliverRows(t, p.cid, [row('zimmer', 'z9', { name: 'Zimmer 9' })]);
      return answer;
    },
  };
  const before = await stored();
  expect(await storedAnswers(worker, 'b4', t.deps.workshop).prepare(context)).toBe(false);
  expect(await stored()).toEqual(before);
});
