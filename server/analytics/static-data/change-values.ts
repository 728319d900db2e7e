// The practice's own values: added to the existing ones and removed; the log keeps their history.

import { AppError } from '../../../shared/base/errors.ts';
import { ownValueProblem } from '../../../shared/analytics/deliveries/practice-value.ts';
import type { NewPraxiswert } from '../../../shared/analytics/deliveries/static-data.schema.ts';
import type { Work } from '../../platform/work.ts';
import { addValue, findValue, listValues, removeValue } from './store.ts';

/** More than a practice enters in decades. */
const MOST = 2_000;
/**
 * Enters a value; a repeated id is the same value.
 * @throws AppError validation (naming the error), conflict (that id with another value)
 */
export async function enterValue(w: Work, given: NewPraxiswert): Promise<void> {
  const wrong = ownValueProblem(given);
  if (wrong !== undefined)
    throw new AppError('validation', {
      fields: { [wrong === 'key' ? 'schluessel' : wrong === 'value' ? 'wert' : 'validTo']: wrong },
    });
  const known = await findValue(w, given.id);
  if (known) {
    if (
      known.art !== given.art ||
      known.schluessel !== given.schluessel ||
      known.wert !== given.wert ||
      known.validFrom !== given.validFrom ||
      known.validTo !== given.validTo
    )
      throw new AppError('conflict');
    return;
  }
  if ((await listValues(w)).length >= MOST)
    throw new AppError('validation', { fields: { id: 'too_many' } });
  await addValue(w, {
    ...given,
    changedBy: w.actor.kind === 'user' ? w.actor.userId : '',
    changedAt: w.now,
  });
  await w.audit('praxiswert.entered', {
    value: given.id,
    art: given.art,
    key: given.schluessel,
    amount: given.wert,
    from: given.validFrom,
    to: given.validTo,
  });
}
/** Deletes a value; an already deleted one is no error. */
export async function dropValue(w: Work, id: string): Promise<void> {
  const known = await findValue(w, id);
  if (known && (await removeValue(w, id)))
    await w.audit('praxiswert.removed', {
      value: id,
      art: known.art,
      key: known.schluessel,
      amount: known.wert,
      from: known.validFrom,
      to: known.validTo,
    });
}
