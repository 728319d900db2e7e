// Rules of the practice: the shipped ones until changed, saved as a whole against the version that
// was seen.

import { SHIPPED_RULES } from '../../../catalog/mappe-rules/rules.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { mappeRuleSchema } from '../../../shared/desk/mappe-rules.schema.ts';
import type { MappeRule } from '../../../shared/desk/mappe-rules.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import { findRules, saveRulesRow } from './store.ts';

export interface Rules {
  rules: readonly MappeRule[];
  version: number;
  changedAt: number | null;
  /** Word of the actor who saved last; null: never saved. */
  changedBy: string | null;
}

/**
 * Returns the effective rules; an unreadable one (written by an older program) is left out and
 * stops nothing (V8).
 */
export async function readRules(s: Look | Work): Promise<Rules> {
  const row = await findRules(s),
    saved = {
      version: row?.version ?? 0,
      changedAt: row?.changedAt ?? null,
      changedBy: row?.changedBy ?? null,
    };
  if (!row || row.rules === 'shipped') return { ...saved, rules: SHIPPED_RULES };
  return {
    ...saved,
    rules: row.rules.flatMap((one) => {
      const read = mappeRuleSchema.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  };
}

async function save(
  w: Work,
  version: number,
  rules: readonly MappeRule[] | 'shipped',
): Promise<{ version: number }> {
  const now = await findRules(w);
  if ((now?.version ?? 0) !== version)
    throw new AppError('conflict', { extra: { version: now?.version ?? 0 } });
  if (!(await saveRulesRow(w, version, { rules, changedBy: actorWord(w.actor), changedAt: w.now })))
    throw new AppError('conflict');
  await w.audit(rules === 'shipped' ? 'rules.reset' : 'rules.changed', {
    version: version + 1,
    ...(rules !== 'shipped' && { rules: rules.length }),
  });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { version: version + 1 };
}

/**
 * Saves the rules.
 * @param items what can be given out: a rule may name nothing else.
 * @throws AppError conflict (other version), validation (naming the rule)
 */
export function saveRules(
  w: Work,
  items: ReadonlySet<string>,
  input: { version: number; rules: readonly MappeRule[] },
): Promise<{ version: number }> {
  const stray = input.rules.findIndex((one) => one.isOn && !items.has(one.item));
  if (stray >= 0)
    throw new AppError('validation', { fields: { [`rules.${stray}.item`]: 'unknown' } });
  return save(w, input.version, input.rules);
}
/**
 * Resets to the shipped rules, including those of later product versions.
 * @throws AppError conflict
 */
export const resetRules = (w: Work, input: { version: number }): Promise<{ version: number }> =>
  save(w, input.version, 'shipped');
