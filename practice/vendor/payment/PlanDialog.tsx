// What a plan costs before it is ordered: the shown sum holds for ten minutes.

import { Button, Group, Text } from '@mantine/core';
import type { Preview } from '../../../shared/vendor/payment.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { usePaymentTexts } from './payment-texts.ts';

interface Props {
  preview: Preview;
  isBusy: boolean;
  failed: unknown;
  onClose: () => void;
  onOrder: () => void;
}

export function PlanDialog({ preview, isBusy, failed, onClose, onOrder }: Props) {
  const t = usePaymentTexts(),
    language = useLanguage(),
    day = showDay(preview.billedAt, language);
  const isNew = preview.prorationCents === null,
    sums = [
      ['net', preview.netCents],
      ['tax', preview.taxCents],
      ['total', preview.totalCents],
    ] as const;
  return (
    <Modal opened onClose={onClose} title={t('preview.title', { plan: t(`plan.${preview.plan}`) })}>
      <div className="p-stack">
        <Text>
          {isNew
            ? t('preview.new')
            : t(preview.isUpgrade ? 'preview.now' : 'preview.later', { day })}
        </Text>
        <dl className="v-sums">
          {sums.map(([name, cents]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd className="p-tabular">{money(cents, language)}</dd>
            </div>
          ))}
        </dl>
        {!isNew && preview.prorationCents !== 0 && (
          <Text size="sm">
            {t('preview.proration', { amount: money(preview.prorationCents ?? 0, language) })}
          </Text>
        )}
        {isNew && <Text size="sm">{t('preview.short')}</Text>}
        {failed !== null && <ErrorNotice error={failed} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button loading={isBusy} onClick={onOrder}>
            {t(isNew ? 'buy' : 'buyChange')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
