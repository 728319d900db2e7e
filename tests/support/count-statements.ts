/** Counts statements, to prove that a read takes the same number whatever the size of its data. */
import Database from 'better-sqlite3';
import { vi } from 'vitest';

/** Counts the statements on the database of this process while something runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const db = new Database(':memory:'),
    statement = Object.getPrototypeOf(db.prepare('select 1')) as Database.Statement;
  db.close();
  const spies = [
    vi.spyOn(statement, 'all'),
    vi.spyOn(statement, 'get'),
    vi.spyOn(statement, 'run'),
  ];
  try {
    await work();
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
