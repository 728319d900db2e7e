// Nachträge: additions with author and time, and a form to add more [V1]; the answers above stay as
// submitted.

import { Button, Group, Select, Textarea, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Addition } from '../../../../shared/forms/answers/chair-card.ts';
import { COMMENT_MAX, isCommentShortEnough } from '../../../../shared/base/comment.ts';
import {
  CRITICAL_KINDS,
  CRITICAL_WORDS,
  isCriticalKind,
} from '../../../../shared/forms/answers/critical.ts';
import { errorText } from '../../../../shared/base/errors.ts';
import { callR4c } from '../../../api.ts';
import { ErrorNotice, useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { showInstant } from '../../../ui/wording/moments.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useAnswersTexts } from './answers-texts.ts';

export function Notes({
  answersId,
  additions,
  mayAdd,
}: {
  answersId: string;
  additions: readonly Addition[];
  mayAdd: boolean;
}) {
  const t = useAnswersTexts(),
    language = useLanguage(),
    [isOpen, setOpen] = useState(false);
  if (additions.length === 0 && !mayAdd) return null;
  return (
    <section className="p-card" aria-labelledby="an-notes" data-empty={additions.length === 0}>
      <Title order={2} id="an-notes" className="an-h2">
        {t('note.title')}
      </Title>
      <ul className="an-list">
        {additions.map((one) => (
          <li key={one.id} className="an-note">
            <span dir="auto">
              {one.kind && (
                <strong>{CRITICAL_WORDS[one.kind][language === 'de' ? 'de' : 'en']}: </strong>
              )}
              {one.text}
            </span>
            <span className="p-muted">
              {one.by === '' ? '' : `${one.by} · `}
              <span className="p-tabular">{showInstant(one.at, language)}</span>
            </span>
          </li>
        ))}
      </ul>
      {mayAdd &&
        (isOpen ? (
          <NoteForm answersId={answersId} onDone={() => setOpen(false)} />
        ) : (
          <Button
            className="p-noprint"
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('note.add')}
          </Button>
        ))}
    </section>
  );
}

function NoteForm({ answersId, onDone }: { answersId: string; onDone: () => void }) {
  const t = useAnswersTexts(),
    ui = useUiTexts(),
    language = useLanguage(),
    queries = useQueryClient(),
    { isBusy, failed, run, clear } = useSubmit();
  const [text, setText] = useState(''),
    [kind, setKind] = useState<string | null>(null),
    [isAsked, setAsked] = useState(false);
  // One id for all retries: a note that arrives twice is stored once.
  const [id] = useState(() => uuidv7()),
    field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const length = [...text.trim()].length;
  const problem = !isCommentShortEnough(text.trim())
    ? errorText('comment_too_long', language)
    : isAsked && length === 0
      ? t('note.missing')
      : undefined;
  const save = (): void => {
    setAsked(true);
    if (length === 0 || !isCommentShortEnough(text.trim())) return;
    void run(async () => {
      await callR4c(`/anamnese/responses/${answersId}/nachtrag`, {
        id,
        text: text.trim(),
        ...(isCriticalKind(kind ?? undefined) && { kind }),
      });
      await queries.invalidateQueries({ queryKey: ['anamnese'] });
      onDone();
    });
  };
  return (
    <form
      className="p-stack p-noprint an-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Textarea
        label={t('note.text')}
        description={t('note.length', { n: length, max: COMMENT_MAX })}
        autosize
        minRows={2}
        ref={field}
        error={problem}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          clear();
        }}
      />
      <Select
        label={t('note.kind')}
        description={t('note.kindHint')}
        clearable
        clearButtonProps={{ 'aria-label': t('note.noKind') }}
        value={kind}
        onChange={setKind}
        data={CRITICAL_KINDS.map((value) => ({
          value,
          label: CRITICAL_WORDS[value][language === 'de' ? 'de' : 'en'],
        }))}
      />
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group gap={8}>
        <Button type="submit" loading={isBusy}>
          {t('note.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {ui('cancel')}
        </Button>
      </Group>
    </form>
  );
}
