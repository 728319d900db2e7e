/**
 * `npm run bench:proposals`: all billing rules over ten years of a large practice, memory, and a
 * day's batch; ten of the rules compared with json-rules-engine and plain SQL.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { HOUSE_RULES } from '../../catalog/billing-rules/catalogue.ts';
import { type Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import { TouchTracker } from '../../server/analytics/snapshot/touched-patients.ts';
import {
  compileRules,
  practiceRatios,
  evaluateRules,
} from '../../server/analytics/rules-engine/engine.ts';
import { RawData, type RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { generate } from '../../server/operations/demo/generate/generate.ts';
import type { TemplateName } from '../../server/operations/demo/generate/templates.ts';
import type { RuleSettings } from '../../shared/analytics/billing/proposal.ts';
import { median, show, spread } from '../kit/numbers.ts';
import { printMachine, printTable, report, type Target } from '../kit/report.ts';
import { fillSql, runJsonRules, type CountedRows } from './peers.ts';
import { TEN_RULES } from './ten.ts';

const isQuick = process.argv.includes('--quick'),
  word = (name: string, otherwise: string): string =>
    process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const TEMPLATE = word('template', isQuick ? 'small' : 'large') as TemplateName,
  YEARS = Number(word('years', isQuick ? '2' : '10')),
  TODAY = '2026-11-20',
  ROUNDS = isQuick ? 2 : 3;
/** json-rules-engine evaluates one person in this many; ours does the same for the comparison. */
const SHARE = isQuick ? 4 : 40;
const WHOLE_S = 30,
  BATCH_MS = 1000,
  GROWTH_MB = 64,
  TIMES_JSON = 10;
