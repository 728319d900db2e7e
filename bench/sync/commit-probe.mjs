/**
 * Preloaded before the real server: notes when each COMMIT begins, to measure the time from commit
 * to tablet externally.
 */
import { openSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';

const file = process.env.BENCH_COMMITS;
if (file !== undefined) {
  const fd = openSync(file, 'a');
  /**
   * @type {{ prototype: { exec(this: unknown, sql: string): unknown, prepare(this: unknown, sql:
   * string): { run(...values: unknown[]): unknown } } }}
   */
  const Database = createRequire(import.meta.url)('better-sqlite3');
  const { exec, prepare } = Database.prototype;
  // The machine's clock, which other processes read as well.
  const note = () => {
    writeSync(fd, `${process.hrtime.bigint()}\n`);
  };
  const isCommit = (/** @type {string} */ sql) => /^\s*commit\b/i.test(sql);
  Database.prototype.exec = function noted(sql) {
    if (isCommit(sql)) note();
    return exec.call(this, sql);
  };
  Database.prototype.prepare = function noted(sql) {
    const statement = prepare.call(this, sql);
    if (isCommit(sql)) {
      const run = statement.run.bind(statement);
      statement.run = (...values) => {
        note();
        return run(...values);
      };
    }
    return statement;
  };
}
