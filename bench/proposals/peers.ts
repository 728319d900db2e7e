/**
 * Runs the same ten rules elsewhere: json-rules-engine per person and day, and SQLite over the
 * rows.
 */
import Database from 'better-sqlite3';
import { Engine } from 'json-rules-engine';
import type { Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { dayText } from '../../server/analytics/snapshot/calendar.ts';
import { GEBUEHREN, VERSICHERUNG } from '../../shared/analytics/deliveries/pvs-words.ts';
import { monthsOn } from '../../shared/analytics/billing/periods.ts';
import { findPosition } from '../../catalog/find-position.ts';
import { TEN_RULES } from './ten.ts';

/** Findings by rule. */
export type CountedRows = Record<string, number>;
const fits = (code: string, token: string): boolean =>
  token.endsWith('*') ? code.startsWith(token.slice(0, -1)) : code === token;
const KIND: Readonly<Record<string, string>> = { BEMA: 'B', GOZ: 'G', GOAE: 'O', EIGEN: 'E' };
/** Numbers as written in the catalogue. */
function codesOf(snapshot: Snapshot): (i: number) => string {
  const { services: L } = snapshot,
    known = new Map<number, string>();
  return (i) => {
    const key = L.system[i]! * 1_000_000 + L.nr[i]!;
    let code = known.get(key);
    if (code === undefined) {
      const system = GEBUEHREN[L.system[i]!] ?? 'EIGEN',
        nr = L.positionNumbers.words[L.nr[i]!] ?? '';
      known.set(key, (code = `${KIND[system] ?? 'E'}:${findPosition(system, nr)?.number ?? nr}`));
    }
    return code;
  };
}

/** @param people indexes of the people evaluated */
export async function runJsonRules(snapshot: Snapshot, people: Int32Array): Promise<CountedRows> {
  const engine = new Engine(),
    { services: L, rawRows } = snapshot,
    { from, rows } = L.byPatient,
    code = codesOf(snapshot),
    found: CountedRows = {},
    patient = rawRows.tables.patient;
  engine.addOperator('hasAny', (codes: string[], tokens: string[]) =>
    codes.some((one) => tokens.some((token) => fits(one, token))),
  );
  engine.addOperator(
    'hasNone',
    (codes: string[], tokens: string[]) =>
      !codes.some((one) => tokens.some((token) => fits(one, token))),
  );
  engine.addOperator('notBefore', (day: string, other: string) => day >= other);
  for (const { id, conditions } of TEN_RULES)
    engine.addRule({ conditions: { all: [...conditions] }, event: { type: id } });
  for (const p of people) {
    const birth = dayText(patient.columns['geburtsdatum']![p]!),
      insurance = VERSICHERUNG[patient.columns['versicherung']![p]!] ?? '';
    for (let a = from[p]!; a < from[p + 1]!;) {
      const tag = L.day[rows[a]!]!,
        day = dayText(tag);
      let b = a;
      const today: string[] = [];
      for (; b < from[p + 1]! && L.day[rows[b]!] === tag; b += 1) today.push(code(rows[b]!));
      const year: string[] = [],
        half: string[] = [],
        start = `${day.slice(0, 4)}-${day.slice(5, 7) < '07' ? '01' : '07'}-01`;
      for (let i = a - 1; i >= from[p]!; i -= 1) {
        const before = dayText(L.day[rows[i]!]!);
        if (before.slice(0, 4) !== day.slice(0, 4)) break;
        year.push(code(rows[i]!));
        if (before >= start) half.push(code(rows[i]!));
      }
      const { events } = await engine.run({
        today,
        year,
        half,
        insurance,
        months: monthsOn(birth, day),
        day,
      });
      for (const { type } of events) found[type] = (found[type] ?? 0) + 1;
      a = b;
    }
  }
  return found;
}

export interface Sql {
  run(): CountedRows;
  addIndex(): void;
  close(): void;
}
/** Counted rows in a separate in-memory database, indexed by person and day. */
export function fillSql(snapshot: Snapshot): Sql {
  const db = new Database(':memory:'),
    { services: L, rawRows } = snapshot,
    code = codesOf(snapshot),
    patient = rawRows.tables.patient;
  db.exec(
    'create table patient (id integer primary key, versicherung text, geburtsdatum text); create table leistung (patid integer, datum text, system text, nr text)',
  );
  const person = db.prepare('insert into patient values (?, ?, ?)'),
    service = db.prepare('insert into leistung values (?, ?, ?, ?)');
  db.transaction(() => {
    for (const p of snapshot.live.patient)
      person.run(
        p,
        VERSICHERUNG[patient.columns['versicherung']![p]!] ?? '',
        dayText(patient.columns['geburtsdatum']![p]!),
      );
    for (let i = 0; i < L.n; i += 1)
      service.run(L.pat[i], dayText(L.day[i]!), GEBUEHREN[L.system[i]!] ?? '', code(i).slice(2));
  })();
  db.exec('create index by_day on leistung (patid, datum); analyze');
  return {
    run: () =>
      Object.fromEntries(
        TEN_RULES.map(({ id, sql }) => [
          id,
          (db.prepare(`select count(*) as n from (${sql})`).get() as { n: number }).n,
        ]),
      ),
    addIndex() {
      db.exec('create index by_number on leistung (system, nr); analyze');
    },
    close() {
      db.close();
    },
  };
}
