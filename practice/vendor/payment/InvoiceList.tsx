// The practice's invoices with their state, the newest first.

import { Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconPencil,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading } from '../../ui/Page.tsx';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { useInvoices } from './payment-calls.ts';
import { usePaymentTexts } from './payment-texts.ts';

const SHOWN = {
  draft: { tone: 'off', icon: IconPencil },
  submitted: { tone: 'info', icon: IconClock },
  open: { tone: 'warn', icon: IconAlertTriangle },
  paid: { tone: 'ok', icon: IconCheck },
  returned: { tone: 'bad', icon: IconArrowBackUp },
  void: { tone: 'off', icon: IconX },
} as const satisfies Record<string, { tone: Tone; icon: Icon }>;

export function InvoiceList() {
  const t = usePaymentTexts(),
    language = useLanguage(),
    list = useInvoices(true);
  return (
    <section className="p-card p-stack" aria-labelledby="v-invoices">
      <Title order={2} id="v-invoices">
        {t('invoices')}
      </Title>
      {list.isPending && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && <Empty>{t('noInvoices')}</Empty>}
      {list.data && list.data.items.length > 0 && (
        <ul className="v-rows">
          {list.data.items.map((one) => (
            <li key={one.id}>
              <div>
                <Text fw={600}>{one.number === '' ? t('draft') : one.number}</Text>
                <Text size="sm">{showDay(one.at, language)}</Text>
              </div>
              <Text className="p-tabular">{money(one.totalCents, language)}</Text>
              <StateWord {...SHOWN[one.state]}>{t(`state.${one.state}`)}</StateWord>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
