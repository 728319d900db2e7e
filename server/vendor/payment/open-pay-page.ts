// Opens the provider's page for an account or a card that pays the open sums only.

import { AppError } from '../../../shared/base/errors.ts';
import type { Actor } from '../../platform/work.ts';
import { openPage } from './change-contract.ts';
import type { PaymentDeps } from './links.ts';
import { owedOf } from './pay-other.ts';
import { asked } from './provider.ts';
import { refreshPayment } from './refresh.ts';
import { listInvoices } from './store.ts';

/**
 * Opens the page on which an account for the open sums is entered.
 * @returns its address
 * @throws AppError state_conflict when nothing is owed
 */
export async function openPayPage(
  deps: PaymentDeps,
  person: Extract<Actor, { kind: 'user' }>,
): Promise<string> {
  const { cid, userId } = person;
  await asked(refreshPayment(deps, cid));
  if (owedOf(await listInvoices(deps.workshop.look(cid, person))).length === 0)
    throw new AppError('state_conflict');
  return openPage(deps, { cid, actor: person, userId }, { kind: 'pay' });
}
