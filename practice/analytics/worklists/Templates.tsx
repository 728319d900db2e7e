// The practice's own texts for letters and mails: selected, saved under a name, changed, deleted.

import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type {
  WorklistKind,
  LetterTemplate,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useUiTexts } from '../../ui/ErrorNotice.tsx';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { dropTemplate, getTemplates, saveTemplate, TEMPLATES_KEY } from './worklists-calls.ts';
import { useListTexts } from './worklists-texts.ts';

interface Words {
  betreff: string;
  text: string;
}
/** @param words current text. @param standard texts shipped with Molar */
export function Templates({
  kind,
  words,
  standard,
  onWords,
}: {
  kind: WorklistKind;
  words: Words;
  standard: Words;
  onWords: (words: Words) => void;
}) {
  const t = useListTexts(),
    ui = useUiTexts(),
    queries = useQueryClient(),
    { isBusy, run } = useSubmit(),
    kept = useQuery({ queryKey: TEMPLATES_KEY, queryFn: getTemplates }),
    own = (kept.data ?? []).filter((one) => one.kind === kind);
  const [chosen, setChosen] = useState(''),
    [name, setName] = useState<string | null>(null),
    field = useRef<HTMLInputElement>(null),
    current = own.find((one) => one.id === chosen),
    isReady = words.betreff.trim() !== '' && words.text.trim() !== '',
    isChanged =
      current !== undefined &&
      (current.betreff !== words.betreff.trim() || current.text !== words.text.trim());
  const isNaming = name !== null;
  useEffect(() => {
    if (isNaming) field.current?.focus();
  }, [isNaming]);
  const choose = (id: string): void => {
    const one = own.find((given) => given.id === id);
    setChosen(id);
    onWords(one === undefined ? standard : { betreff: one.betreff, text: one.text });
  };
  const keep = (one: LetterTemplate): void =>
    void run(async () => {
      await saveTemplate(one);
      await queries.invalidateQueries({ queryKey: TEMPLATES_KEY });
      setChosen(one.id);
      setName(null);
      say(t('template.saved', { name: one.name }));
    }, sayError);
  const forget = (one: LetterTemplate): void =>
    void run(async () => {
      await dropTemplate(one.id);
      await queries.invalidateQueries({ queryKey: TEMPLATES_KEY });
      setChosen('');
      onWords(standard);
    }, sayError);
  const keepNew = (): void => {
    if (name !== null && name.trim() !== '' && isReady)
      keep({
        id: uuidv7(),
        kind,
        name: name.trim(),
        betreff: words.betreff.trim(),
        text: words.text.trim(),
      });
  };
  return (
    <div className="al-templates">
      <NativeSelect
        label={t('template')}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: t('template.standard') },
          ...own.map((one) => ({ value: one.id, label: one.name })),
        ]}
      />
      {name === null ? (
        <Group gap={8}>
          {current && isChanged && (
            <Button
              size="xs"
              variant="default"
              disabled={!isReady}
              loading={isBusy}
              onClick={() =>
                keep({ ...current, betreff: words.betreff.trim(), text: words.text.trim() })
              }
            >
              {t('template.change')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            disabled={!isReady || isBusy}
            onClick={() => setName('')}
          >
            {t('template.keep')}
          </Button>
          {current && (
            <ConfirmButton
              size="xs"
              variant="subtle"
              disabled={isBusy}
              question={t('template.forgetAsk', { name: current.name })}
              yes={t('template.forget')}
              onYes={() => forget(current)}
            >
              {t('template.forget')}
            </ConfirmButton>
          )}
        </Group>
      ) : (
        <Group gap={8} align="end">
          <TextInput
            ref={field}
            size="xs"
            label={t('template.name')}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                keepNew();
              }
            }}
          />
          <Button size="xs" loading={isBusy} disabled={name.trim() === ''} onClick={keepNew}>
            {t('template.save')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setName(null)}>
            {ui('cancel')}
          </Button>
        </Group>
      )}
    </div>
  );
}
