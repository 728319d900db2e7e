// A temporary record of the person's entries; spelling may be corrected before it is created (V4,
// V6, the check for duplicates).

import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../../shared/base/client.ts';
import { isBirthDate, isRecentBirth } from '../../../../shared/base/dates.ts';
import { listName } from '../../../../shared/desk/patient.ts';
import type { Unmatched } from '../../../../shared/forms/task/home.schema.ts';
import { DayFields, dayOfParts } from '../../../ui/DayFields.tsx';
import { ErrorNotice, useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useToday } from '../../../ui/wording/now.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { makeRecord } from './tray-calls.ts';
import { useTrayTexts } from './tray-texts.ts';

/** Holds the entries; creates the record, or asks where a birth date or a namesake is doubtful. */
function useNewRecord(one: Unmatched, onDone: (text: string) => void) {
  const t = useTrayTexts(),
    today = useToday(),
    { isBusy, failed, run, clear } = useSubmit();
  const [year = '', month = '', day = ''] = one.geburtsdatum.split('-');
  const [firstName, setFirst] = useState(one.firstName),
    [lastName, setLast] = useState(one.lastName),
    [hasOneName, setOneName] = useState(one.firstName === ''),
    [born, setBorn] = useState({ day, month, year });
  const [question, setQuestion] = useState<'V4' | 'exists' | null>(null),
    [isTried, setTried] = useState(false);
  const geburtsdatum = dayOfParts(born),
    isBornRight = geburtsdatum !== undefined && isBirthDate(geburtsdatum, today);
  const typed =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      setQuestion(null);
      clear();
      set(value);
    };
  const create = async (confirmed: boolean): Promise<void> => {
    setTried(true);
    if ((!hasOneName && firstName.trim() === '') || lastName.trim() === '' || !isBornRight) return;
    if (!confirmed && isRecentBirth(geburtsdatum, today)) {
      setQuestion('V4');
      return;
    }
    const name = {
      firstName: hasOneName ? '' : firstName.trim(),
      lastName: lastName.trim(),
    };
    await run(async () => {
      try {
        await makeRecord(one.id, {
          ...name,
          geburtsdatum,
          ...(confirmed && { confirmed: true }),
        });
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'confirm_needed') throw error;
        setQuestion('exists');
        return;
      }
      onDone(t('record.done', { name: listName(name) }));
    });
  };
  const missing = (name: string): string | undefined =>
    isTried && name.trim() === '' ? t('record.missing') : undefined;
  return {
    last: { value: lastName, onChange: typed(setLast), error: missing(lastName) },
    first: { value: firstName, onChange: typed(setFirst), error: missing(firstName) },
    oneName: { checked: hasOneName, onChange: typed(setOneName) },
    born: {
      value: born,
      onChange: typed(setBorn),
      error: isTried && !isBornRight ? t('record.V6') : undefined,
    },
    question,
    create,
    isBusy,
    failed,
  };
}

export function NewRecordForm({
  one,
  onDone,
  onBack,
}: {
  one: Unmatched;
  onDone: (text: string) => void;
  onBack: () => void;
}) {
  const t = useTrayTexts(),
    ui = useUiTexts(),
    { last, first, oneName, born, question, create, isBusy, failed } = useNewRecord(one, onDone);
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (question === null) void create(false);
      }}
    >
      <Text size="sm" c="dimmed">
        {t('record.text')}
      </Text>
      <Group grow gap={12} align="flex-start">
        <TextInput
          label={t(oneName.checked ? 'record.onlyName' : 'record.lastName')}
          data-autofocus
          maxLength={100}
          autoComplete="off"
          {...last}
          onChange={(event) => last.onChange(event.currentTarget.value)}
        />
        {!oneName.checked && (
          <TextInput
            label={t('record.firstName')}
            maxLength={100}
            autoComplete="off"
            {...first}
            onChange={(event) => first.onChange(event.currentTarget.value)}
          />
        )}
      </Group>
      <Checkbox
        label={t('record.oneName')}
        checked={oneName.checked}
        onChange={(event) => oneName.onChange(event.currentTarget.checked)}
      />
      <DayFields label={t('record.born')} {...born} />
      {question !== null && (
        <DoubtNotice
          question={question}
          onConfirm={() => void create(true)}
          isBusy={isBusy}
          onBack={onBack}
        />
      )}
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {ui('cancel')}
        </Button>
        {question === null && (
          <Button type="submit" loading={isBusy}>
            {t('record.go')}
          </Button>
        )}
      </Group>
    </form>
  );
}

function DoubtNotice({
  question,
  onConfirm,
  isBusy,
  onBack,
}: {
  question: 'V4' | 'exists';
  onConfirm: () => void;
  isBusy: boolean;
  onBack: () => void;
}) {
  const t = useTrayTexts();
  return (
    <Notice tone="warn" role="alert">
      {t(question === 'V4' ? 'record.V4' : 'record.exists')}
      <Group mt={8} gap={8}>
        <Button size="xs" onClick={onConfirm} loading={isBusy}>
          {t(question === 'V4' ? 'record.V4yes' : 'record.another')}
        </Button>
        {question === 'exists' && (
          <Button size="xs" variant="default" onClick={onBack}>
            {t('record.toList')}
          </Button>
        )}
      </Group>
    </Notice>
  );
}
