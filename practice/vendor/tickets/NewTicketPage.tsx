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
import { Link, useNavigate, useSearchParams } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { withoutWord } from '../../../shared/vendor/patient-words.ts';
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
import { FilesField } from './FilesField.tsx';
import { FoundWords } from './FoundWords.tsx';
import { addFile, openTicket, useFreshTickets } from './ticket-calls.ts';
import { useTicketTexts } from './ticket-texts.ts';
import { useCarefulSend } from './use-careful-send.ts';
import { useFiles } from './use-files.ts';

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
  const form = useRef<HTMLFormElement>(null),
    files = useFiles(),
    [params] = useSearchParams(),
    // The closed request that this one continues.
    follows = params.get('zu');
  const lacks = { subject: subject.trim() === '', text: text.trim() === '' };
  const sending = useCarefulSend(async (confirmed) => {
    const sent = await openTicket({
      id,
      area,
      priority,
      subject: subject.trim(),
      text: text.trim(),
      confirmed,
      ...(follows !== null && { follows }),
    });
    // The first message has the id of its request.
    if (sent.ticket) await files.send((file) => addFile(id, id, file));
    return sent;
  }, setOpened);
  const submit = async (): Promise<boolean> => {
    setChecked(true);
    if (files.lacksWord) return false;
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
    files,
    isChecked,
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
        <FilesField list={one.files} isTried={one.isChecked} />
        <FoundWords
          sending={sending}
          onRemove={(word, by) => {
            one.setSubject((old) => withoutWord(old, word, by));
            one.setText((old) => withoutWord(old, word, by));
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
