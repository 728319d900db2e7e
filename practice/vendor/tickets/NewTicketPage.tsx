// Form of a new request for help.

import './tickets.css';
import {
  Button,
  Group,
  NativeSelect,
  Radio,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import type { TicketView } from '../../../shared/vendor/tickets.schema.ts';
import {
  TICKET_AREAS,
  TICKET_LIMITS,
  TICKET_PRIORITIES,
  type TicketArea,
  type TicketPriority,
} from '../../../shared/vendor/tickets.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { say } from '../../ui/toast.tsx';
import { FoundWords } from './FoundWords.tsx';
import { openTicket, useFreshTickets } from './ticket-calls.ts';
import { useTicketTexts } from './ticket-texts.ts';
import { useCarefulSend } from './use-careful-send.ts';

/** Entered values of the form, and how they are sent. */
function useNewTicket() {
  const t = useTicketTexts(),
    navigate = useNavigate(),
    fresh = useFreshTickets();
  // One id for all attempts: a lost answer makes no second request.
  const [id] = useState(() => uuidv7());
  const [area, setArea] = useState<TicketArea>('tablet'),
    [priority, setPriority] = useState<TicketPriority>('p3'),
    [subject, setSubject] = useState(''),
    [text, setText] = useState(''),
    [isChecked, setChecked] = useState(false),
    [opened, setOpened] = useState<TicketView | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const lacks = { subject: subject.trim() === '', text: text.trim() === '' };
  const sending = useCarefulSend(
    (confirmed) =>
      openTicket({ id, area, priority, subject: subject.trim(), text: text.trim(), confirmed }),
    setOpened,
  );
  const submit = async (): Promise<boolean> => {
    setChecked(true);
    if (!lacks.subject && !lacks.text) return sending.send();
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return false;
  };
  useUnsaved(opened === null && !(lacks.subject && lacks.text), submit);
  useEffect(() => {
    if (!opened) return;
    say(t('sent', { number: opened.helpdeskid }));
    void fresh();
    void navigate(`/hilfe/${opened.id}`, { replace: true });
  }, [opened, fresh, navigate, t]);
  return {
    form,
    area,
    setArea,
    priority,
    setPriority,
    subject,
    setSubject,
    text,
    setText,
    sending,
    submit,
    errorOf: (name: keyof typeof lacks) => (isChecked && lacks[name] ? t('missing') : undefined),
  };
}

export function NewTicketPage() {
  const t = useTicketTexts(),
    { form, sending, ...one } = useNewTicket();
  return (
    <Page title={t('new')}>
      <form
        ref={form}
        noValidate
        className="p-narrow p-stack"
        onSubmit={(event) => {
          event.preventDefault();
          void one.submit();
        }}
      >
        <Text>{t('lead')}</Text>
        <NativeSelect
          label={t('area')}
          value={one.area}
          data={TICKET_AREAS.map((value) => ({ value, label: t(`area.${value}`) }))}
          onChange={(event) =>
            one.setArea(TICKET_AREAS.find((area) => area === event.currentTarget.value) ?? 'other')
          }
        />
        <Radio.Group
          label={t('priority')}
          description={t('within', { time: t(`within.${one.priority}`) })}
          value={one.priority}
          onChange={(value) =>
            one.setPriority(TICKET_PRIORITIES.find((known) => known === value) ?? 'p3')
          }
        >
          <Stack gap={8} mt={8}>
            {TICKET_PRIORITIES.map((value) => (
              <Radio key={value} value={value} label={t(`priority.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={t('subject')}
          maxLength={TICKET_LIMITS.subject}
          value={one.subject}
          error={one.errorOf('subject')}
          onChange={(event) => one.setSubject(event.currentTarget.value)}
        />
        <Textarea
          label={t('text')}
          description={t('textHint')}
          maxLength={TICKET_LIMITS.text}
          autosize
          minRows={5}
          maxRows={16}
          value={one.text}
          error={one.errorOf('text')}
          onChange={(event) => one.setText(event.currentTarget.value)}
        />
        <FoundWords
          sending={sending}
          onRemove={(word, by) => {
            one.setSubject((old) => old.replaceAll(word, by));
            one.setText((old) => old.replaceAll(word, by));
          }}
        />
        {sending.failed !== null && <ErrorNotice error={sending.failed} isSave />}
        <Group>
          <Button type="submit" loading={sending.isBusy}>
            {t('send')}
          </Button>
          <Button component={Link} to="/hilfe" variant="default">
            {t('back')}
          </Button>
        </Group>
      </form>
    </Page>
  );
}