const say = (line: string): void => {
  console.log(`  ${line}`);
};
setFlagsFromString('--expose_gc');
const gc = runInNewContext('gc') as () => void;
/** Bytes in use after a garbage collection. */
const inUse = (): number => {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
const timed = <T>(work: () => T): { ms: number; value: T } => {
  const began = performance.now(),
    value = work();
  return { ms: performance.now() - began, value };
};

const set = (aus: readonly string[]): RuleSettings => ({
  aus,
  mitVertretung: true,
  mitAnderenTraegern: true,
  schalter: {},
  schwellen: {},
  region: 'be',
});
const ALL = compileRules(HOUSE_RULES, set([])),
  // The peers know days only, never the sessions of a day.
  TEN = compileRules(
    HOUSE_RULES.map(({ jeSitzung: _ofSession, ...ofDay }) => ofDay),
    set(
      HOUSE_RULES.filter((one) => !TEN_RULES.some((other) => other.id === one.id)).map(
        (one) => one.id,
      ),
    ),
  );
/** Days and people by rule; findings are discarded. */
function counted(
  snapshot: Snapshot,
  rules: typeof ALL,
  patienten?: Int32Array,
): { found: CountedRows; n: number } {
  const found: CountedRows = {},
    seen = new Set<string>();
  let n = 0;
  evaluateRules(snapshot, rules, {
    patients: patienten,
    take: (fund) => {
      n += 1;
      if (rules === ALL) {
        found[fund.regel] = (found[fund.regel] ?? 0) + 1;
        return;
      }
      const key = `${fund.regel} ${fund.patid} ${fund.tag}`;
      if (!seen.has(key)) {
        seen.add(key);
        found[fund.regel] = (found[fund.regel] ?? 0) + 1;
      }
    },
  });
  return { found, n };
}
const words = (one: CountedRows): string =>
  TEN_RULES.map(({ id }) => `${id} ${one[id] ?? 0}`).join(', ');

say(`making up ${YEARS} years of the ${TEMPLATE} template …`);
const rawRows = new RawData();
let version = 0,
  rows = 0;
generate(
  { template: TEMPLATE, years: YEARS, seed: 9001, today: TODAY, isSynthetic: true },
  (entity, id, at, values, isDeleted) => {
    rawRows.take({ entity, id, version: at, hash: 0, isDeleted, values });
    rows += 1;
    version = Math.max(version, at);
  },
);
const heute = dayNumberOf(TODAY),
  build = timed(() => buildSnapshot(rawRows, heute)),
  snapshot = build.value,
  { services: L } = snapshot;
let bundles = 0;
for (let p = 0; p + 1 < L.byPatient.from.length; p += 1)
  for (let at = L.byPatient.from[p]!, last = -1; at < L.byPatient.from[p + 1]!; at += 1) {
    const tag = L.day[L.byPatient.rows[at]!]!;
    if (tag !== last) {
      bundles += 1;
      last = tag;
    }
  }

say(`evaluating ${HOUSE_RULES.length} rules over ${bundles.toLocaleString('en')} days of people …`);
const first = timed(() => counted(snapshot, ALL)),
  before = inUse(),
  whole: number[] = [],
  processor: number[] = [];
let findings = first.value.n;
for (let round = 0; round < ROUNDS; round += 1) {
  const at = process.cpuUsage(),
    one = timed(() => counted(snapshot, ALL)),
    used = process.cpuUsage(at);
  whole.push(one.ms);
  processor.push((used.user + used.system) / 1e6);
  findings = one.value.n;
  say(`round ${round + 1}/${ROUNDS}: ${show(one.ms / 1000)} s`);
}
const growth = (inUse() - before) / 1e6;

say('ten rules, here and elsewhere …');
const people = snapshot.live.patient.filter((_, at) => at % SHARE === 0),
  ten: number[] = [],
  tenShare: number[] = [],
  json: number[] = [],
  sql: number[] = [],
  tuned: number[] = [];
const database = fillSql(snapshot);
for (let round = 0; round < ROUNDS; round += 1) {
  const ours = timed(() => counted(snapshot, TEN)),
    share = timed(() => counted(snapshot, TEN, people)),
    theirs = timed(() => database.run());
  const began = performance.now(),
    other = await runJsonRules(snapshot, people);
  json.push(performance.now() - began);
  ten.push(ours.ms);
  tenShare.push(share.ms);
  sql.push(theirs.ms);
  if (words(ours.value.found) !== words(theirs.value))
    throw new Error(
      `plain SQL says something else:\n${words(ours.value.found)}\n${words(theirs.value)}`,
    );
  if (words(share.value.found) !== words(other))
    throw new Error(
      `json-rules-engine says something else:\n${words(share.value.found)}\n${words(other)}`,
    );
}
database.addIndex();
for (let round = 0; round < ROUNDS; round += 1) tuned.push(timed(() => database.run()).ms);
database.close();

say('days are delivered …');
/**
 * Services of about a hundred people from one of the last days, repeated as the day after, each
 * with a kept appointment.
 */
const last = L.day[L.n - 1]!,
  noon = Date.parse(`${TODAY}T11:00:00Z`);
function rowsOf(tag: number): RawRow[] {
  const batch: RawRow[] = [],
    people = new Set<string>(),
    row = (entity: 'leistung' | 'termin', id: string, values: RawRow['values']): RawRow => ({
      entity,
      id,
      version: version + 1,
      hash: 0,
      isDeleted: false,
      values,
    });
  for (let i = L.n - 1; i >= 0 && L.day[i]! >= tag; i -= 1) {
    if (L.day[i]! > tag) continue;
    const patid = rawRows.tables.patient.ids[L.pat[i]!]!;
    people.add(patid);
    batch.push(
      row('leistung', `day-${i}`, {
        patid,
        behandler: 'BH-PR',
        datum: TODAY,
        system: L.system[i] === 0 ? 'BEMA' : 'GOZ',
        nr: L.positionNumbers.words[L.nr[i]!]!,
        menge: L.menge[i]!,
        honorar: 1000,
        betrag: 1000,
        status: 'ERBRACHT',
      }),
    );
  }
  for (const patid of people)
    batch.push(
      row('termin', `day-${tag}-${patid}`, {
        patid,
        behandler: 'BH-PR',
        start: noon,
        dauerMin: 30,
        status: 'WAHRGENOMMEN',
        angelegtAm: noon - 86_400_000,
      }),
    );
  return batch;
}
const days = Array.from({ length: 14 }, (_, back) => rowsOf(last - back))
    .filter((batch) => batch.length > 0)
    .slice(0, 7),
  dayMs: number[] = [],
  imageMs: number[] = [],
  evaluationMs: number[] = [],
  dayPeople: number[] = [],
  spent = (): number => {
    const used = process.cpuUsage();
    return (used.user + used.system) / 1000;
  };
for (const batch of days) {
  const seen = new TouchTracker(rawRows),
    began = spent();
  for (const row of batch) seen.take(row);
  const again = buildSnapshot(rawRows, heute, undefined, true),
    built = spent(),
    touched = seen.result(),
    places = touched === 'all' ? again.live.patient : Int32Array.from(touched);
  practiceRatios(again, ALL, places);
  counted(again, ALL, places);
  const end = spent();
  dayMs.push(end - began);
  imageMs.push(built - began);
  evaluationMs.push(end - built);
  dayPeople.push(places.length);
}
const batchMs = median(dayMs);

printTable(
  `${L.n.toLocaleString('en')} services of ${rows.toLocaleString('en')} rows, ${bundles.toLocaleString('en')} days of people, ${HOUSE_RULES.length} rules on`,
  ['', 'measured'],
  [
    ['all rules over everything, s', spread(whole.map((ms) => ms / 1000))],
    ['  of that on a core, s', spread(processor)],
    ['the first time, with all that is made ready, s', show(first.ms / 1000)],
    ['findings', findings.toLocaleString('en')],
    ['memory kept after it, MB', show(growth)],
    ['the image built, s', show(build.ms / 1000)],
    [
      `a day of ${median(dayPeople)} people (the middle one of ${days.length}), on a core, ms`,
      spread(dayMs),
    ],
    ['  of it the image, ms', spread(imageMs)],
    ['  of it their evaluation, ms', spread(evaluationMs)],
  ],
  [
    'one thread; findings are handed over one by one and not kept',
    'on a core: time of the processor, whatever else the machine does meanwhile',
  ],
);
printTable(
  'The same ten rules, the same findings',
  ['', 'ms'],
  [
    ['Molar, everybody', spread(ten)],
    ['plain SQL (SQLite in memory, an index by person and day), everybody', spread(sql)],
    ['the same with an index by number', spread(tuned)],
    [`Molar, one person in ${SHARE}`, spread(tenShare)],
    [`json-rules-engine, one person in ${SHARE}`, spread(json)],
  ],
  [words(first.value.found), 'a number counts only where all say the same'],
);
printMachine([]);
const targets: Target[] = [
  {
    name: `all rules over ${YEARS} years, of one core`,
    value: median(processor),
    target: WHOLE_S,
    bound: 'most',
    unit: 's',
  },
  {
    name: 'memory kept after it',
    value: Math.max(0, growth),
    target: GROWTH_MB,
    bound: 'most',
    unit: 'MB',
  },
  {
    name: 'a day, from rows to proposals, of one core',
    value: batchMs,
    target: BATCH_MS,
    bound: 'most',
    unit: 'ms',
  },
  {
    name: 'ten rules, times as fast as json-rules-engine',
    value: median(json) / median(tenShare),
    target: TIMES_JSON,
    bound: 'least',
  },
  { name: 'ten rules, to plain SQL', value: median(ten) / median(sql), target: 1, bound: 'most' },
];
process.exitCode = report('proposals', targets) ? 0 : 1;
