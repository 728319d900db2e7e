// Requests that wait for a second administrator: what one asked for, and the word of another.

import './contract.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import { dayText } from '../../../shared/base/dates.ts';
import type { VendorRequest } from '../../../shared/vendor/contract/request.schema.ts';
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
  previewFor,
  refuseRequest,
  useFreshContracts,
  useRequests,
} from './contract-calls.ts';
import { REQUEST_SHOWN } from './contract-states.ts';
import { useContractTexts } from './contract-texts.ts';

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
}
function Row({ one, isBusy, onApprove, onRefuse }: RowProps) {
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
      </div>
      <StateWord {...REQUEST_SHOWN[one.state]}>{t(`request.state.${one.state}`)}</StateWord>
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
          />
        ))}
      </ul>
      {seen && (
        <Modal
          opened={!asking.isAsked}
          onClose={() => setSeen(null)}
          title={t('request.planTitle', { plan: t(`plan.${seen.preview.plan}`) })}
        >
          <div className="p-stack">
            <Text size="sm">{t('request.planHint')}</Text>
            <SumsList preview={seen.preview} />
            {problem}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setSeen(null)}>
                {t('back')}
              </Button>
              <Button
                loading={isBusy}
                onClick={() =>
                  answer(
                    () => approveRequest(seen.id, { previewId: seen.preview.previewId }),
                    'approved',
                  )
                }
              >
                {t('request.approve')}
              </Button>
            </Group>
          </div>
        </Modal>
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
