// Creates a patient without a record: name and birth date by hand, with the questions V4 and V6 and
// the check for duplicates.

import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { CallError } from '../../../../shared/base/client.ts';
import { isBirthDate, isRecentBirth } from '../../../../shared/base/dates.ts';
import { DayFields, dayOfParts, NO_DAY } from '../../../ui/DayFields.tsx';
import { ErrorNotice, useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { useToday } from '../../../ui/wording/now.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useEmpfangTexts } from '../board-texts.ts';
import { createPatient } from './patients.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (patid: string) => void;
}

export function NewPatientDialog({ isOpen, onClose, onCreated }: Props) {
  const t = useEmpfangTexts();
  const ui = useUiTexts();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('person.title')}
      size={520}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <NewPatientForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

const EMPTY = { firstName: '', lastName: '', street: '', plz: '', city: '' };

function NewPatientForm({ onClose, onCreated }: Omit<Props, 'isOpen'>) {
  const t = useEmpfangTexts();
  const ui = useUiTexts();
  const [values, setValues] = useState(EMPTY);
  const [born, setBorn] = useState(NO_DAY);
  const [isTried, setTried] = useState(false);
  const { isBusy, failed, run, clear } = useSubmit();
  const [question, setQuestion] = useState<
    { kind: 'V4' } | { kind: 'exists'; patid: string } | null
  >(null);
  const form = useRef<HTMLFormElement>(null);
  const today = useToday();
  const day = dayOfParts(born);
  const isBornRight = day !== undefined && isBirthDate(day, today);

  const create = async (confirmed: boolean): Promise<void> => {
    setTried(true);
    clear();
    if (values.firstName.trim() === '' || values.lastName.trim() === '' || !isBornRight) {
      setTimeout(() =>
        form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    if (!confirmed && isRecentBirth(day, today)) {
      setQuestion({ kind: 'V4' });
      return;
    }
    await run(async () => {
      const filled = Object.fromEntries(
        Object.entries(values)
          .map(([name, value]) => [name, value.trim()])
          .filter(([, value]) => value !== ''),
      );
      const made = await createPatient({
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        ...filled,
        geburtsdatum: day,
        ...(confirmed && { confirmed: true }),
      }).catch((error: unknown) => {
        const patid =
          error instanceof CallError && error.status === 409 ? error.extra?.patid : undefined;
        if (typeof patid !== 'string') throw error;
        setQuestion({ kind: 'exists', patid });
      });
      if (made) onCreated(made.patid);
    });
  };
  const bind = (field: keyof typeof EMPTY) => ({
    value: values[field],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setQuestion(null);
      setValues((old) => ({ ...old, [field]: value }));
    },
  });
  const missing = (field: 'firstName' | 'lastName'): string | undefined =>
    isTried && values[field].trim() === '' ? t('person.missing') : undefined;

  return (
    <form
      ref={form}
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create(false);
      }}
    >
      <Text size="sm" c="dimmed">
        {t('person.text')}
      </Text>
      <Group grow gap={12} align="flex-start">
        <TextInput
          label={t('person.lastName')}
          data-autofocus
          maxLength={100}
          {...bind('lastName')}
          error={missing('lastName')}
        />
        <TextInput
          label={t('person.firstName')}
          maxLength={100}
          {...bind('firstName')}
          error={missing('firstName')}
        />
      </Group>
      <DayFields
        label={t('person.born')}
        value={born}
        onChange={(parts) => {
          setQuestion(null);
          setBorn(parts);
        }}
        error={isTried && !isBornRight ? t('person.V6') : undefined}
      />
      <TextInput label={t('person.street')} maxLength={200} {...bind('street')} />
      <Group gap={12} align="flex-start" wrap="nowrap">
        <TextInput
          label={t('person.plz')}
          w={112}
          inputMode="numeric"
          maxLength={10}
          {...bind('plz')}
        />
        <TextInput label={t('person.city')} flex={1} maxLength={100} {...bind('city')} />
      </Group>
      {question?.kind === 'V4' && (
        <Notice tone="warn" role="alert">
          {t('person.V4')}
          <Group mt={8}>
            <Button size="xs" onClick={() => void create(true)}>
              {t('person.V4yes')}
            </Button>
          </Group>
        </Notice>
      )}
      {question?.kind === 'exists' && (
        <Notice tone="warn" role="alert">
          {t('person.exists')}
          <Group mt={8} gap={8}>
            <Button size="xs" onClick={() => onCreated(question.patid)}>
              {t('person.useExisting')}
            </Button>
            <Button size="xs" variant="default" onClick={() => void create(true)}>
              {t('person.another')}
            </Button>
          </Group>
        </Notice>
      )}
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        {question === null && (
          <Button type="submit" loading={isBusy}>
            {t('person.go')}
          </Button>
        )}
      </Group>
    </form>
  );
}
