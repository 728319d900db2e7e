// Contracts as administrators see them: states, and what needs a person.

import { AppError } from '../../../shared/base/errors.ts';
import { isInTime, isToAnnounce } from '../../../shared/vendor/contract/debit.ts';
import type { ContractProblem } from '../../../shared/vendor/contract/admin.ts';
import type {
  AdminContract,
  ContractAct,
  ContractList,
} from '../../../shared/vendor/contract/admin.schema.ts';
import { noticeProblem } from '../../../shared/vendor/contract/notice.ts';
import { nextStepAt, owedCents } from '../../../shared/vendor/payment.ts';
import { isRunning } from '../payment/change-contract.ts';
import type { PaymentDeps } from '../payment/links.ts';
import { contractView, invoicesView } from '../payment/views.ts';
import { stateOfContract, type ContractRow } from '../payment/store.ts';
import { practiceNames } from '../vendor-rows.ts';
import { listActs, readContracts, type ActRow, type AllContracts } from './store.ts';

type Line = ContractList['items'][number];

/** Says what is wrong with a contract. */
async function problemsOf(
  deps: PaymentDeps,
  row: ContractRow,
  all: AllContracts,
): Promise<ContractProblem[]> {
  const now = deps.now(),
    found: ContractProblem[] = [];
  if (row.notice && row.openSince !== null) {
    const look = deps.workshop.look(row.cid, { kind: 'system', cid: row.cid }),
      states = await deps.deliveryOf(look, row.notice.keys),
      // Mails of a step that was taken long ago are deleted by now.
      isForgotten = row.notice.step <= row.step && states.length === 0,
      problem = isForgotten ? undefined : noticeProblem(row.notice, states, now);
    if (problem) found.push(problem === 'failed' ? 'noticeFailed' : 'noticeLate');
  }
  if (isToAnnounce({ ...row, hasEnded: row.endedAt !== null }, now)) {
    const own = (all.debits.get(row.cid) ?? []).filter(({ dueAt }) => dueAt === row.periodEnd);
    if (!own.some(({ keys }) => keys.length > 0)) found.push('debitUnannounced');
    else if (!own.some(isInTime)) found.push('debitLate');
  }
  if (all.waiting.has(row.cid)) found.push('changeWaits');
  return found;
}

const future = (at: number | null, now: number): number | null =>
  at !== null && at > now ? at : null;
async function lineOf(
  deps: PaymentDeps,
  row: ContractRow,
  all: AllContracts,
  names: ReadonlyMap<string, string>,
): Promise<Line> {
  return {
    tenant: row.cid,
    practiceName: names.get(row.cid) ?? row.cid,
    state: stateOfContract(row, deps.now()),
    plan: isRunning(row) ? row.plan : null,
    isEnding: row.isEnding,
    owedCents: (all.invoices.get(row.cid) ?? []).reduce((sum, one) => sum + owedCents(one), 0),
    holdUntil: future(row.holdUntil, deps.now()),
    problems: await problemsOf(deps, row, all),
  };
}

/** Lists all contracts: those with a problem or a debt first. */
export async function contractsView(deps: PaymentDeps): Promise<ContractList> {
  const all = await readContracts(deps.store, deps.now()),
    names = await practiceNames(deps.store),
    items: Line[] = [];
  for (const row of all.contracts) items.push(await lineOf(deps, row, all, names));
  const weight = (one: Line): number => one.problems.length * 2 + Number(one.owedCents > 0);
  return {
    items: items.sort(
      (a, b) => weight(b) - weight(a) || a.practiceName.localeCompare(b.practiceName, 'de'),
    ),
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
    all = await readContracts(deps.store, deps.now(), tenant),
    [row] = all.contracts;
  if (!row) throw new AppError('not_found');
  const states = row.notice ? await deps.deliveryOf(look, row.notice.keys) : [],
    count = (state: (typeof states)[number]) => states.filter((one) => one === state).length;
  return {
    ...(await lineOf(deps, row, all, await practiceNames(deps.store))),
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
