// Words of a rule: on or off, for whom, and where.

import type { FlagRuleView } from '../../../shared/vendor/flags/flags.schema.ts';
import { WHOLE_SHARE } from '../../../shared/base/flags/flags.ts';
import type { useFlagTexts } from './flag-texts.ts';

/** Describes what a rule does, in one phrase. */
export function ruleWords(
  { isOn, tenant, practiceName, share, environment }: FlagRuleView,
  t: ReturnType<typeof useFlagTexts>,
): string {
  const whom =
    tenant !== null
      ? t('for.practice', { practice: practiceName })
      : share < WHOLE_SHARE
        ? t('for.share', { share })
        : t('for.all');
  const where =
    environment === null ? '' : ` ${t('in', { environment: t(`environment.${environment}`) })}`;
  return `${t(isOn ? 'On' : 'Off')} ${whom}${where}`;
}
