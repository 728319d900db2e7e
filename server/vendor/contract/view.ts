// Contracts as administrators see them: states, and what needs a person.

import { AppError } from '../../../shared/base/errors.ts';
import { isInTime, isToAnnounce } from '../../../shared/vendor/contract/debit.ts';
import type { ContractProblem } from '../../../shared/vendor/contract/admin.ts';
import type {
  AdminContract,
  ContractAct,
  ContractList,
  ContractQuery,
} from '../../../shared/vendor/contract/admin.schema.ts';
import { noticeProblem, type Delivery } from '../../../shared/vendor/contract/notice.ts';
import { nextStepAt, owedCents } from '../../../shared/vendor/payment.ts';
import { isRunning } from '../payment/change-contract.ts';
import type { PaymentDeps } from '../payment/links.ts';
import { contractView, invoicesView } from '../payment/views.ts';
import { stateOfContract } from '../payment/store.ts';
import { namePlace, pageOf, placeIn } from '../vendor-rows.ts';
import {
  findNamed,
  hasContracts,
  listActs,
  listContracts,
  readFacts,
  type ActRow,
  type ContractFacts,
  type ListedContract,
} from './store.ts';

type Line = ContractList['items'][number];

/** What a line needs besides its row: facts of several contracts, read at once. */
interface Known extends ContractFacts {
  /** States of the mails of dunning, by practice. */
  deliveries: ReadonlyMap<string, readonly Delivery[]>;
  now: number;
}
async function knownOf(deps: PaymentDeps, rows: readonly ListedContract[]): Promise<Known> {
  const now = deps.now(),
    cids = rows.map(({ cid }) => cid),
    mailed = rows.flatMap(({ cid, notice, openSince }) =>
      notice && openSince !== null ? [{ cid, keys: notice.keys }] : [],
    );
  return {
    ...(await readFacts(deps.store, cids, now)),
    deliveries: await deps.deliveriesOf(mailed),
    now,
  };
}

/** Says what is wrong with a contract. */
function problemsOf(
  row: ListedContract,
  { debits, waiting, deliveries, now }: Known,
): ContractProblem[] {
  const found: ContractProblem[] = [];
  if (row.notice && row.openSince !== null) {
    const states = deliveries.get(row.cid) ?? [],
      // Mails of a step that was taken long ago are deleted by now.
      isForgotten = row.notice.step <= row.step && states.length === 0,
      problem = isForgotten ? undefined : noticeProblem(row.notice, states, now);
    if (problem) found.push(problem === 'failed' ? 'noticeFailed' : 'noticeLate');
  }
  if (isToAnnounce({ ...row, hasEnded: row.endedAt !== null }, now)) {
    const own = (debits.get(row.cid) ?? []).filter(({ dueAt }) => dueAt === row.periodEnd);
    if (!own.some(({ keys }) => keys.length > 0)) found.push('debitUnannounced');
    else if (!own.some(isInTime)) found.push('debitLate');
  }
  if (waiting.has(row.cid)) found.push('changeWaits');
  return found;
}

const future = (at: number | null, now: number): number | null =>
  at !== null && at > now ? at : null;
const lineOf = (row: ListedContract, known: Known): Line => ({
  tenant: row.cid,
  practiceName: row.practiceName,
  state: stateOfContract(row, known.now),
  plan: isRunning(row) ? row.plan : null,
  isEnding: row.isEnding,
  owedCents: (known.invoices.get(row.cid) ?? []).reduce((sum, one) => sum + owedCents(one), 0),
  holdUntil: future(row.holdUntil, known.now),
  problems: problemsOf(row, known),
});
const needsPerson = (one: Line): boolean => one.problems.length > 0 || one.owedCents > 0;

/** Lists a page of contracts by the name of the practice, in a fixed number of statements. */
export async function contractsView(
  deps: PaymentDeps,
  { view, cursor }: ContractQuery,
): Promise<ContractList> {
  const rows = await listContracts(deps.store, {
      view,
      after: placeIn(cursor, namePlace),
      now: deps.now(),
    }),
    { page, cursor: next } = pageOf(rows, ({ place, cid }) => [place, cid]),
    known = await knownOf(deps, page),
    lines = page.map((row) => lineOf(row, known));
  return {
    // The statement narrows by the same rules; a line decides where it cannot, e.g. about a mail.
    items: view === 'needs' ? lines.filter(needsPerson) : lines,
    cursor: next,
    hasAny: rows.length > 0 || (await hasContracts(deps.store)),
  };
}

export const actView = (row: ActRow): ContractAct => ({
  id: row.id,
  kind: row.kind,
  detail: row.detail,
  reason: row.reason,
  at: row.at,
  isDone: row.doneAt !== null,
  hasFailed: row.failedAt !== null,
});

/** Shows one contract. @throws AppError not_found */
export async function adminContractView(deps: PaymentDeps, tenant: string): Promise<AdminContract> {
  const look = deps.workshop.look(tenant, { kind: 'system', cid: tenant }),
    row = await findNamed(deps.store, tenant);
  if (!row) throw new AppError('not_found');
  const states = row.notice ? await deps.deliveryOf(look, row.notice.keys) : [],
    count = (state: (typeof states)[number]) => states.filter((one) => one === state).length;
  return {
    ...lineOf(row, await knownOf(deps, [row])),
    shown: await contractView(deps, look),
    invoices: (await invoicesView(look)).items,
    holdReason: row.holdReason,
    notice: row.notice && {
      step: row.notice.step,
      at: row.notice.at,
      isTaken: row.notice.step <= row.step,
      isByHand: row.notice.isByHand,
      sent: count('sent'),
      waiting: count('waiting'),
      failed: count('failed'),
    },
    nextStepAt: nextStepAt(row) ?? null,
    acts: (await listActs(look)).map(actView),
  };
}
