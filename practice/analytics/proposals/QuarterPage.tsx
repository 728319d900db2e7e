// Quarter closing page: billable proposals, the budget, open tasks, and the button that marks the
// billing as submitted.

import { Button, NativeSelect } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { findKzv } from '../../../catalog/kzv/kzv.ts';
import type { Quarter } from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useToday } from '../../ui/wording/now.ts';
import { BillingFrame } from './ProposalsFrame.tsx';
import { Waiting } from './Progress.tsx';
import { getQuarter, KEY } from './proposals-calls.ts';
import { useBillingTexts } from './proposals-texts.ts';
import { Areas } from './quarter/Areas.tsx';
import { Budget } from './quarter/Budget.tsx';
import { OpenPoints } from './quarter/OpenPoints.tsx';
import { quartersBack } from './quarter/quarters.ts';
import { periodName } from './words.ts';
import { Filters } from '../../ui/lists/Filters.tsx';

const OFFERED = 6;

export function QuarterPage() {
  const t = useBillingTexts(),
    today = useToday(),
    { values, set } = useQueryParams(['quartal', 'kzv']),
    kzv = values.kzv ?? '',
    choices = quartersBack(today, OFFERED),
    chosen = choices.find((one) => one === values.quartal) ?? choices[0] ?? '';
  const page = useQuery({
    queryKey: [KEY, 'quartal', chosen, kzv],
    queryFn: () => getQuarter(chosen, kzv),
    placeholderData: keepPreviousData,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  return (
    <BillingFrame
      title={t('quartal.titel')}
      actions={
        <Button
          component={Link}
          to={`/abrechnung/protokoll?quartal=${chosen}`}
          variant="default"
          leftSection={<IconListCheck size={16} stroke={1.75} aria-hidden />}
        >
          {t('protokoll.titel')}
        </Button>
      }
    >
      <Filters className="ab-filter" aria-label={t('filter')}>
        <NativeSelect
          size="xs"
          aria-label={t('quartal.welches')}
          value={chosen}
          onChange={(event) =>
            set(
              'quartal',
              event.currentTarget.value === choices[0] ? '' : event.currentTarget.value,
            )
          }
          data={choices.map((value) => ({ value, label: periodName(value) }))}
        />
        {page.data && page.data.kzven.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t('quartal.kzv')}
            value={kzv}
            onChange={(event) => set('kzv', event.currentTarget.value)}
            data={[
              { value: '', label: t('quartal.alleKzv') },
              ...page.data.kzven.map((value) => ({ value, label: findKzv(value)?.name ?? value })),
            ]}
          />
        )}
      </Filters>
      {page.isPending && !page.isError && <Waiting reason={page.failureReason} />}
      {page.isError && <ErrorNotice error={page.error} onRetry={() => void page.refetch()} />}
      {page.data && <Shown data={page.data} kzv={kzv} isOld={page.isPlaceholderData} />}
    </BillingFrame>
  );
}

function Shown({ data, kzv, isOld }: { data: Quarter; kzv: string; isOld: boolean }) {
  return (
    <div className="p-stack" data-old={isOld}>
      <OpenPoints data={data} />
      <Areas data={data} kzv={kzv} />
      <Budget hvm={data.hvm} />
    </div>
  );
}
