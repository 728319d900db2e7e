// Creates a patient without a record: name and birth date by hand, with the questions V4 and V6 and
// the check for duplicates.

import { Button, Checkbox, Group, Radio, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { CallError } from '../../../../shared/base/client.ts';
import { IDENTIFICATIONS, type Identification } from '../../../../shared/desk/mappe.ts';
import { isBirthDate, isRecentBirth } from '../../../../shared/base/dates.ts';
import { DayFields, dayOfParts, NO_DAY } from '../../../ui/DayFields.tsx';
import { ErrorNotice, useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { useToday } from '../../../ui/wording/now.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useBoardTexts } from '../board-texts.ts';
import { createPatient } from './patients.ts';
import { Modal } from '../../../ui/Modal.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  /** @param identifiedBy null: not said, or the person is known already */
  onCreated: (patid: string, identifiedBy: Identification | null) => void;
}

/** The dialog that creates a patient by hand. */
export function NewPatientDialog({ isOpen, onClose, onCreated }: Props) {
  const t = useBoardTexts();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('person.title')} size={520}>
      <NewPatientForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

const EMPTY = { firstName: '', lastName: '', street: '', plz: '', city: '' };

type Question = { kind: 'V4' } | { kind: 'exists'; patid: string };

/** Creates the patient, or names the one that the server takes for the same person. */
async function createOrFind(
  values: typeof EMPTY,
  geburtsdatum: string,
  confirmed: boolean,
): Promise<{ patid: string } | { exists: string }> {
  const filled = Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  );
  try {
    return await createPatient({
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      ...filled,
      geburtsdatum,
      ...(confirmed && { confirmed: true }),
    });
  } catch (error) {
    const patid =
      error instanceof CallError && error.status === 409 ? error.extra?.patid : undefined;
    if (typeof patid !== 'string') throw error;
    return { exists: patid };
  }
}

/**
 * Holds the typed values; creates the patient, or asks where a birth date or a namesake is
 * doubtful.
 */
function useNewPatient(onCreated: Props['onCreated']) {
  const t = useBoardTexts();
  const [values, setValues] = useState(EMPTY);
  const [hasOneName, setOneName] = useState(false);
  const [identifiedBy, setIdentifiedBy] = useState<Identification | null>(null);
  const [born, setBorn] = useState(NO_DAY);
  const [isTried, setTried] = useState(false);
  const { isBusy, failed, run, clear } = useSubmit();
  const [question, setQuestion] = useState<Question | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const today = useToday();
  const day = dayOfParts(born);
  const isBornRight = day !== undefined && isBirthDate(day, today);

  const missingFirst = !hasOneName && values.firstName.trim() === '';
  const create = async (confirmed: boolean): Promise<void> => {
    setTried(true);
    clear();
    if (missingFirst || values.lastName.trim() === '' || !isBornRight) {
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
      const made = await createOrFind(
        hasOneName ? { ...values, firstName: '' } : values,
        day,
        confirmed,
      );
      if ('exists' in made) setQuestion({ kind: 'exists', patid: made.exists });
      else onCreated(made.patid, identifiedBy);
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
  const bornField = {
    value: born,
    onChange: (parts: typeof NO_DAY) => {
      setQuestion(null);
      setBorn(parts);
    },
    error: isTried && !isBornRight ? t('person.V6') : undefined,
  };
  const oneName = {
    checked: hasOneName,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setQuestion(null);
      setOneName(event.currentTarget.checked);
    },
  };
  const identified = {
    value: identifiedBy ?? '',
    onChange: (value: string) => setIdentifiedBy(value as Identification),
  };
  return { form, bind, missing, oneName, bornField, identified, question, isBusy, failed, create };
}

function NewPatientForm({ onClose, onCreated }: Omit<Props, 'isOpen'>) {
  const t = useBoardTexts();
  const ui = useUiTexts();
  const { form, bind, missing, oneName, bornField, identified, question, isBusy, failed, create } =
    useNewPatient(onCreated);

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
          label={t(oneName.checked ? 'person.onlyName' : 'person.lastName')}
          data-autofocus
          maxLength={100}
          {...bind('lastName')}
          error={missing('lastName')}
        />
        {!oneName.checked && (
          <TextInput
            label={t('person.firstName')}
            maxLength={100}
            {...bind('firstName')}
            error={missing('firstName')}
          />
        )}
      </Group>
      <Checkbox label={t('person.oneName')} {...oneName} />
      <DayFields label={t('person.born')} {...bornField} />
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
      <Radio.Group
        label={t('person.identified')}
        description={t('person.identifiedWhy')}
        {...identified}
      >
        <div className="e-radios">
          {IDENTIFICATIONS.map((one) => (
            <Radio key={one} value={one} label={t(`identified.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      {question && (
        <DoubtNotice
          question={question}
          onConfirm={() => void create(true)}
          onExisting={(patid) => onCreated(patid, null)}
        />
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

function DoubtNotice({
  question,
  onConfirm,
  onExisting,
}: {
  question: Question;
  onConfirm: () => void;
  onExisting: (patid: string) => void;
}) {
  const t = useBoardTexts();
  return (
    <>
      {question.kind === 'V4' && (
        <Notice tone="warn" role="alert">
          {t('person.V4')}
          <Group mt={8}>
            <Button size="xs" onClick={onConfirm}>
              {t('person.V4yes')}
            </Button>
          </Group>
        </Notice>
      )}
      {question.kind === 'exists' && (
        <Notice tone="warn" role="alert">
          {t('person.exists')}
          <Group mt={8} gap={8}>
            <Button size="xs" onClick={() => onExisting(question.patid)}>
              {t('person.useExisting')}
            </Button>
            <Button size="xs" variant="default" onClick={onConfirm}>
              {t('person.another')}
            </Button>
          </Group>
        </Notice>
      )}
    </>
  );
}
