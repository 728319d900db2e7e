// Contract and payment for owners: plan, next invoice, method of payment, invoices.

import './payment.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import type { PlanId } from '../../../shared/vendor/payment.ts';
import type { ContractAnswer, Preview } from '../../../shared/vendor/payment.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showDay, showInstant } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { ActsCard } from '../contract/ActsCard.tsx';
import { LicenceCard } from '../licence/LicenceCard.tsx';
import { HeldChanges } from './HeldChanges.tsx';
import { InvoiceList } from './InvoiceList.tsx';
import {
  choosePlan,
  endContract,
  openMethodPage,
  openPayPage,
  payOpen,
  previewPlan,
  readAgain,
  useContract,
  useFreshPayment,
  usePlans,
} from './payment-calls.ts';
import { usePaymentTexts } from './payment-texts.ts';
import { PayerCard } from './PayerCard.tsx';
import { VoucherCard } from '../voucher/VoucherCard.tsx';
import { PlanDialog } from './PlanDialog.tsx';

/** The provider's page replaces this one; it leads back here. */
const leaveTo = (url: string): void => window.location.assign(url);

interface StateProps {
  shown: ContractAnswer;
  isBusy: boolean;
  onLook: () => void;
  onPay: () => void;
  onPayOther: () => void;
}
function StateNotice({ shown, isBusy, onLook, onPay, onPayOther }: StateProps) {
  const t = usePaymentTexts(),
    language = useLanguage();
  if (shown.isWaiting)
    return (
      <Notice tone="info" role="status">
        <Text>{t('waiting')}</Text>
        <Button variant="default" size="xs" disabled={isBusy} onClick={onLook}>
          {t('look')}
        </Button>
      </Notice>
    );
  if (shown.state === 'ended') return <Notice tone="info">{t('ended')}</Notice>;
  if (shown.state === 'paused')
    return (
      <Notice tone="info">{t('paused', { day: showDay(shown.pausedUntil, language) })}</Notice>
    );
  return shown.state === 'none' || shown.state === 'active' ? null : (
    <Notice tone="warn" role="status">
      <Text>
        {t(shown.state === 'restricted' || shown.state === 'endedUnpaid' ? shown.state : 'open')}
      </Text>
      {shown.holdUntil !== null && (
        <Text size="sm">{t('held.dunning', { day: showDay(shown.holdUntil, language) })}</Text>
      )}
      {shown.owedCents > 0 && shown.method && (
        <>
          {shown.method.kind === 'sepa_debit' && <Text size="sm">{t('payHint')}</Text>}
          <Button variant="default" size="xs" mt={6} mb={10} disabled={isBusy} onClick={onPay}>
            {t('payNow', { amount: money(shown.owedCents, language) })}
          </Button>
        </>
      )}
      {shown.owedCents > 0 && (
        <>
          <Text size="sm">{t('payOtherHint')}</Text>
          <Button variant="default" size="xs" mt={6} disabled={isBusy} onClick={onPayOther}>
            {t('payOther')}
          </Button>
        </>
      )}
    </Notice>
  );
}

interface PlanProps {
  shown: ContractAnswer;
  isBusy: boolean;
  onPick: (plan: PlanId) => void;
  onEnd: (isEnding: boolean) => void;
}
function PlanCard({ shown: { contract }, isBusy, onPick, onEnd }: PlanProps) {
  const t = usePaymentTexts(),
    language = useLanguage(),
    plans = usePlans(true),
    [isAsking, setAsking] = useState(false);
  const day = showDay(contract?.periodEnd, language),
    own = plans.data?.items.find(({ id }) => id === contract?.plan);
  return (
    <section className="p-card p-stack" aria-labelledby="v-plan">
      <Title order={2} id="v-plan">
        {t('plan')}
      </Title>
      {contract ? (
        <div>
          <Text fw={600}>
            {t(`plan.${contract.plan}`)}
            {own && `, ${t('perMonth', { amount: money(own.netCents, language) })}`}
          </Text>
          <Text size="sm">
            {contract.isEnding
              ? t('ending', { day })
              : contract.nextTotalCents === null
                ? t('periodEndOnly', { day })
                : t('periodEnd', { day, amount: money(contract.nextTotalCents, language) })}
          </Text>
          {contract.nextPlan && (
            <Text size="sm">{t('nextPlan', { day, plan: t(`plan.${contract.nextPlan}`) })}</Text>
          )}
        </div>
      ) : (
        <Empty>
          <Text fw={600}>{t('noContract')}</Text>
          <Text size="sm">{t('noContractHint')}</Text>
        </Empty>
      )}
      {plans.isPending && <Loading />}
      {plans.isError && <ErrorNotice error={plans.error} onRetry={() => void plans.refetch()} />}
      {isAsking && (
        <Notice tone="warn" role="alert">
          <Text>{t('endAsk', { day })}</Text>
          <Group>
            <Button variant="default" size="xs" onClick={() => setAsking(false)}>
              {t('back')}
            </Button>
            <Button
              size="xs"
              color="bad"
              onClick={() => {
                setAsking(false);
                onEnd(true);
              }}
            >
              {t('end')}
            </Button>
          </Group>
        </Notice>
      )}
      <Group>
        {(plans.data?.items ?? [])
          .filter(({ id }) => (contract?.nextPlan ?? contract?.plan) !== id)
          .map(({ id, netCents }) => (
            <Button key={id} disabled={isBusy} onClick={() => onPick(id)}>
              {t(contract ? 'change' : 'choose', { plan: t(`plan.${id}`) })}
              {!contract && ` (${money(netCents, language)})`}
            </Button>
          ))}
        {contract && !isAsking && (
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => (contract.isEnding ? onEnd(false) : setAsking(true))}
          >
            {t(contract.isEnding ? 'keep' : 'end')}
          </Button>
        )}
      </Group>
    </section>
  );
}

