// The form for a new batch of vouchers.

import { Button, Checkbox, Group, NumberInput, Select, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { berlinDay } from '../../../shared/base/dates.ts';
import { addMonths } from '../../../shared/base/day-math.ts';
import { PLAN_IDS } from '../../../shared/vendor/payment.ts';
import type { MakeBatch } from '../../../shared/vendor/voucher.schema.ts';
import { EFFECTS, MOST_CODES } from '../../../shared/vendor/voucher.ts';
import { DayField } from '../../ui/DayField.tsx';
import { useVoucherTexts } from './voucher-texts.ts';

/** Free months take everything off. */
const WHOLE = 100,
  CENTS = 100,
  MOST = { months: 36, count: MOST_CODES, perCode: 1000 } as const;
const first = (): MakeBatch => {
  const today = berlinDay(Date.now());
  return {
    id: uuidv7(),
    sponsor: '',
    effect: 'months',
    value: WHOLE,
    months: 3,
    plans: [...PLAN_IDS],
    from: today,
    until: addMonths(today, 12),
    count: 50,
    perCode: 1,
  };
};

const isLacking = ({ sponsor, plans, from, until, count }: MakeBatch): boolean =>
  sponsor.trim() === '' || plans.length === 0 || from === '' || until === '' || count < 1;

export function BatchForm({
  isBusy,
  onMake,
}: {
  isBusy: boolean;
  onMake: (asked: MakeBatch) => void;
}) {
  const t = useVoucherTexts(),
    [asked, setAsked] = useState<MakeBatch>(first);
  const set = (change: Partial<MakeBatch>): void => setAsked({ ...asked, ...change }),
    { effect } = asked;
  return (
    <section className="p-card p-stack" aria-labelledby="g-new">
      <Title order={2} id="g-new">
        {t('vendor.new')}
      </Title>
      <form
        className="i-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onMake({ ...asked, sponsor: asked.sponsor.trim() });
        }}
      >
        <TextInput
          label={t('sponsor')}
          maxLength={120}
          value={asked.sponsor}
          onChange={(event) => set({ sponsor: event.currentTarget.value })}
        />
        <Select
          label={t('effect')}
          allowDeselect={false}
          value={effect}
          data={EFFECTS.map((one) => ({ value: one, label: t(`effect.${one}`) }))}
          onChange={(value) => {
            const next = EFFECTS.find((one) => one === value) ?? 'months';
            set({ effect: next, value: next === 'percent' ? 10 : next === 'cents' ? 2000 : WHOLE });
          }}
        />
        {effect !== 'months' && (
          <NumberInput
            label={t(`value.${effect}`)}
            min={1}
            max={effect === 'percent' ? WHOLE : 10_000}
            allowDecimal={false}
            value={effect === 'percent' ? asked.value : asked.value / CENTS}
            onChange={(value) =>
              set({ value: effect === 'percent' ? Number(value) : Number(value) * CENTS })
            }
          />
        )}
        <Checkbox.Group
          label={t('plans')}
          value={asked.plans}
          onChange={(chosen) => set({ plans: PLAN_IDS.filter((id) => chosen.includes(id)) })}
        >
          <Group mt={8}>
            {PLAN_IDS.map((id) => (
              <Checkbox key={id} value={id} label={t(`plan.${id}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        {(['from', 'until'] as const).map((field) => (
          <DayField
            key={field}
            label={t(field === 'from' ? 'validFrom' : 'validUntil')}
            value={asked[field]}
            onChange={(day) => set({ [field]: day })}
          />
        ))}
        {(['months', 'count', 'perCode'] as const).map((field) => (
          <NumberInput
            key={field}
            label={t(field)}
            description={field === 'count' && t('secondHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={1}
            max={MOST[field]}
            allowDecimal={false}
            value={asked[field]}
            onChange={(value) => set({ [field]: Number(value) })}
          />
        ))}
        <Group>
          <Button type="submit" loading={isBusy} disabled={isLacking(asked)}>
            {t('make')}
          </Button>
        </Group>
      </form>
    </section>
  );
}
