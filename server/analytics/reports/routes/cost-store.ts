// The practice's costs; the only writer of their table.

import { asc } from 'drizzle-orm';
import { AppError } from '../../../../shared/base/errors.ts';
import { costProblem, type NewCost } from '../../../../shared/analytics/reports/cost.schema.ts';
import type { Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Look, Work } from '../../../platform/work.ts';

type CostRow = Row<Schema['practiceCost']>;
/** More than a practice enters in decades. */
const MOST = 1_000;

export const costRowsOf = ({ db, t: { practiceCost } }: Look): Promise<CostRow[]> =>
  db.find(practiceCost, undefined, {
    orderBy: [asc(practiceCost.centre), asc(practiceCost.name), asc(practiceCost.id)],
  });
const said = ({ centre, target, name, cents, per, validFrom, validTo }: NewCost): NewCost => ({
  centre,
  target,
  name,
  cents,
  per,
  validFrom,
  validTo,
});
/**
 * Enters or replaces a cost; the same one again changes nothing. The log keeps both versions.
 * @throws AppError validation, naming the field
 */
export async function putCost(w: Work, id: string, cost: NewCost): Promise<void> {
  const wrong = costProblem(cost);
  if (wrong !== undefined) throw new AppError('validation', { fields: { [wrong]: wrong } });
  const { practiceCost } = w.t,
    known = await w.tx.one(practiceCost, { id });
  if (known && JSON.stringify(said(known)) === JSON.stringify(said(cost))) return;
  if (!known && (await w.tx.count(practiceCost)) >= MOST)
    throw new AppError('validation', { fields: { id: 'too_many' } });
  const row = {
    ...said(cost),
    changedBy: w.actor.kind === 'user' ? w.actor.userId : '',
    changedAt: w.now,
  };
  if (known) await w.tx.update(practiceCost, row, { id });
  else await w.tx.insert(practiceCost, { id, ...row });
  await w.audit('cost.set', { cost: id, ...said(cost), ...(known && { before: said(known) }) });
}
/** Removes a cost; an already removed one is no error. */
export async function dropCost(w: Work, id: string): Promise<void> {
  const { practiceCost } = w.t,
    known = await w.tx.one(practiceCost, { id });
  if (known && (await w.tx.remove(practiceCost, { id })) > 0)
    await w.audit('cost.removed', { cost: id, ...said(known) });
}
