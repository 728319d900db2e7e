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
interface TemplateProps {
  kind: WorklistKind;
  /** Current text. */
  words: Words;
  /** Texts shipped with Molar. */
  standard: Words;
  onWords: (words: Words) => void;
}
/** Reads, chooses, saves and deletes the practice's own texts. */
function useTemplates({ kind, words, standard, onWords }: TemplateProps) {
  const t = useListTexts(),
    queries = useQueryClient(),
    { isBusy, run } = useSubmit(),
    kept = useQuery({ queryKey: TEMPLATES_KEY, queryFn: getTemplates }),
    own = (kept.data ?? []).filter((one) => one.kind === kind);
  const [chosen, setChosen] = useState(''),
    [isNaming, setNaming] = useState(false),
    current = own.find((one) => one.id === chosen),
    isReady = words.betreff.trim() !== '' && words.text.trim() !== '',
    isChanged =
      current !== undefined &&
      (current.betreff !== words.betreff.trim() || current.text !== words.text.trim());
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
      setNaming(false);
      say(t('template.saved', { name: one.name }));
    }, sayError);
  const forget = (one: LetterTemplate): void =>
    void run(async () => {
      await dropTemplate(one.id);
      await queries.invalidateQueries({ queryKey: TEMPLATES_KEY });
      setChosen('');
      onWords(standard);
    }, sayError);
  return {
    own,
    chosen,
    current,
    isReady,
    isChanged,
    isBusy,
    isNaming,
    setNaming,
    choose,
    forget,
    /** Saves the current text in the chosen template. */
    keepCurrent(): void {
      if (current) keep({ ...current, betreff: words.betreff.trim(), text: words.text.trim() });
    },
    keepNew(name: string): void {
      if (name.trim() !== '' && isReady)
        keep({
          id: uuidv7(),
          kind,
          name: name.trim(),
          betreff: words.betreff.trim(),
          text: words.text.trim(),
        });
    },
  };
}
type TemplatesState = ReturnType<typeof useTemplates>;

export function Templates(props: TemplateProps) {
  const t = useListTexts(),
    templates = useTemplates(props),
    { own, chosen, choose, isNaming } = templates;
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
      {isNaming ? <NameForm templates={templates} /> : <Acts templates={templates} />}
    </div>
  );
}

/** Saves the text in the chosen template or in a new one, or deletes the chosen one. */
function Acts({
  templates: { current, isReady, isChanged, isBusy, keepCurrent, setNaming, forget },
}: {
  templates: TemplatesState;
}) {
  const t = useListTexts();
  return (
    <Group gap={8}>
      {current && isChanged && (
        <Button
          size="xs"
          variant="default"
          disabled={!isReady}
          loading={isBusy}
          onClick={keepCurrent}
        >
          {t('template.change')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={!isReady || isBusy}
        onClick={() => setNaming(true)}
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
  );
}

/** Asks for the name of a new template. */
function NameForm({ templates: { isBusy, keepNew, setNaming } }: { templates: TemplatesState }) {
  const t = useListTexts(),
    ui = useUiTexts(),
    [name, setName] = useState(''),
    field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
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
            keepNew(name);
          }
        }}
      />
      <Button
        size="xs"
        loading={isBusy}
        disabled={name.trim() === ''}
        onClick={() => keepNew(name)}
      >
        {t('template.save')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setNaming(false)}>
        {ui('cancel')}
      </Button>
    </Group>
  );
}
