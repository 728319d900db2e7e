// The outbox: mails that were sent, wait or failed with the reason; opened after a step-up, sent
// again where they failed.

import './mail.css';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconInbox,
  IconMailOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import type {
  MailItem,
  Mails,
  OpenedMail as Opened,
} from '../../../shared/accounts/mail.schema.ts';
import { momentText } from '../../../shared/base/dates.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { MoreRows } from '../../ui/lists/PagedList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { say, sayError } from '../../ui/toast.tsx';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { OpenedMail } from './OpenedMail.tsx';
import { useMailTexts, type MailTexts } from './mail-texts.ts';
import { useLanguage } from '../../ui/texts.ts';

const KEY = ['mails'] as const;
const LOOKS = {
  queued: { tone: 'info', icon: IconClock },
  sent: { tone: 'ok', icon: IconCircleCheck },
  local: { tone: 'text', icon: IconInbox },
  suppressed: { tone: 'warn', icon: IconMailOff },
  failed: { tone: 'bad', icon: IconAlertTriangle },
} as const;
const WHYS = ['recipient', 'expired', 'unsure', 'bounced', 'complained', 'unsubscribed'] as const;

function whyOf({ state, error }: MailItem, t: MailTexts): string | undefined {
  if (error === null || (state !== 'failed' && state !== 'suppressed')) return undefined;
  const why = WHYS.find((word) => word === error);
  return why === undefined ? t('why.server', { code: error }) : t(`why.${why}`);
}

/** The address is on the suppression list. */
const isBlocked = (mail: MailItem): boolean =>
  mail.to !== '' && (mail.state === 'suppressed' || mail.error === 'recipient');

export function MailPage() {
  const t = useMailTexts();
  const { user } = useSession();
  const queries = useQueryClient();
  const stepUp = useWithStepUp();
  const [opened, setOpened] = useState<Opened | null>(null);
  const mails = useInfiniteQuery({
    queryKey: KEY,
    initialPageParam: null as string | null,
    getNextPageParam: (last: Mails) => last.next,
    enabled: user?.role === 'owner',
    refetchInterval: 10_000,
    queryFn: ({ pageParam }) =>
      call<Mails>(pageParam === null ? '/api/mails' : `/api/mails?cursor=${pageParam}`, {
        timeout: TIMEOUT,
      }),
  });
  if (user?.role !== 'owner')
    return (
      <Page title={t('title')}>
        <Notice tone="info">{t('ownerOnly')}</Notice>
      </Page>
    );

  const open = (mail: MailItem): void => {
    stepUp
      .run(async () => {
        setOpened(
          await call<Opened>(`/api/mails/${mail.id}/open`, { method: 'POST', timeout: TIMEOUT }),
        );
      })
      .catch(sayError);
  };
  const resend = async (mail: MailItem): Promise<void> => {
    try {
      await call(`/api/mails/${mail.id}/resend`, { method: 'POST', timeout: TIMEOUT });
      say(t('resent'));
      await queries.invalidateQueries({ queryKey: KEY });
    } catch (error) {
      sayError(error);
    }
  };
  const allow = async (mail: MailItem): Promise<void> => {
    try {
      await call('/auth/revokeSuppressionRequest', { json: { email: mail.to }, timeout: TIMEOUT });
      say(t('allowed', { email: mail.to }));
    } catch (error) {
      sayError(error);
    }
  };
  const first = mails.data?.pages[0],
    all = mails.data?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        {mails.isPending && <Loading />}
        {mails.isError && <ErrorNotice error={mails.error} onRetry={() => void mails.refetch()} />}
        {first &&
          (first.hasServer ? (
            <p className="p-small p-muted">{t('from', { from: first.from ?? '' })}</p>
          ) : (
            <Notice tone="info">{t('noServer')}</Notice>
          ))}
        {first && all.length === 0 && <Empty>{t('empty')}</Empty>}
        {all.length > 0 && (
          <section className="p-card">
            <ul className="m-list" aria-label={t('list')}>
              {all.map((mail) => (
                <MailRow
                  key={mail.id}
                  mail={mail}
                  onOpen={() => open(mail)}
                  onResend={() => void resend(mail)}
                  onAllow={() => void allow(mail)}
                />
              ))}
            </ul>
          </section>
        )}
        <MoreRows list={mails} />
      </div>
      {opened && <OpenedMail opened={opened} onClose={() => setOpened(null)} />}
      <StepUp
        isOpen={stepUp.isAsked}
        onClose={stepUp.cancel}
        onConfirmed={stepUp.confirmed}
        why={t('confirm.why')}
        actionLabel={t('confirm.go')}
      />
    </Page>
  );
}

function MailRow({
  mail,
  onOpen,
  onResend,
  onAllow,
}: {
  mail: MailItem;
  onOpen: () => void;
  onResend: () => void;
  onAllow: () => void;
}) {
  const t = useMailTexts();
  const language = useLanguage();
  const why = whyOf(mail, t);
  return (
    <li className="m-item">
      <div className="m-words">
        <div className="m-subject">{mail.subject}</div>
        <div className="p-small p-muted">
          {mail.to === '' ? t('forgottenTo') : mail.to} ·{' '}
          <span className="p-tabular">{momentText(mail.createdAt, language)}</span>
        </div>
        {why !== undefined && <div className="p-small">{why}</div>}
      </div>
      <StateWord {...LOOKS[mail.state]}>{t(`state.${mail.state}`)}</StateWord>
      {mail.isForgotten && <span className="p-small p-muted">{t('isForgotten')}</span>}
      {isBlocked(mail) && (
        <Button size="xs" variant="default" onClick={onAllow}>
          {t('allow')}
        </Button>
      )}
      {mail.mayResend && (
        <Button size="xs" variant="default" onClick={onResend}>
          {t('resend')}
        </Button>
      )}
      {!mail.isForgotten && (
        <Button
          size="xs"
          variant="default"
          onClick={onOpen}
          aria-label={`${t('open')}: ${mail.subject}, ${mail.to}`}
        >
          {t('open')}
        </Button>
      )}
    </li>
  );
}
