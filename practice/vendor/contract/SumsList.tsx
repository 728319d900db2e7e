// Sums of a plan before it counts: net, VAT and total, with what is charged for the rest of a period.

import { Text } from '@mantine/core';
import type { Preview } from '../../../shared/vendor/payment.schema.ts';
import { useLanguage } from '../../ui/texts.ts';
import { money } from '../../ui/wording/worth.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { useContractTexts } from './contract-texts.ts';

export function SumsList({ preview }: { preview: Preview }) {
  const t = useContractTexts(),
    language = useLanguage();
  const facts = [
    ['sum.net', preview.netCents],
    ['sum.tax', preview.taxCents],
    ['sum.total', preview.totalCents],
  ] as const;
  return (
    <>
      <Text size="sm">
        {t(preview.isUpgrade ? 'sum.now' : 'sum.later', {
          day: showDay(preview.billedAt, language),
        })}
      </Text>
      <dl className="c-facts">
        {facts.map(([name, cents]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd className="p-tabular">{money(cents, language)}</dd>
          </div>
        ))}
        {preview.prorationCents !== null && preview.prorationCents !== 0 && (
          <div>
            <dt>{t('sum.rest')}</dt>
            <dd className="p-tabular">{money(preview.prorationCents, language)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
