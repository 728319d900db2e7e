// Rules of a practice: which are enabled, and the related settings.

import type { z } from 'zod';
import { findKzv } from '../../../catalog/kzv/kzv.ts';
import { HOUSE_RULES } from '../../../catalog/billing-rules/catalogue.ts';
import { JUDGED_LIMITS } from '../../../catalog/limits/catalogue.ts';
import {
  LIMIT_STATES,
  type LimitState,
} from '../../../shared/analytics/billing/limits/limit-state.ts';
import type {
  settingsChangeSchema,
  Limits,
  Rules,
} from '../../../shared/analytics/billing/rules.schema.ts';
import type {
  ruleTrialQuerySchema,
  RuleTrialResult,
} from '../../../shared/analytics/billing/own-rules.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { RULE_SWITCHES, RULE_THRESHOLDS } from '../../../shared/analytics/billing/rule-facts.ts';
import type { Look, Work } from '../../platform/work.ts';
import { userOf } from './decide.ts';
import { askFollow } from './follow.ts';
import type { BillingLinks } from './links.ts';
import { settingsOf, putSettings, putRuleSwitch, versionsOf, type SettingsRow } from './store.ts';

export const EMPTY_SETTINGS: Omit<SettingsRow, 'cid' | 'rev' | 'by' | 'at'> = {
  mitVertretung: false,
  mitAnderenTraegern: false,
  schalter: {},
  schwellen: {},
  labelConfig: {},
  kzv: null,
};

/** A threshold is a share, or a number of days up to a year. */
const atMost = (start: number): number => (start <= 1 ? 1 : 365);

/** Returns the rule catalogue with the outcome of each rule's proposals in this practice. */
export async function readRules(look: Look, links: BillingLinks): Promise<Rules> {
  const [items, stamp, progress, row, names] = [
      await links.queries.regeln(look),
      await links.queries.stempel(look),
      await links.queries.fortschritt(look),
      await settingsOf(look),
      await links.people(look),
    ],
    { mitVertretung, mitAnderenTraegern, schalter, schwellen } = row ?? EMPTY_SETTINGS;
  return {
    items: items.map((one) => ({
      ...one,
      gesagt: one.gesagt && { ...one.gesagt, von: names.get(one.gesagt.von) ?? '' },
    })),
    fortschritt: progress,
    einstellung: {
      rev: row?.rev ?? 0,
      stempel: stamp,
      mitVertretung,
      mitAnderenTraegern,
      schalter: Object.entries(RULE_SWITCHES).map(([name, { de, en }]) => ({
        name,
        titel: { de, en },
        erklaerung: { de: '', en: '' },
        wert: schalter[name] ?? true,
        standard: true,
      })),
      schwellen: Object.entries(RULE_THRESHOLDS).map(([name, { de, en, start }]) => ({
        name,
        titel: { de, en },
        erklaerung: { de: '', en: '' },
        wert: schwellen[name] ?? start,
        standard: start,
        min: 0,
        max: atMost(start),
      })),
    },
  };
}
/** Counts the limits by what becomes of them, and lists those that no rule checks. */
export function readLimits(): Limits {
  const count = (state: LimitState): number =>
    JUDGED_LIMITS.filter((one) => one.state === state).length;
  return {
    zahl: Object.fromEntries(LIMIT_STATES.map((state) => [state, count(state)])) as Limits['zahl'],
    offen: JUDGED_LIMITS.flatMap(({ limit, gap }) =>
      gap === null
        ? []
        : [
            {
              id: limit.id,
              system: limit.system,
              nr: limit.number,
              text: limit.text,
              grund: gap,
              halt: limit.hold ?? '',
              quelle: limit.source,
              sicherheit: limit.certainty,
            },
          ],
    ),
  };
}
/**
 * Tries a rule of the book, also one that is off, on the practice's history. Stores nothing.
 * @throws AppError `not_found`
 */
export async function tryBookRule(
  look: Look,
  links: BillingLinks,
  rule: string,
  { von, bis, probe }: z.output<typeof ruleTrialQuerySchema>,
): Promise<RuleTrialResult> {
  const found = await links.queries.rueckrechnung(look, {
    regel: rule,
    entwurf: null,
    von,
    bis,
    probe,
  });
  if (found === null) throw new AppError('not_found');
  return found;
}
/** Enables or disables a rule; null: restores the default. @throws AppError `not_found` */
export async function switchRule(w: Work, rule: string, isOn: boolean | null): Promise<void> {
  if (!HOUSE_RULES.some((one) => one.id === rule) && (await versionsOf(w, rule)).length === 0)
    throw new AppError('not_found');
  await putRuleSwitch(w, rule, isOn, userOf(w));
  await askFollow(w);
  await w.audit('regeln.switched', { regel: rule, isOn });
}
/**
 * Saves the settings of the rules.
 * @throws AppError `conflict` where the settings were changed since; `validation` for an unknown
 * name or value
 */
export async function saveSettings(
  w: Work,
  { rev, kzv: said, ...given }: z.output<typeof settingsChangeSchema>,
): Promise<void> {
  const row = await settingsOf(w),
    strange = [
      ...Object.keys(given.schalter)
        .filter((name) => !(name in RULE_SWITCHES))
        .map((name) => `schalter.${name}`),
      ...Object.entries(given.schwellen)
        .filter(([name, value]) => {
          const known = (RULE_THRESHOLDS as Record<string, { start: number }>)[name];
          return known === undefined || value > atMost(known.start);
        })
        .map(([name]) => `schwellen.${name}`),
      ...Object.entries(said ?? {})
        .filter(([, region]) => region !== '' && !findKzv(region))
        .map(([id]) => `kzv.${id}`),
    ];
  if (strange.length > 0)
    throw new AppError('validation', {
      fields: Object.fromEntries(strange.map((name) => [name, 'unknown'])),
    });
  if (
    (row?.rev ?? 0) !== rev ||
    !(await putSettings(
      w,
      row,
      {
        ...given,
        labelConfig: row?.labelConfig ?? {},
        kzv: said
          ? Object.fromEntries(
              Object.entries({ ...row?.kzv, ...said }).filter(([, region]) => region !== ''),
            )
          : (row?.kzv ?? null),
      },
      userOf(w),
    ))
  )
    throw new AppError('conflict');
  await askFollow(w);
  await w.audit('regeln.changed', {
    mitVertretung: given.mitVertretung,
    mitAnderenTraegern: given.mitAnderenTraegern,
    schalter: given.schalter,
    schwellen: given.schwellen,
    ...(said && { kzv: said }),
  });
}
