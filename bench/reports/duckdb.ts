/**
 * Runs the same rows in DuckDB, in memory, in native column types, with its default number of
 * threads.
 */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type Database from 'better-sqlite3';
import { PVS_FIELDS, type PvsEntity } from '../../shared/analytics/deliveries/pvs.ts';
import type { Dialect } from './questions.ts';
import { trueRows } from './raw.ts';

export const DUCK: Dialect = {
  month: (column) => `date_trunc('month', ${column})`,
  table: (name) => name,
  quote: (day) => `date '${day}'`,
  no: '0',
};
const TYPES: Readonly<Record<string, string>> = {
  day: 'date',
  instant: 'bigint',
  clock: 'integer',
  int: 'integer',
  cents: 'bigint',
  factor: 'integer',
  bool: 'integer',
};
const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const ENTITIES: readonly PvsEntity[] = ['leistung', 'zahlung', 'rechnung', 'hkp', 'termin'];

export interface Duck {
  ask(sql: string): Promise<readonly (readonly unknown[])[]>;
  readonly rows: number;
  close(): void;
}

/** Copies the valid rows, each id once. */
export async function fillDuck(source: Database.Database, cid: string): Promise<Duck> {
  const instance = await DuckDBInstance.create(':memory:'),
    connection: DuckDBConnection = await instance.connect();
  let rows = 0;
  for (const entity of ENTITIES) {
    const fields = PVS_FIELDS[entity],
      columns = fields.map((field) => snake(field.name));
    await connection.run(
      `create table ${entity} (id varchar, ${fields.map((field, at) => `${columns[at]!} ${TYPES[field.type] === 'date' ? 'varchar' : (TYPES[field.type] ?? 'varchar')}`).join(', ')})`,
    );
    const appender = await connection.createAppender(entity);
    for (const row of source
      .prepare(`select id, ${columns.join(', ')} from ${trueRows(entity, cid)}`)
      .raw()
      .iterate() as Iterable<(string | number | null)[]>) {
      for (const [at, value] of row.entries()) {
        const type = at === 0 ? 'varchar' : (TYPES[fields[at - 1]!.type] ?? 'varchar');
        if (value === null) appender.appendNull();
        else if (type === 'bigint') appender.appendBigInt(BigInt(Number(value)));
        else if (type === 'integer') appender.appendInteger(Number(value));
        else appender.appendVarchar(String(value));
      }
      appender.endRow();
      rows += 1;
    }
    appender.closeSync();
    for (const [at, field] of fields.entries())
      if (field.type === 'day')
        await connection.run(`alter table ${entity} alter ${columns[at]!} type date`);
  }
  return {
    rows,
    async ask(sql) {
      return (await connection.runAndReadAll(sql)).getRows();
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
