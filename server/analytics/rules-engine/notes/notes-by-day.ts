/** Notes of a patient by day. */
import type { EngineSnapshot } from '../engine-snapshot.ts';

/** Returns the notes of a patient by day; several of one day are joined, in the order of ids. */
export function notesByDay(m: EngineSnapshot, p: number): ReadonlyMap<number, string> {
  const found = new Map<number, string>(),
    days = m.column('tagesnotiz', 'datum'),
    rows = [...m.rowsOf('tagesnotiz', p)].sort((x, y) =>
      m.id('tagesnotiz', x) < m.id('tagesnotiz', y) ? -1 : 1,
    );
  for (const at of rows) {
    const before = found.get(days[at]!),
      text = m.text('tagesnotiz', 'text', at);
    found.set(days[at]!, before === undefined ? text : `${before}\n${text}`);
  }
  return found;
}
