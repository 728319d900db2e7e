// Mails that belong to no request: the vendor's staff add each to one, or delete it.

import './tickets.css';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { StrayMails } from '../../../shared/vendor/tickets.schema.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { MailMarks } from './MailMarks.tsx';
import { assignMail, deleteMail, useFreshTickets, useStrayMails } from './ticket-calls.ts';
import { useTicketTexts } from './ticket-texts.ts';

export function StrayMailPage() {
  const t = useTicketTexts(),
    list = useStrayMails(),
    items = list.data?.items ?? [];
  return (
    <Page
      title={t('mail.title')}
      actions={
        <Button component={Link} to="/betrieb/anfragen" variant="default">
          {t('back')}
        </Button>
      }
    >
      <div className="p-narrow p-stack">
        <Text>{t('mail.lead')}</Text>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && items.length === 0 && <Empty>{t('mail.none')}</Empty>}
        {items.map((mail) => (
          <StrayMail key={mail.id} mail={mail} />
        ))}
      </div>
    </Page>
  );
}

function StrayMail({ mail }: { mail: StrayMails['items'][number] }) {
  const t = useTicketTexts(),
    language = useLanguage(),
    fresh = useFreshTickets(),
    [number, setNumber] = useState(''),
    { isBusy, failed, run } = useSubmit();
  const assign = (): Promise<boolean> =>
    run(async () => {
      await assignMail(mail.id, number);
      await fresh();
      say(t('mail.assigned', { number: number.trim().toUpperCase() }));
    });
  const remove = (): Promise<boolean> =>
    run(async () => {
      await deleteMail(mail.id);
      await fresh();
      say(t('mail.removed'));
    });
  return (
    <article className="p-card p-stack" aria-label={mail.subject}>
      <div>
        <Text fw={600} className="tk-subject">
          {mail.subject === '' ? t('mail.noSubject') : mail.subject}
        </Text>
        <Text size="sm" c="dimmed" className="tk-subject">
          {mail.sender} · {showInstant(mail.at, language)}
        </Text>
      </div>
      <p className="tk-text">{mail.text}</p>
      <MailMarks isMail removed={mail.removed} leftOut={mail.leftOut} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (number.trim() !== '') void assign();
        }}
      >
        <Group align="flex-end">
          <TextInput
            label={t('mail.number')}
            placeholder="T-26-7K3QM"
            maxLength={16}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <Button type="submit" disabled={number.trim() === ''} loading={isBusy}>
            {t('mail.assign')}
          </Button>
          <ConfirmButton
            variant="default"
            question={t('mail.question')}
            yes={t('mail.remove')}
            onYes={() => void remove()}
          >
            {t('mail.remove')}
          </ConfirmButton>
        </Group>
      </form>
      {failed !== null && <ErrorNotice error={failed} isSave />}
    </article>
  );
}
