/** The overview after a start answers from what was stored for the same data, never from other data. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type {
  PracticeReport,
  PracticeReportFilter,
} from '../../shared/analytics/reports/report.ts';
import type { Query, ReportWorker } from '../../server/analytics/snapshot/report-worker.ts';
import {
  prepareOverview,
  storedAnswers,
  type AnswerContext,
} from '../../server/analytics/reports/routes/stored-answers.ts';
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

it('a user who opens the overview is answered, and the answer is stored', async () => {
  const path = '/umsatz/zeitreihe?von=2026-02-01&bis=2026-02-28',
    found = await read<PracticeReport>(path);
  expect(await read<PracticeReport>(path)).toEqual(found);
  const look = context.look();
  expect(
    (await look.db.find(look.t.reportAnswer)).some(
      ({ answer }) => answer.meta.filter.von === '2026-02-01',
    ),
  ).toBe(true);
});
it('a start answers the same question from the store, and another one by the worker', async () => {
  const first = await started()(context, queryOf('umsatz/zeitreihe'));
  const ask = started(),
    again = await ask(context, queryOf('umsatz/zeitreihe'));
  expect([asked, again]).toEqual([['umsatz/zeitreihe'], first]);
  await ask(context, queryOf('umsatz/zeitreihe', { behandler: ['b1'] }));
  await ask(context, { ...queryOf('umsatz/zeitreihe'), extra: { ohneBehandler: 'ja' } });
  expect(asked).toHaveLength(3);
});
it('a delivery, a setting, a new day or a new program is another version', async () => {
  const before = umsatz(await started()(context, queryOf('umsatz/zeitreihe')));
  await deliverRows(t, p.cid, [
    row('leistung', '9', {
      patid: 'a',
      behandler: 'b1',
      datum: '2026-03-16',
      system: 'BEMA',
      nr: '01',
      menge: 1,
      honorar: 10_000,
      betrag: 10_000,
      kostentraeger: 'GKV',
    }),
  ]);
  asked = [];
  expect(umsatz(await started()(context, queryOf('umsatz/zeitreihe')))).toBe(before! + 100);
  await send('PUT', '/ziele', {
    kennzahl: 'umsatz',
    behandler: '',
    gueltigAb: '2026-03-01',
    wert: 300,
  });
  const found = await started()(context, queryOf('umsatz/zeitreihe'));
  expect(found.kpis.find(({ key }) => key === 'umsatz')!.ziel).toBe(300);
  await started('b2')(context, queryOf('umsatz/zeitreihe'));
  expect(asked).toHaveLength(3);
  t.clock.now += 86_400_000;
  await started('b2')(context, queryOf('umsatz/zeitreihe'));
  expect(asked).toHaveLength(4);
});
it('the overview of the day is ready before it is opened, other versions are forgotten', async () => {
  await prepareOverview(context, started('b3'));
  const many = asked.length;
  expect(many).toBeGreaterThan(4);
  await prepareOverview(context, started('b3'));
  expect(asked).toHaveLength(many);
  const look = context.look(),
    rows = await look.db.find(look.t.reportAnswer);
  expect([rows.length, new Set(rows.map(({ version }) => version)).size]).toEqual([many, 1]);
});
it('a report with patients is never stored', async () => {
  const ask = started('b3');
  await ask(context, queryOf('umsatz/patienten'));
  await started('b3')(context, queryOf('umsatz/patienten'));
  expect(asked).toEqual(['umsatz/patienten', 'umsatz/patienten']);
});
