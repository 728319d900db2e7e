// One request for help as the practice sees it: messages, an answer, the solution and its rating.

import './tickets.css';
import { Button, Group, Radio, Text, Textarea, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { withoutWord } from '../../../shared/vendor/patient-words.ts';
import type { TicketView } from '../../../shared/vendor/tickets.schema.ts';
import {
  TICKET_LIMITS,
  TICKET_RATINGS,
  type TicketRating,
} from '../../../shared/vendor/tickets.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Conversation } from './Conversation.tsx';
import { FilesField } from './FilesField.tsx';
import { FoundWords } from './FoundWords.tsx';
import { TicketState } from './TicketState.tsx';
import {
  addFile,
  answerTicket,
  rateTicket,
  readFile,
  solveTicket,
  useFreshTickets,
  useTicket,
} from './ticket-calls.ts';
import { useTicketTexts } from './ticket-texts.ts';
import { useCarefulSend } from './use-careful-send.ts';
import { useFiles } from './use-files.ts';

export function TicketPage() {
  const t = useTicketTexts(),
    language = useLanguage(),
    { id = '' } = useParams(),
    found = useTicket(id),
    ticket = found.data?.ticket;
  return (
    <Page
      title={ticket?.subject ?? t('title')}
      actions={
        <Button component={Link} to="/hilfe" variant="default">
          {t('back')}
        </Button>
      }
    >
      <div className="p-narrow p-stack">
        {found.isPending && <Loading />}
        {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
        {ticket && (
          <>
            <Group gap={12}>
              <TicketState state={ticket.state} />
              <Text size="sm" c="dimmed">
                {ticket.helpdeskid} · {t(`short.${ticket.priority}`)} · {t(`area.${ticket.area}`)}
                {ticket.dueAt !== null &&
                  ` · ${t('due', { at: showInstant(ticket.dueAt, language) })}`}
                {ticket.follows !== null && (
                  <>
                    {' · '}
                    <Link to={`/hilfe/${ticket.follows}`}>{t('earlier')}</Link>
                  </>
                )}
              </Text>
            </Group>
            <Conversation entries={found.data?.entries ?? []} read={readFile(ticket.id)} />
            {ticket.takesAnswers ? (
              <AnswerForm ticket={ticket} />
            ) : (
              <Notice tone="info">
                {t('over')} <Link to={`/hilfe/neu?zu=${ticket.id}`}>{t('followUp')}</Link>
              </Notice>
            )}
            {(ticket.state === 'solved' || ticket.state === 'closed') && (
              <RatingForm ticket={ticket} />
            )}
          </>
        )}
      </div>
    </Page>
  );
}

function AnswerForm({ ticket }: { ticket: TicketView }) {
  const t = useTicketTexts(),
    fresh = useFreshTickets();
  const [text, setText] = useState(''),
    [isTried, setTried] = useState(false),
    id = useRef(uuidv7()),
    files = useFiles(),
    solving = useSubmit();
  const sending = useCarefulSend(
    async (confirmed) => {
      const sent = await answerTicket(ticket.id, { id: id.current, text: text.trim(), confirmed });
      if (sent.ticket) await files.send((file) => addFile(ticket.id, id.current, file));
      return sent;
    },
    () => {
      id.current = uuidv7();
      setText('');
      files.clear();
      setTried(false);
      say(t('answered'));
      void fresh();
    },
  );
  const send = (): Promise<boolean> => {
    setTried(true);
    return text.trim() === '' || files.lacksWord ? Promise.resolve(false) : sending.send();
  };
  useUnsaved(text.trim() !== '', send);
  const solve = (): Promise<boolean> =>
    solving.run(async () => {
      await solveTicket(ticket.id);
      await fresh();
      say(t('solved'));
    });
  return (
    <form
      className="p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        label={t('answer')}
        maxLength={TICKET_LIMITS.text}
        autosize
        minRows={3}
        maxRows={14}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FilesField list={files} isTried={isTried} />
      <FoundWords
        sending={sending}
        onRemove={(word, by) => setText((old) => withoutWord(old, word, by))}
      />
      {sending.failed !== null && <ErrorNotice error={sending.failed} isSave />}
      {solving.failed !== null && <ErrorNotice error={solving.failed} isSave />}
      <Group>
        <Button type="submit" disabled={text.trim() === ''} loading={sending.isBusy}>
          {t('send')}
        </Button>
        {ticket.state !== 'solved' && (
          <Button variant="default" loading={solving.isBusy} onClick={() => void solve()}>
            {t('solve')}
          </Button>
        )}
      </Group>
    </form>
  );
}

function RatingForm({ ticket }: { ticket: TicketView }) {
  const t = useTicketTexts(),
    fresh = useFreshTickets(),
    { isBusy, failed, run } = useSubmit();
  const [rating, setRating] = useState<TicketRating | null>(ticket.rating),
    [comment, setComment] = useState(ticket.ratingText);
  const send = (): Promise<boolean> =>
    run(async () => {
      if (rating === null) return;
      await rateTicket(ticket.id, { rating, comment: comment.trim() });
      await fresh();
      say(t('rate.done'));
    });
  return (
    <form
      className="p-card p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Title order={2}>{t('rate')}</Title>
      <Radio.Group
        aria-label={t('rate')}
        value={rating}
        onChange={(value) => setRating(TICKET_RATINGS.find((one) => one === value) ?? null)}
      >
        <Group>
          {TICKET_RATINGS.map((value) => (
            <Radio key={value} value={value} label={t(`rate.${value}`)} />
          ))}
        </Group>
      </Radio.Group>
      <Textarea
        label={t('rate.why')}
        maxLength={TICKET_LIMITS.comment}
        autosize
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group>
        <Button type="submit" variant="default" disabled={rating === null} loading={isBusy}>
          {t('rate.send')}
        </Button>
      </Group>
    </form>
  );
}
