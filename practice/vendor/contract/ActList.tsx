// What the vendor did with a contract, for administrators and for the practice's owners.

import './contract.css';
import { Text } from '@mantine/core';
import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { dayText } from '../../../shared/base/dates.ts';
import type { ContractAct } from '../../../shared/vendor/contract/admin.schema.ts';
import { PLAN_IDS } from '../../../shared/vendor/payment.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useContractTexts } from './contract-texts.ts';

const SIGNS = {
  done: { tone: 'ok', icon: IconCheck },
  failed: { tone: 'bad', icon: IconX },
  waits: { tone: 'info', icon: IconRefresh },
} as const;
const stateOf = ({ isDone, hasFailed }: ContractAct): keyof typeof SIGNS =>
  isDone ? 'done' : hasFailed ? 'failed' : 'waits';

export function ActList({ acts }: { acts: readonly ContractAct[] }) {
  const t = useContractTexts(),
    language = useLanguage();
  const detailOf = ({ kind, detail }: ContractAct): string => {
    if (kind === 'refund' || kind === 'payer') return detail;
    if (kind === 'method') return t(detail === 'phone' ? 'did.byPhone' : 'did.byMail');
    if (kind !== 'plan') return detail === '' ? '' : dayText(detail, language);
    const plan = PLAN_IDS.find((id) => id === detail);
    return plan === undefined ? detail : t(`plan.${plan}`);
  };
  return (
    <ul className="c-rows">
      {acts.map((one) => (
        <li key={one.id}>
          <div className="c-who">
            <Text fw={600}>{t(`did.${one.kind}`, { detail: detailOf(one) })}</Text>
            <Text size="sm">{one.reason}</Text>
            <Text size="sm" c="dimmed">
              {showInstant(one.at, language)}
            </Text>
          </div>
          <StateWord {...SIGNS[stateOf(one)]}>{t(`did.${stateOf(one)}`)}</StateWord>
        </li>
      ))}
    </ul>
  );
}
