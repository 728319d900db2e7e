// The vendor's vouchers: batches with their state and report, codes that are shown for some minutes, and a form.

import '../invoice/invoice.css';
import { Button, Group, Text } from '@mantine/core';
import { IconBan, IconCheck, IconClock, IconUserCheck, type Icon } from '@tabler/icons-react';
import { useState } from 'react';
import type { Batches } from '../../../shared/vendor/voucher.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showDay } from '../../ui/wording/moments.ts';
import { BatchForm } from './BatchForm.tsx';
import { CodesDialog, ReportDialog } from './BatchDialogs.tsx';
import {
  approveBatch,
  blockBatch,
  makeBatch,
  makeCodes,
  useBatches,
  useFreshVouchers,
} from './voucher-calls.ts';
import { useVoucherTexts } from './voucher-texts.ts';
import { worthText } from './worth.ts';

type Batch = Batches['items'][number];
const SHOWN = {
  approval: { tone: 'warn', icon: IconUserCheck },
  ready: { tone: 'info', icon: IconClock },
  made: { tone: 'ok', icon: IconCheck },
  blocked: { tone: 'bad', icon: IconBan },
} as const satisfies Record<Batch['state'], { tone: Tone; icon: Icon }>;

interface RowProps {
  one: Batch;
  isBusy: boolean;
  onApprove: () => void;
  onCodes: () => void;
  onBlock: () => void;
  onReport: () => void;
}
function Row({ one, isBusy, onApprove, onCodes, onBlock, onReport }: RowProps) {
  const t = useVoucherTexts(),
    language = useLanguage(),
    { sponsor, state } = one;
  const button = (
    text: 'approve' | 'codes' | 'codesAgain' | 'report' | 'block' | 'open',
    act: () => void,
  ) => (
    <Button
      size="xs"
      variant="default"
      disabled={isBusy}
      aria-label={`${t(text)}: ${sponsor}`}
      onClick={act}
    >
      {t(text)}
    </Button>
  );
  return (
    <li>
      <div className="i-who">
        <Text fw={600}>
          {sponsor}: {worthText(one, t, language)}
        </Text>
        <Text size="sm">
          {t('used', { redeemed: one.redeemed, count: one.count })} ·{' '}
          {t('until', {
            from: showDay(one.validFrom, language),
            until: showDay(one.validUntil - 1, language),
          })}
        </Text>
        <StateWord {...SHOWN[state]}>{t(`state.${state}`)}</StateWord>
      </div>
      <Group gap={8}>
        {state === 'approval' && !one.isOwn && button('approve', onApprove)}
        {state === 'ready' && button('codes', onCodes)}
        {one.showsCodes && button('codesAgain', onCodes)}
        {button('report', onReport)}
        {button(state === 'blocked' ? 'open' : 'block', onBlock)}
      </Group>
    </li>
  );
}

export function VouchersPage() {
  const t = useVoucherTexts(),
    list = useBatches(),
    fresh = useFreshVouchers(),
    asking = useWithStepUp(),
    { isBusy, failed, run } = useSubmit(),
    [codes, setCodes] = useState<string[] | null>(null),
    [report, setReport] = useState<Batch | null>(null);
  const act = (work: () => Promise<void>): void =>
    void run(async () => {
      await asking.run(work);
      await fresh();
    });
  const said = (work: () => Promise<unknown>, text: 'made' | 'approved' | 'changed'): void =>
    act(async () => {
      await work();
      say(t(text));
    });
  const items = list.data?.items ?? [];
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {failed !== null && <ErrorNotice error={failed} />}
        {list.data && items.length === 0 && <Empty>{t('vendor.none')}</Empty>}
        {items.length > 0 && (
          <section className="p-card" aria-label={t('title')}>
            <ul className="i-rows">
              {items.map((one) => (
                <Row
                  key={one.id}
                  one={one}
                  isBusy={isBusy}
                  onApprove={() => said(() => approveBatch(one.id), 'approved')}
                  onCodes={() => act(async () => setCodes((await makeCodes(one.id)).codes))}
                  onBlock={() => said(() => blockBatch(one.id, one.state !== 'blocked'), 'changed')}
                  onReport={() => setReport(one)}
                />
              ))}
            </ul>
          </section>
        )}
        {list.data && (
          // A stored batch empties the form and gives it the next id.
          <BatchForm
            key={items.length}
            isBusy={isBusy}
            onMake={(asked) => said(() => makeBatch(asked), 'made')}
          />
        )}
        {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
        {report && <ReportDialog batch={report} onClose={() => setReport(null)} />}
        <StepUp
          isOpen={asking.isAsked}
          onClose={asking.cancel}
          onConfirmed={asking.confirmed}
          why={t('vendor.confirm')}
        />
      </div>
    </Page>
  );
}
