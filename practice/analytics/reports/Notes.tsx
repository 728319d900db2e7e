// Notes on a report, each at a day or a period: context for every reader of the figures.

import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconNote, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { formatPeriod } from '../../../shared/analytics/reports/report-format.ts';
import type { ReportNote } from '../../../shared/analytics/reports/saved-reports.schema.ts';
import { COMMENT_MAX, isCommentShortEnough } from '../../../shared/base/comment.ts';
import { momentText } from '../../../shared/base/dates.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { addNote, dropNote, getNotes } from './saved-calls.ts';
import { useReportsTexts } from './reports-texts.ts';
import { daysOf } from './narrow.ts';

interface Span {
  von: string;
  bis: string;
}
/** Notes that concern some of the days. */
const within = (notes: readonly ReportNote[], { von, bis }: Span): ReportNote[] =>
  notes.filter(({ zeit }) => {
    const days = daysOf(zeit);
    return days !== undefined && days.von <= bis && days.bis >= von;
  });
/** Returns months and years within a span, the latest first, up to a maximum of months. */
function periodsOf({ von, bis }: Span, most = 24): string[] {
  const years: string[] = [],
    months: string[] = [];
  for (
    let year = Number(bis.slice(0, 4));
    year >= Number(von.slice(0, 4)) && years.length < 12;
    year -= 1
  )
    years.push(String(year));
  for (
    let at = Number(bis.slice(0, 4)) * 12 + Number(bis.slice(5, 7)) - 1;
    at >= Number(von.slice(0, 4)) * 12 + Number(von.slice(5, 7)) - 1 && months.length < most;
    at -= 1
  )
    months.push(`${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`);
  return [...months, ...years];
}

export function Notes({ report, span }: { report: string; span: Span }) {
  const t = useReportsTexts(),
    queries = useQueryClient(),
    key = ['notizen', report],
    list = useQuery({ queryKey: key, queryFn: () => getNotes(report), staleTime: 60_000 }),
    [isWriting, setWriting] = useState(false),
    shown = within(list.data ?? [], span);
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: key });
  const remove = async (id: string): Promise<void> => {
    try {
      await dropNote(id);
      await again();
    } catch (error) {
      sayError(error);
    }
  };
  return (
    <section
      className={`be-notes ${shown.length === 0 ? 'p-noprint' : ''} ${shown.length === 0 && !isWriting ? '' : 'p-card'}`}
      aria-label={t('notes')}
    >
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {shown.length > 0 && (
        <>
          <h2>{t('notes')}</h2>
          <NoteList notes={shown} onRemove={(id) => void remove(id)} />
        </>
      )}
      {isWriting ? (
        <NoteForm
          report={report}
          span={span}
          onDone={() => {
            setWriting(false);
            void again();
          }}
        />
      ) : (
        <Button
          className="be-note-new p-noprint"
          variant="subtle"
          leftSection={<IconNote size={16} stroke={1.75} aria-hidden />}
          onClick={() => setWriting(true)}
        >
          {t('notes.add')}
        </Button>
      )}
    </section>
  );
}

function NoteList({
  notes,
  onRemove,
}: {
  notes: readonly ReportNote[];
  onRemove: (id: string) => void;
}) {
  const t = useReportsTexts(),
    language = useLanguage();
  return (
    <ul className="be-note-list">
      {notes.map((one) => (
        <li key={one.id}>
          <span className="be-note-when">{formatPeriod(one.zeit, language)}</span>
          <span className="be-note-text">
            {one.text}
            <br />
            <span className="p-small p-muted">
              {[one.von, momentText(one.am, language)].filter((word) => word !== '').join(', ')}
            </span>
          </span>
          {one.istMein && (
            <ActionIcon
              className="p-noprint"
              variant="subtle"
              size={36}
              aria-label={t('notes.remove', { text: one.text })}
              onClick={() => onRemove(one.id)}
            >
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The form of a new note; its field has the focus at first. */
function NoteForm({ report, span, onDone }: { report: string; span: Span; onDone: () => void }) {
  const t = useReportsTexts(),
    language = useLanguage(),
    field = useRef<HTMLInputElement>(null),
    choices = [...new Set([...(span.von === span.bis ? [span.von] : []), ...periodsOf(span)])],
    [chosen, setChosen] = useState<string | null>(null),
    time = chosen !== null && choices.includes(chosen) ? chosen : (choices[0] ?? span.bis);
  const [text, setText] = useState(''),
    { isBusy, failed, run } = useSubmit(),
    isTooLong = !isCommentShortEnough(text.trim());
  useEffect(() => field.current?.focus(), []);
  const add = (): Promise<unknown> =>
    run(async () => {
      await addNote({ id: uuidv7(), report, zeit: time, text: text.trim() });
      onDone();
    });
  return (
    <>
      <form
        className="be-note-form p-noprint"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '' && !isTooLong) void add();
        }}
      >
        <Select
          label={t('notes.when')}
          value={time}
          data={choices.map((value) => ({ value, label: formatPeriod(value, language) }))}
          allowDeselect={false}
          onChange={setChosen}
        />
        <TextInput
          ref={field}
          className="be-note-words"
          label={t('notes.text')}
          description={t('notes.hint')}
          value={text}
          error={isTooLong ? t('notes.long', { n: COMMENT_MAX }) : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={isBusy}
          disabled={text.trim() === '' || isTooLong}
        >
          {t('notes.save')}
        </Button>
      </form>
      {failed !== null && <ErrorNotice error={failed} />}
    </>
  );
}
