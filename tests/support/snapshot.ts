/** Snapshot of the whole database, to prove that a refused call changed nothing. */
import type { TestApp } from './in-process.ts';

/**
 * A refused call may add rate limit counters, bearer tokens, nonces and audited denials; nothing
 * else.
 */
const MAY_GROW = new Set(['audit', 'auditPerson', 'attempt', 'accessToken', 'tabletNonce']);

/** Returns table name → rows as text, sorted; `only` narrows to one practice. */
export async function snapshot(t: TestApp, only?: string): Promise<Record<string, string[]>> {
  const out: Record<string, string[]> = {};
  for (const [name, table] of Object.entries(t.deps.store.t)) {
    if (MAY_GROW.has(name)) continue;
    const rows = (await t.deps.store.read.select().from(table)) as Record<string, unknown>[];
    out[name] = rows
      .filter((row) => only === undefined || row.cid === only)
      .map((row) => JSON.stringify(row))
      .sort();
  }
  return out;
}
