// Notes at a line, newest first, and a form for a new one.

import { Button, Textarea } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { HkpDetail, NotedKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { COMMENT_MAX, isCommentShortEnough } from '../../../shared/base/comment.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useLanguage } from '../../ui/texts.ts';
import { sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { writeNote } from './worklists-calls.ts';
import { useListTexts } from './worklists-texts.ts';

export function Notes({
  kind,
  target,
  notes,
  fresh,
  isBegun = false,
  onBegun,
}: {
  kind: NotedKind;
  target: string;
  notes: HkpDetail['notizen'] | undefined;
  fresh: () => Promise<void>;
  /** The field gets the focus; `onBegun` is called then. */
  isBegun?: boolean;
  onBegun?: () => void;
}) {
  const t = useListTexts(),
    language = useLanguage(),
    { isBusy, run } = useSubmit(),
    [text, setText] = useState(''),
    [id, setId] = useState(() => uuidv7()),
    field = useRef<HTMLTextAreaElement>(null);
  const begin = useEffectEvent(() => {
    field.current?.focus();
    onBegun?.();
  });
  useEffect(() => {
    if (isBegun) begin();
  }, [isBegun]);
  const save = (): void =>
    void run(async () => {
      await writeNote({ id, kind, target, text: text.trim() });
      setText('');
      setId(uuidv7());
      await fresh();
    }, sayError);
  return (
    <section aria-labelledby="al-notes">
      <h2 id="al-notes" className="al-h2">
        {t('notes')}
      </h2>
      <form
        className="al-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') save();
        }}
      >
        <Textarea
          ref={field}
          aria-label={t('note.new')}
          placeholder={t('note.new')}
          rows={2}
          value={text}
          error={isCommentShortEnough(text) ? undefined : t('note.long', { n: COMMENT_MAX })}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={isBusy}
          disabled={text.trim() === '' || !isCommentShortEnough(text)}
        >
          {t('note.save')}
        </Button>
      </form>
      <ul className="al-notes">
        {(notes ?? []).map((one) => (
          <li key={one.id}>
            <p>{one.text}</p>
            <p className="p-small p-muted p-tabular">
              {[showInstant(one.am, language), one.von].filter((part) => part !== '').join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
