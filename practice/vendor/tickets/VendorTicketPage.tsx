// One request for the vendor's staff: messages and notes, an answer with the state after it, and
// who works on it.

import './tickets.css';
import { Button, Group, NativeSelect, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import type { VendorChange, VendorTicket } from '../../../shared/vendor/tickets.schema.ts';
import {
  ANSWER_STATES,
  TICKET_LIMITS,
  TICKET_PRIORITIES,
  type AnswerState,
} from '../../../shared/vendor/tickets.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { CannedSelect } from './CannedSelect.tsx';
import { Conversation } from './Conversation.tsx';
import { FilesField } from './FilesField.tsx';
import { TicketState } from './TicketState.tsx';
import {
  addVendorFile,
  answerAsVendor,
  leadTicket,
  readVendorFile,
  useColleagues,
  useFreshTickets,
  useVendorTicket,
} from './ticket-calls.ts';
import { useTicketTexts } from './ticket-texts.ts';
import { useFiles } from './use-files.ts';

export function VendorTicketPage() {
  const t = useTicketTexts(),
    { cid = '', id = '' } = useParams(),
    found = useVendorTicket(cid, id),
    ticket = found.data?.ticket;
  return (
    <Page
      title={ticket?.subject ?? t('vendor.title')}
      actions={
        <Button component={Link} to="/betrieb/anfragen" variant="default">
          {t('back')}
        </Button>
      }
    >
      <div className="p-narrow p-stack">
        {found.isPending && <Loading />}
        {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
        {ticket && (
          <>
            <Lead ticket={ticket} />
            <Conversation
              entries={found.data?.entries ?? []}
              read={readVendorFile(ticket.cid, ticket.id)}
            />
            <Reply ticket={ticket} />
          </>
        )}
      </div>
    </Page>
  );
}

/** State, practice and deadline, with priority and assignee to be changed. */
function Lead({ ticket }: { ticket: VendorTicket }) {
  const t = useTicketTexts(),
    language = useLanguage(),
    fresh = useFreshTickets(),
    colleagues = useColleagues(),
    { user } = useSession(),
    { isBusy, failed, run } = useSubmit();
  const change = (part: VendorChange): void =>
    void run(async () => {
      await leadTicket(ticket.cid, ticket.id, part);
      await fresh();
    });
  return (
    <section className="p-card p-stack">
      <Group gap={12}>
        <TicketState state={ticket.state} isVendor />
        <Text size="sm">
          {ticket.praxisName} · {ticket.helpdeskid} · {t(`area.${ticket.area}`)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {ticket.assignee === ''
          ? t('vendor.noAssignee')
          : t('vendor.assignee', { name: ticket.assignee })}
        {ticket.dueAt !== null && ` · ${t('due', { at: showInstant(ticket.dueAt, language) })}`}
        {ticket.rating !== null &&
          ` · ${t('vendor.rated', { rating: t(`rate.${ticket.rating}`) })} ${ticket.ratingText}`}
      </Text>
      <Group align="flex-end">
        <NativeSelect
          label={t('vendor.urgency')}
          value={ticket.priority}
          disabled={isBusy}
          data={TICKET_PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
          onChange={(event) => {
            const priority = TICKET_PRIORITIES.find((one) => one === event.currentTarget.value);
            if (priority) change({ priority });
          }}
        />
        <NativeSelect
          label={t('vendor.worker')}
          value={ticket.assigneeId ?? ''}
          disabled={isBusy || !colleagues.data}
          data={[
            { value: '', label: t('vendor.noAssignee') },
            ...(colleagues.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            change({ assigneeId: chosen === '' ? null : chosen });
          }}
        />
        {user !== null && ticket.assigneeId !== user.id && (
          <Button
            variant="default"
            loading={isBusy}
            onClick={() => change({ assigneeId: user.id })}
          >
            {t('vendor.take')}
          </Button>
        )}
      </Group>
      {failed !== null && <ErrorNotice error={failed} isSave />}
    </section>
  );
}

const KINDS = ['message', 'note'] as const;
const joined = (old: string, more: string): string =>
  old.trim() === '' ? more : `${old.trimEnd()}\n\n${more}`;

function Reply({ ticket }: { ticket: VendorTicket }) {
  const t = useTicketTexts(),
    fresh = useFreshTickets(),
    { isBusy, failed, run } = useSubmit();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('message'),
    [state, setState] = useState<AnswerState>('waits_practice'),
    [text, setText] = useState(''),
    [isTried, setTried] = useState(false),
    files = useFiles(),
    id = useRef(uuidv7());
  const send = async (): Promise<boolean> => {
    setTried(true);
    if (kind === 'message' && files.lacksWord) return false;
    return run(async () => {
      await answerAsVendor(ticket.cid, ticket.id, {
        id: id.current,
        kind,
        text: text.trim(),
        ...(kind === 'message' && { state }),
      });
      if (kind === 'message')
        await files.send((file) => addVendorFile(ticket.cid, ticket.id, id.current, file));
      id.current = uuidv7();
      setText('');
      files.clear();
      setTried(false);
      await fresh();
      say(t(`vendor.sent.${kind}`));
    });
  };
  useUnsaved(text.trim() !== '', send);
  return (
    <form
      className="p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void send();
      }}
    >
      <SegmentedControl
        aria-label={t('vendor.kind')}
        value={kind}
        data={KINDS.map((value) => ({ value, label: t(`vendor.${value}`) }))}
        onChange={(value) => setKind(value === 'note' ? 'note' : 'message')}
      />
      <CannedSelect onChoose={(more) => setText((old) => joined(old, more))} />
      <Textarea
        label={t(`vendor.${kind}`)}
        maxLength={TICKET_LIMITS.text}
        autosize
        minRows={4}
        maxRows={16}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {kind === 'message' && <FilesField list={files} isTried={isTried} />}
      {kind === 'message' && (
        <NativeSelect
          label={t('vendor.after')}
          value={state}
          data={ANSWER_STATES.map((value) => ({ value, label: t(`vendor.after.${value}`) }))}
          onChange={(event) =>
            setState(ANSWER_STATES.find((one) => one === event.currentTarget.value) ?? 'open')
          }
        />
      )}
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group>
        <Button type="submit" disabled={text.trim() === ''} loading={isBusy}>
          {t('send')}
        </Button>
      </Group>
    </form>
  );
}