interface MethodProps {
  shown: ContractAnswer;
  isBusy: boolean;
  onChange: () => void;
}
function MethodCard({ shown: { method, announced }, isBusy, onChange }: MethodProps) {
  const t = usePaymentTexts(),
    language = useLanguage();
  return (
    <section className="p-card p-stack" aria-labelledby="v-method">
      <Title order={2} id="v-method">
        {t('method')}
      </Title>
      {method ? (
        <div>
          <Text fw={600}>{t(`method.${method.kind}`, { last4: method.last4 })}</Text>
          {method.mandate !== '' && (
            <Text size="sm">{t('mandate', { mandate: method.mandate })}</Text>
          )}
        </div>
      ) : (
        <Text>{t('noMethod')}</Text>
      )}
      {announced?.isMailed === true && (
        <Text size="sm">
          {t('announced', {
            amount: money(announced.cents, language),
            day: showDay(announced.dueAt, language),
            at: showDay(announced.at, language),
          })}
        </Text>
      )}
      <Text size="sm">{t('methodHint')}</Text>
      <Group>
        <Button variant="default" disabled={isBusy} onClick={onChange}>
          {t('changeMethod')}
        </Button>
      </Group>
    </section>
  );
}

/** A server without payment: the invoices of before are still there. */
function OffNotice() {
  const t = usePaymentTexts();
  return (
    <>
      <Empty>
        <Text fw={600}>{t('off')}</Text>
        <Text size="sm">{t('offHint')}</Text>
      </Empty>
      <InvoiceList isOff />
    </>
  );
}

export function PaymentPage() {
  const t = usePaymentTexts(),
    language = useLanguage(),
    contract = useContract(),
    fresh = useFreshPayment(),
    asking = useWithStepUp(),
    { isBusy, failed, run } = useSubmit(),
    [preview, setPreview] = useState<Preview | null>(null);
  const shown = contract.data,
    isOff = contract.error instanceof CallError && contract.error.code === 'payment_off';
  const act = (work: () => Promise<void>): void =>
    void run(async () => {
      await asking.run(work);
      await fresh();
    });
  const order = ({ previewId, plan }: Preview): void =>
    act(async () => {
      const { url } = await choosePlan({ previewId, plan });
      if (url !== null) return leaveTo(url);
      setPreview(null);
      say(t('changed'));
    });
  const held = shown && <HeldChanges shown={shown} confirm={asking.run} onChanged={fresh} />;
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        {contract.isPending && <Loading />}
        {isOff && <OffNotice />}
        {contract.isError && !isOff && (
          <ErrorNotice error={contract.error} onRetry={() => void contract.refetch()} />
        )}
        {failed !== null && preview === null && <ErrorNotice error={failed} />}
        {shown && (
          <>
            <StateNotice
              shown={shown}
              isBusy={isBusy}
              onPay={() =>
                act(async () => {
                  await payOpen();
                  say(t('payDone'));
                })
              }
              onPayOther={() => act(async () => leaveTo((await openPayPage()).url))}
              onLook={() =>
                void run(async () => {
                  await readAgain();
                  await fresh();
                })
              }
            />
            {shown.changes.length > 0 && held}
            <PlanCard
              shown={shown}
              isBusy={isBusy}
              onPick={(plan) => void run(async () => setPreview(await previewPlan(plan)))}
              onEnd={(isEnding) =>
                act(async () => {
                  await endContract(isEnding);
                  say(t(isEnding ? 'endDone' : 'keepDone'));
                })
              }
            />
            <MethodCard
              shown={shown}
              isBusy={isBusy}
              onChange={() => act(async () => leaveTo((await openMethodPage()).url))}
            />
            <PayerCard payer={shown.payer} confirm={asking.run} onChanged={fresh} />
            {shown.changes.length === 0 && held}
            <VoucherCard confirm={asking.run} onChanged={fresh} />
            <InvoiceList />
            <ActsCard />
            {shown.asOf !== null && (
              <Text size="sm">{t('asOf', { time: showInstant(shown.asOf, language) })}</Text>
            )}
          </>
        )}
        <LicenceCard />
        {preview && (
          <PlanDialog
            preview={preview}
            isBusy={isBusy}
            failed={failed}
            onClose={() => setPreview(null)}
            onOrder={() => order(preview)}
          />
        )}
        <StepUp
          isOpen={asking.isAsked}
          onClose={asking.cancel}
          onConfirmed={asking.confirmed}
          why={t('confirm')}
        />
      </div>
    </Page>
  );
}
