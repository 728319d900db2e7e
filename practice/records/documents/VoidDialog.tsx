// Removes an upload from the record of the wrong person: the reason, and the right person.

import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { dayText } from '../../../shared/base/dates.ts';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { REASON_MAX } from '../../../shared/records/retention.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { voidUpload } from './documents-calls.ts';
import { useDocumentsTexts } from './documents-texts.ts';
import { PatientFilter } from './PatientFilter.tsx';
import { titleOf } from './use-document-acts.ts';
import { useLanguage } from '../../ui/texts.ts';
import { Modal } from '../../ui/Modal.tsx';

interface Person {
  patid: string;
  name: string;
  geburtsdatum: string;
}

/** Asks for the reason and the right person, then voids the upload after a step-up. */
export function VoidDialog({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const t = useDocumentsTexts(),
    ui = useUiTexts(),
    queries = useQueryClient(),
    asking = useWithStepUp(),
    { isBusy, failed, run, clear } = useSubmit();
  const [note, setNote] = useState(''),
    [to, setTo] = useState<Person | null>(null),
    [problem, setProblem] = useState<'void.noteMissing' | 'void.same' | null>(null),
    [id] = useState(() => uuidv7()),
    field = useRef<HTMLInputElement>(null);
  const go = to === null ? t('void.go') : t('void.goTo', { name: to.name });
  const submit = (): void => {
    clear();
    const wrong =
      note.trim().length < 3 ? 'void.noteMissing' : to?.patid === row.patid ? 'void.same' : null;
    setProblem(wrong);
    if (wrong === 'void.noteMissing') field.current?.focus();
    if (wrong !== null) return;
    void run(() =>
      asking.run(async () => {
        const { wasGivenHome } = await voidUpload(row.fileId, {
          note: note.trim(),
          to: to === null ? null : { fileId: id, patid: to.patid },
        });
        await queries.invalidateQueries({ queryKey: ['documents'] });
        say(t(wasGivenHome ? 'void.given' : 'void.done'));
        onClose();
      }),
    );
  };
  return (
    <>
      <Modal opened onClose={onClose} title={t('void.title', { name: row.patientName })} size={560}>
        <form
          noValidate
          className="p-stack"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Text size="sm">{t('void.what', { title: titleOf(t, row) })}</Text>
          <TextInput
            ref={field}
            data-autofocus
            label={t('void.note')}
            description={t('void.noteHint')}
            maxLength={REASON_MAX}
            value={note}
            error={problem === 'void.noteMissing' ? t(problem) : undefined}
            onChange={(event) => {
              setNote(event.currentTarget.value);
              setProblem(null);
            }}
          />
          {to === null ? (
            <PatientFilter label={t('void.to')} onPick={setTo} />
          ) : (
            <RightPerson
              person={to}
              onClear={() => {
                setTo(null);
                setProblem(null);
              }}
            />
          )}
          {problem === 'void.same' && (
            <Text size="sm" className="d-missing" role="alert">
              {t(problem)}
            </Text>
          )}
          {failed !== null && <ErrorNotice error={failed} isSave />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {ui('cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {go}
            </Button>
          </Group>
        </form>
      </Modal>
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('void.stepUp')}
        actionLabel={go}
      />
    </>
  );
}

/** The person whose record the upload moves to. */
function RightPerson({ person, onClear }: { person: Person; onClear: () => void }) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  return (
    <div className="d-whose">
      <span>
        <span className="p-muted">{t('void.to')}</span>
        <br />
        <strong>{person.name}</strong>{' '}
        <span className="p-tabular">*{dayText(person.geburtsdatum, language)}</span>
      </span>
      <CloseButton aria-label={t('void.toNone')} title={t('void.toNone')} onClick={onClear} />
    </div>
  );
}
