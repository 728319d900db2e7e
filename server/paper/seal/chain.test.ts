// Tests of the audit chain: detects an edit, a gap, a cut tail and a rewrite; a person's data can
// be deleted without breaking it.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitTo, genesis, nextRow, verifyChain } from './chain.ts';
import type { ChainRow } from './chain.ts';

function chainOf(count: number, practice = 'p1'): ChainRow[] {
  const rows: ChainRow[] = [];
  for (let i = 0; i < count; i += 1)
    rows.push(
      nextRow(practice, rows.at(-1), {
        at: 1_000 + i,
        type: 'task.created',
        data: { taskId: `t${i}`, n: i },
      }),
    );
  return rows;
}

describe('audit chain', () => {
  it('accepts its own rows from the first one on', () => {
    const rows = chainOf(50);
    expect(rows[0]).toMatchObject({ seq: 1, prev: genesis('p1') });
    expect(verifyChain('p1', rows)).toEqual({ ok: true, size: 50, head: rows[49]!.hash });
    expect(verifyChain('p1', [])).toEqual({ ok: true, size: 0, head: genesis('p1') });
  });

  it('begins with a hash of the practice, and keeps a commitment in its row', () => {
    expect(genesis('p1')).toBe(createHash('sha256').update('genesis:p1').digest('hex'));
    const event = { at: 1, type: 'x', data: {} };
    expect(nextRow('p1', undefined, event).pii).toBeNull();
    expect(nextRow('p1', undefined, { ...event, pii: 'ff' }).pii).toBe('ff');
  });

  it('accepts external heads that fit, at its end as well', () => {
    const rows = chainOf(20),
      heads = [7, 20].map((size) => ({ size, head: rows[size - 1]!.hash, at: 1 }));
    expect(verifyChain('p1', rows, heads)).toMatchObject({ ok: true, size: 20 });
  });

  it('tells an edited row from a row that follows another one', () => {
    const rows = chainOf(3),
      last = rows[2]!,
      { at, type, data } = last;
    expect(verifyChain('p1', [rows[0]!, rows[1]!, { ...last, at: 1 }])).toEqual({
      ok: false,
      seq: 3,
      reason: 'edited',
    });
    // Its own hash is right, but the row before it is another one.
    const moved = nextRow('p1', { seq: 2, hash: genesis('p9') }, { at, type, data });
    expect(verifyChain('p1', [rows[0]!, rows[1]!, moved])).toEqual({
      ok: false,
      seq: 3,
      reason: 'broken_link',
    });
  });

  it('finds any edit at its row', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 19 }),
        fc.constantFrom('at', 'type', 'data', 'pii', 'prev', 'hash'),
        (at, key) => {
          const rows = chainOf(20);
          const changed = {
            at: 1,
            type: 'x',
            data: { n: -1 },
            pii: 'ff',
            prev: genesis('p2'),
            hash: genesis('p2'),
          }[key as 'at'];
          rows[at] = { ...rows[at]!, [key]: changed };
          expect(verifyChain('p1', rows)).toMatchObject({ ok: false, seq: at + 1 });
        },
      ),
    );
  });

  it('finds a removed row, another practice, and with an external head a cut tail and a rewrite', () => {
    const rows = chainOf(20);
    const outside = [{ size: 20, head: rows[19]!.hash, at: 2_000 }];
    expect(verifyChain('p1', rows.toSpliced(7, 1))).toEqual({ ok: false, seq: 9, reason: 'gap' });
    expect(verifyChain('p2', rows)).toEqual({ ok: false, seq: 1, reason: 'wrong_practice' });
    expect(verifyChain('p1', rows.slice(0, 12), outside)).toEqual({
      ok: false,
      seq: 13,
      reason: 'truncated',
    });
    const rewritten = chainOf(20).map((row) => row);
    rewritten.length = 0;
    for (const row of rows)
      rewritten.push(
        nextRow('p1', rewritten.at(-1), {
          at: row.at,
          type: row.type,
          data: row.seq === 3 ? { n: -1 } : row.data,
        }),
      );
    expect(verifyChain('p1', rewritten)).toMatchObject({ ok: true });
    expect(verifyChain('p1', rewritten, outside)).toEqual({
      ok: false,
      seq: 20,
      reason: 'rewritten',
    });
  });

  it('commits to personal data so that deleting the salt erases it', () => {
    const one = commitTo({ name: 'Anna Groß' });
    expect(one.salt).toHaveLength(16);
    expect(commitTo({ name: 'Anna Groß' }, one.salt).commitment).toBe(one.commitment);
    expect(commitTo({ name: 'Anna Groß' }).commitment).not.toBe(one.commitment);
  });
});
