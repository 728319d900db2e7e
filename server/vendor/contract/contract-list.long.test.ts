// The list of contracts over many practices: pages by name, those that need a person, and the same
// number of statements whatever their number.

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { ContractList } from '../../../shared/vendor/contract/admin.schema.ts';
import { statementsOf } from '../../../tests/support/count-statements.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { createPractice } from '../../accounts/settings/create-practice.ts';
import type { Work } from '../../platform/work.ts';
import { insertHeld } from '../payment/held/store-held.ts';
import {
  ensureContract,
  insertDebitNotice,
  updateContract,
  writeInvoice,
} from '../payment/store.ts';

const MANY = 95,
  PAGE = 50,
  PAYER = { name: 'Praxis', email: '', street: '', plz: '', city: '' };
const INVOICE = {
  id: 'in_1',
  number: 'RE-1',
  taxCents: 19,
  totalCents: 119,
  isAttempted: true,
  isProcessing: false,
  disputedCents: 0,
  recoveredCents: 0,
};

describe.each(STORES)('the list of contracts (%s)', (kind) => {
  let t: TestApp, as: Bearer;
  const nameOf = (at: number): string => `Praxis ${String(at).padStart(3, '0')}`;
  /** Adds a practice with a contract that is paid, and changes it. */
  const add = async (name: string, change: (w: Work) => Promise<unknown>): Promise<void> => {
    const cid = t.deps.newId();
    await t.deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
      await createPractice(w, { name, tabletPinHash: 'x', settings: {} });
      await ensureContract(w, `cus_${cid}`, PAYER);
      await updateContract(w, { subscriptionId: `sub_${cid}`, plan: 'praxis', startedAt: 1 });
      await change(w);
    });
  };
  const due = (w: Work, keys: string[], at = w.now - 20 * DAY_MS): Promise<unknown> =>
    insertDebitNotice(w, {
      id: `next${at}`,
      source: '',
      cents: 1,
      dueAt: w.now + 5 * DAY_MS,
      isOrdered: false,
      at,
      keys,
    });
  /** A debit in five days. */
  const debits = (w: Work): Promise<unknown> =>
    updateContract(w, { methodKind: 'sepa_debit', periodEnd: w.now + 5 * DAY_MS });
  const dunned = async (w: Work, state: 'sent' | 'failed'): Promise<void> => {
    const key = `mahnung:${state}`;
    await updateContract(w, {
      openSince: w.now,
      notice: { step: 1, at: w.now, attempt: 0, keys: [key], isByHand: false },
    });
    await w.tx.insert(w.t.mail, {
      id: w.newId(),
      key,
      template: 'due',
      language: 'de',
      sealed: Buffer.from('mail'),
      state,
      createdAt: w.now,
      expiresAt: w.now + DAY_MS,
    });
  };
  const CASES: readonly [name: string, problems: string[], (w: Work) => Promise<unknown>][] = [
    ['A offen', [], (w) => writeInvoice(w, { ...INVOICE, status: 'open', at: w.now })],
    [
      'B zurück',
      [],
      (w) => writeInvoice(w, { ...INVOICE, status: 'paid', disputedCents: 119, at: w.now }),
    ],
    ['C Mahnung kam nicht an', ['noticeFailed'], (w) => dunned(w, 'failed')],
    ['D unangekündigt', ['debitUnannounced'], debits],
    [
      'E ohne Empfänger',
      ['debitUnannounced'],
      async (w) => {
        await debits(w);
        await due(w, []);
      },
    ],
    [
      'F zu spät',
      ['debitLate'],
      async (w) => {
        await debits(w);
        await due(w, ['k'], w.now);
      },
    ],
    [
      'G Änderung',
      ['changeWaits'],
      (w) =>
        insertHeld(w, {
          id: 'held',
          kind: 'name',
          payer: PAYER,
          userId: 'u',
          name: 'Inhaberin',
          at: w.now,
          dueAt: w.now + 1,
          needsSecond: false,
          needsReader: false,
          stopHash: w.cid,
        }),
    ],
  ];
  const WELL: readonly [name: string, (w: Work) => Promise<unknown>][] = [
    [
      'H eingereicht',
      (w) => writeInvoice(w, { ...INVOICE, status: 'open', isProcessing: true, at: w.now }),
    ],
    [
      'I noch nicht versucht',
      (w) => writeInvoice(w, { ...INVOICE, status: 'open', isAttempted: false, at: w.now }),
    ],
    ['J Mahnung kam an', (w) => dunned(w, 'sent')],
    [
      'K angekündigt',
      async (w) => {
        await debits(w);
        await due(w, ['k']);
      },
    ],
    ['L endet', (w) => debits(w).then(() => updateContract(w, { isEnding: true }))],
  ];

  const page = async (query: string): Promise<ContractList> => {
    const answer = await t.call(`/admin/contracts?${query}`, { as });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as ContractList;
  };
  /** Reads all pages. @returns the names of each */
  const names = async (view: string): Promise<string[][]> => {
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const got: ContractList = await page(
        `view=${view}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      pages.push(got.items.map(({ practiceName }) => practiceName));
      ({ cursor } = got);
    }
    return pages;
  };
  beforeAll(async () => {
    t = await createTestApp(kind, {
      payment: { key: 'sk_test_local', webhookSecrets: ['whsec_x'], base: undefined },
    });
    as = (await addVendor(t)).administrator;
  });
  afterAll(() => t.drop());

  test('is empty before the first contract', async () => {
    await addPractice(t, 'nord');
    for (const view of ['needs', 'all'])
      expect(await page(`view=${view}`)).toEqual({ items: [], cursor: null, hasAny: false });
  });

  test('shows whose debt, mail, debit or change needs a person, and no others', async () => {
    for (const [name, , change] of CASES) await add(name, change);
    for (const [name, change] of WELL) await add(name, change);
    const { items, cursor, hasAny } = await page('');
    expect(items.map(({ practiceName, problems }) => [practiceName, problems])).toEqual(
      CASES.map(([name, problems]) => [name, problems]),
    );
    expect([items[0]?.owedCents, items[1]?.owedCents, cursor, hasAny]).toEqual([
      119,
      119,
      null,
      true,
    ]);
    expect(await names('all')).toEqual([[...CASES, ...WELL].map(([name]) => name)]);
  });

  test('goes on by name from page to page, in the same number of statements', async () => {
    const few = await statementsOf(() => page('view=all'));
    for (let at = 0; at < MANY; at++)
      await add(nameOf(MANY - at), (w) =>
        writeInvoice(w, { ...INVOICE, status: 'open', at: w.now }),
      );
    const all = await names('all'),
      owing = await names('needs');
    expect(all.map((one) => one.length)).toEqual([
      PAGE,
      PAGE,
      MANY + CASES.length + WELL.length - 2 * PAGE,
    ]);
    expect(all.flat().slice(-MANY)).toEqual(
      Array.from({ length: MANY }, (_, at) => nameOf(at + 1)),
    );
    expect(owing.flat()).toHaveLength(CASES.length + MANY);
    // On PostgreSQL nothing is counted here.
    if (kind === 'sqlite') {
      expect(few).toBeGreaterThan(0);
      for (const view of ['all', 'needs'])
        expect(await statementsOf(() => page(`view=${view}`)), view).toBeLessThanOrEqual(few);
    }
  });

  test('goes on after a place whose contract was deleted meanwhile', async () => {
    const { items, cursor } = await page('view=all'),
      next = (await page(`view=all&cursor=${cursor}`)).items.map(({ tenant }) => tenant),
      { write, t: tables } = t.deps.store;
    expect(next).toHaveLength(PAGE);
    await write(async (tx) => {
      await tx.delete(tables.contract).where(eq(tables.contract.cid, items.at(-1)!.tenant));
    });
    expect((await page(`view=all&cursor=${cursor}`)).items.map(({ tenant }) => tenant)).toEqual(
      next,
    );
  });

  test('refuses another view, unknown words and a cursor that no page answered', async () => {
    for (const query of ['view=none', 'cursor=', 'sort=name', 'cursor=unknown', 'cursor=W10'])
      expect((await t.call(`/admin/contracts?${query}`, { as })).code, query).toBe('validation');
  });
});
