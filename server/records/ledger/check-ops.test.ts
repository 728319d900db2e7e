// Tests of the ledger check of operations for faults that the database itself prevents, such as
// after a damaged index.

import { expect, it } from 'vitest';
import { SEALED } from '../../../shared/exchange/sealing.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { pgSchema } from '../../platform/db/schema.ts';
import type { ScopedReader } from '../../platform/db/scope.ts';
import { checkOps } from './check-ops.ts';
import type { Rule } from './findings.ts';
import type { StoredOp } from './store.ts';

const op = (n: number, id: string): StoredOp => ({
  device: 'd',
  inc: 'i',
  n,
  id,
  kind: 'log',
  taskId: '',
  taskRev: 0,
  schema: 1,
  sha256: 's',
  bytes: Buffer.alloc(0),
  result: 'parked',
  code: 'damaged',
  receivedAt: 0,
  settledAt: 0,
  header: {
    n,
    id,
    kind: 'log',
    taskId: '',
    taskRev: 0,
    schema: 1,
    at: 0,
    mono: 0,
    sealed: SEALED,
    len: 0,
    sha256: 's',
  },
});
const readerOf = (rows: StoredOp[]): Pick<ScopedReader, 'cid' | 'find' | 'pick'> => {
  const pages = [rows, []];
  return {
    cid: 'c',
    find: () => Promise.resolve([{ device: 'd', inc: 'i', n: rows.length }] as never),
    pick: () => Promise.resolve(pages.shift() as never),
  };
};
async function foundIn(rows: StoredOp[], devices = ['d']): Promise<Rule[]> {
  const rules: Rule[] = [];
  await checkOps(
    readerOf(rows) as ScopedReader,
    pgSchema satisfies Schema,
    new Set(devices),
    0,
    (rule) => {
      rules.push(rule);
    },
  );
  return rules;
}

it('[inv S3] finds one id under two numbers, a duplicate number and a missing number', async () => {
  expect(await foundIn([op(1, 'a'), op(2, 'b')])).toEqual([]);
  expect(await foundIn([op(1, 'a'), op(2, 'a')])).toEqual(['op.twice']);
  expect(await foundIn([op(1, 'a'), op(1, 'b')])).toEqual(['op.gap', 'op.head']);
  expect(await foundIn([op(1, 'a'), op(3, 'b'), op(4, 'c')])).toEqual(['op.gap', 'op.head']);
  expect(await foundIn([op(1, 'a')], [])).toEqual(['op.nobody']);
});
