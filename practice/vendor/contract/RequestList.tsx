// Requests that wait for a second administrator: what one asked for, and the word of another.

import './contract.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import { dayText } from '../../../shared/base/dates.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type {
  PayerPayload,
  VendorRequest,
} from '../../../shared/vendor/contract/request.schema.ts';
import type { RequestKind } from '../../../shared/vendor/contract/request.ts';
import type { Preview } from '../../../shared/vendor/payment.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { SumsList } from './SumsList.tsx';
import {
  approveRequest,
  openPageInCall,
  previewFor,
  refuseRequest,
  useFreshContracts,
  useRequests,
} from './contract-calls.ts';
import { REQUEST_SHOWN } from './contract-states.ts';
import { useContractTexts } from './contract-texts.ts';

const payerWords = (of: PayerPayload): string =>
  of.what === 'name'
    ? of.name
    : of.what === 'email'
      ? of.email
      : `${of.street}, ${of.plz} ${of.city}`;
/** A page in a call is opened by who asked for it, on the day of the approval. */
const isCallable = (one: VendorRequest): boolean =>
  one.kind === 'method' &&
  one.payload.way === 'phone' &&
  one.isOwn &&
  one.state === 'done' &&
  Date.now() < (one.answeredAt ?? 0) + DAY_MS;

/** Says what a request asks for. */
function useWordsOf(): (one: VendorRequest) => string {
  const t = useContractTexts(),
    language = useLanguage();
  return (one) => {
    switch (one.kind) {
      case 'licence':
        return t('request.licence', {
          plan: t(`plan.${one.payload.plan}`),
          seats: one.payload.seats,
          tablets: one.payload.tablets,
          day: dayText(one.payload.until, language),
        });
      case 'plan':
        return t('request.plan', { plan: t(`plan.${one.payload.plan}`) });
      case 'refund':
        return t('request.refund', {
          number: one.payload.number,
          amount: money(one.payload.cents, language),
        });
      case 'payer':
        return t('request.payer', { what: payerWords(one.payload) });
      case 'method':
        return t(one.payload.way === 'mail' ? 'request.methodMail' : 'request.methodPhone');
      case 'pause':
        return t('request.pause', { day: dayText(one.payload.until, language) });
    }
  };
}

interface RowProps {
  one: VendorRequest;
  isBusy: boolean;
  onApprove: () => void;
  onRefuse: () => void;
  onCall: () => void;
}
function Row({ one, isBusy, onApprove, onRefuse, onCall }: RowProps) {
  const t = useContractTexts(),
    language = useLanguage(),
    what = useWordsOf()(one),
    name = `${one.practiceName}: ${what}`;
  return (
    <li>
      <div className="c-who">
        <Text fw={600}>{name}</Text>
        <Text size="sm">{one.reason}</Text>
        <Text size="sm" c="dimmed">
          {t('request.by', { name: one.name, at: showInstant(one.at, language) })}
          {one.state === 'open' &&
            ` · ${t('request.ends', { at: showInstant(one.endsAt, language) })}`}
          {one.answeredBy !== null && ` · ${t('request.answered', { name: one.answeredBy })}`}
        </Text>
        {one.failure !== null && (
          <Text size="sm">
            {one.failure === 'change_waits'
              ? t('request.failure.waits')
              : t('request.failure', { code: one.failure })}
          </Text>
        )}
      </div>
      <StateWord {...REQUEST_SHOWN[one.state]}>{t(`request.state.${one.state}`)}</StateWord>
      {isCallable(one) && (
        <Button
          size="xs"
          disabled={isBusy}
          aria-label={t('request.callOf', { name: one.practiceName })}
          onClick={onCall}
        >
          {t('request.call')}
        </Button>
      )}
      {one.state === 'open' && (
        <Group gap={8}>
          {!one.isOwn && (
            <Button
              size="xs"
              disabled={isBusy}
              aria-label={t('request.approveOf', { name })}
              onClick={onApprove}
            >
              {t('request.approve')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            aria-label={t(one.isOwn ? 'request.backOf' : 'request.refuseOf', { name })}
            onClick={onRefuse}
          >
            {t(one.isOwn ? 'request.back' : 'request.refuse')}
          </Button>
        </Group>
      )}
    </li>
  );
}

/** The sum of a plan, before it is approved. */
function PlanDialog({
  preview,
  isOpen,
  isBusy,
  problem,
  onClose,
  onApprove,
}: {
  preview: Preview;
  isOpen: boolean;
  isBusy: boolean;
  problem: ReactNode;
  onClose: () => void;
  onApprove: () => void;
}) {
  const t = useContractTexts();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('request.planTitle', { plan: t(`plan.${preview.plan}`) })}
    >
      <div className="p-stack">
        <Text size="sm">{t('request.planHint')}</Text>
        <SumsList preview={preview} />
        {problem}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button loading={isBusy} onClick={onApprove}>
            {t('request.approve')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

/** @param kinds which ones; default: all */
export function RequestList({ kinds }: { kinds?: readonly RequestKind[] }) {
  const t = useContractTexts(),
    list = useRequests(),
    fresh = useFreshContracts(),
    asking = useWithStepUp(),
    { isBusy, failed, run } = useSubmit(),
    [seen, setSeen] = useState<{ id: string; preview: Preview } | null>(null);
  const items = (list.data?.items ?? []).filter(
    ({ kind }) => kinds === undefined || kinds.includes(kind),
  );
  const answer = (work: () => Promise<unknown>, text: 'approved' | 'refused'): void =>
    void run(async () => {
      try {
        await asking.run(async () => {
          await work();
          setSeen(null);
          say(t(`request.${text}`));
        });
      } finally {
        await fresh();
      }
    });
  const approve = (one: VendorRequest): void => {
    if (one.kind === 'plan')
      void run(async () =>
        setSeen({ id: one.id, preview: await previewFor(one.tenant, one.payload.plan) }),
      );
    else answer(() => approveRequest(one.id, {}), 'approved');
  };
  const openInCall = ({ tenant, id }: VendorRequest): void =>
    void run(() =>
      asking.run(async () => {
        window.location.assign((await openPageInCall(tenant, id)).url);
      }),
    );
  const problem =
    failed instanceof CallError && failed.code === 'state_conflict' ? (
      <Notice tone="bad" role="alert">
        {t('request.late')}
      </Notice>
    ) : (
      failed !== null && <ErrorNotice error={failed} />
    );
  if (list.data && items.length === 0) return null;
  return (
    <section className="p-card p-stack" aria-labelledby="c-requests">
      <Title order={2} id="c-requests">
        {t('requests')}
      </Title>
      <Text size="sm">{t('requests.hint')}</Text>
      {list.isPending && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {seen === null && problem}
      <ul className="c-rows">
        {items.map((one) => (
          <Row
            key={one.id}
            one={one}
            isBusy={isBusy}
            onApprove={() => approve(one)}
            onRefuse={() => answer(() => refuseRequest(one.id), 'refused')}
            onCall={() => openInCall(one)}
          />
        ))}
      </ul>
      {seen && (
        <PlanDialog
          preview={seen.preview}
          isOpen={!asking.isAsked}
          isBusy={isBusy}
          problem={problem}
          onClose={() => setSeen(null)}
          onApprove={() =>
            answer(() => approveRequest(seen.id, { previewId: seen.preview.previewId }), 'approved')
          }
        />
      )}
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('confirm')}
      />
    </section>
  );
}
