// The vendor's invoices: charges that wait for a number, the newest documents, and the check of
// their chain.

import './invoice.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { InvoiceChain, VendorInvoices } from '../../../shared/vendor/invoice.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { RequestList } from '../contract/RequestList.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { checkChain, openInvoice, useVendorInvoices } from './invoice-calls.ts';
import { useInvoiceTexts } from './invoice-texts.ts';

type Item = VendorInvoices['items'][number];
const REFUNDS = ['refund'] as const;
/** Gross; what of an invoice did not go back yet. */
const leftOf = ({ totalCents, creditedCents }: Item): number => totalCents - creditedCents;

interface RowProps {
  one: Item;
  onOpen: () => void;
  onCancel: () => void;
  onRefund: () => void;
}
function Row({ one, onOpen, onCancel, onRefund }: RowProps) {
  const t = useInvoiceTexts(),
    language = useLanguage(),
    { number, kind, reference } = one;
  return (
    <li>
      <div className="i-who">
        <Text fw={600}>
          {number} · {one.practiceName}
        </Text>
        <Text size="sm">
          {t(`kind.${kind}`)}
          {reference !== null && ` ${t('refersTo', { number: reference })}`} ·{' '}
          {showDay(Date.parse(one.issuedOn), language)}
          {one.buyer !== one.practiceName && ` · ${one.buyer}`}
          {one.creditedCents > 0 &&
            ` · ${t('refund.done', { amount: money(one.creditedCents, language) })}`}
        </Text>
      </div>
      <Text className="p-tabular">{money(one.totalCents, language)}</Text>
      {!one.hasFile ? (
        <StateWord tone="warn" icon={IconClock}>
          {t('making')}
        </StateWord>
      ) : one.isCancelled ? (
        <StateWord tone="off" icon={IconX}>
          {t('vendor.cancelled')}
        </StateWord>
      ) : (
        <StateWord tone="ok" icon={IconCheck}>
          {t('vendor.valid')}
        </StateWord>
      )}
      <Group gap={8}>
        {one.hasFile && (
          <Button size="xs" variant="default" aria-label={t('open', { number })} onClick={onOpen}>
            PDF
          </Button>
        )}
        {kind === 'invoice' && !one.isCancelled && leftOf(one) > 0 && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('refund.of', { number })}
            onClick={onRefund}
          >
            {t('refund')}
          </Button>
        )}
        {kind === 'invoice' && !one.isCancelled && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('vendor.cancelOf', { number })}
            onClick={onCancel}
          >
            {t('vendor.cancel')}
          </Button>
        )}
      </Group>
    </li>
  );
}

function Waiting({ rows }: { rows: VendorInvoices['waiting'] }) {
  const t = useInvoiceTexts(),
    language = useLanguage();
  if (rows.length === 0) return null;
  return (
    <section className="p-card p-stack" aria-labelledby="i-waiting">
      <Title order={2} id="i-waiting">
        {t('vendor.waiting')}
      </Title>
      <Text size="sm">{t('vendor.waitingHint')}</Text>
      <ul className="i-rows">
        {rows.map((one) => (
          <li key={one.source}>
            <div className="i-who">
              <Text fw={600}>{one.practiceName}</Text>
              <Text size="sm">
                {t('vendor.since', { day: showDay(one.since, language) })} · {one.source}
              </Text>
            </div>
            <StateWord tone="bad" icon={IconAlertTriangle}>
              {one.gaps.map((gap) => t(`gap.${gap}`)).join(', ')}
            </StateWord>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChainCheck() {
  const t = useInvoiceTexts(),
    { isBusy, failed, run } = useSubmit(),
    [found, setFound] = useState<InvoiceChain | null>(null);
  return (
    <div className="p-stack">
      {failed !== null && <ErrorNotice error={failed} />}
      {found && (
        <Notice tone={found.isWhole ? 'ok' : 'bad'} role="status">
          {t(found.isWhole ? 'vendor.whole' : 'vendor.broken', { count: found.count })}
        </Notice>
      )}
      <Group>
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => void run(async () => setFound(await checkChain()))}
        >
          {t('vendor.check')}
        </Button>
      </Group>
    </div>
  );
}

export function VendorInvoicesPage() {
  const t = useInvoiceTexts(),
    list = useVendorInvoices(),
    { failed, run } = useSubmit(),
    [cancelled, setCancelled] = useState<string | null>(null),
    [refunded, setRefunded] = useState<Item | null>(null);
  const items = list.data?.items ?? [];
  return (
    <Page title={t('vendor.title')}>
      <div className="p-narrow p-stack">
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {failed !== null && <ErrorNotice error={failed} />}
        {list.data && !list.data.hasSeller && <Notice tone="warn">{t('vendor.noSeller')}</Notice>}
        <RequestList kinds={REFUNDS} />
        {list.data && <Waiting rows={list.data.waiting} />}
        {list.data && items.length === 0 && <Empty>{t('none')}</Empty>}
        {items.length > 0 && (
          <section className="p-card" aria-label={t('vendor.title')}>
            <ul className="i-rows">
              {items.map((one) => (
                <Row
                  key={one.number}
                  one={one}
                  onOpen={() => void run(() => openInvoice(one.number, true))}
                  onCancel={() => setCancelled(one.number)}
                  onRefund={() => setRefunded(one)}
                />
              ))}
            </ul>
          </section>
        )}
        {items.length > 0 && <ChainCheck />}
        {cancelled !== null && (
          <CancelDialog number={cancelled} onClose={() => setCancelled(null)} />
        )}
        {refunded !== null && (
          <RefundDialog
            number={refunded.number}
            leftCents={leftOf(refunded)}
            onClose={() => setRefunded(null)}
          />
        )}
      </div>
    </Page>
  );
}
