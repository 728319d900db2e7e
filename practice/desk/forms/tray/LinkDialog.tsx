// Creates a link to a questionnaire and shows it: to copy, as a QR code, on paper, by mail.

import { listName } from '../../../../shared/desk/patient.ts';
import { Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { ageOn, dayText } from '../../../../shared/base/dates.ts';
import { INVITATION_DAYS } from '../../../../shared/forms/task/home.ts';
import type { HomeLink } from '../../../../shared/forms/task/home.schema.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import type { FoundPatient, Patient } from '../../../../shared/desk/patient.schema.ts';
import { ErrorNotice, useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { useToday } from '../../../ui/wording/now.ts';
import { Loading } from '../../../ui/Page.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useParts } from './parts.ts';
import { ShownLink } from './ShownLink.tsx';
import { getForms, makeLink, type FormEntry } from './tray-calls.ts';
import { useTrayTexts } from './tray-texts.ts';
import { Modal } from '../../../ui/Modal.tsx';

type Person = Pick<Patient, 'patid' | 'firstName' | 'lastName' | 'geburtsdatum'>;
interface Props {
  isOpen: boolean;
  made: HomeLink | null;
  patient: Patient | null;
  onClose: () => void;
  onMade: (link: HomeLink) => void;
}

export function LinkDialog({ isOpen, made, patient, onClose, onMade }: Props) {
  const t = useTrayTexts();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t(made ? 'link.title' : 'link.new')} size={640}>
      {made ? (
        <ShownLink
          link={made}
          email={patient && patient.patid === made.patid ? patient.email : ''}
          onClose={onClose}
        />
      ) : (
        <MakeLink patient={patient} onClose={onClose} onMade={onMade} />
      )}
    </Modal>
  );
}

/** The most likely form for a person of this age. */
const likely = (forms: readonly FormEntry[], person: Person | null, today: string): string =>
  forms.find(
    (one) =>
      one.id ===
      (person && ageOn(person.geburtsdatum, today) < 14
        ? 'anamnese-kinder'
        : 'anamnese-erwachsene'),
  )?.id ??
  forms[0]?.id ??
  '';

function MakeLink({ patient, onClose, onMade }: Pick<Props, 'patient' | 'onClose' | 'onMade'>) {
  const forms = useQuery({ queryKey: ['forms-in-use'], queryFn: getForms });
  if (forms.isPending) return <Loading />;
  if (forms.isError)
    return <ErrorNotice error={forms.error} onRetry={() => void forms.refetch()} />;
  return <MakeForm forms={forms.data} patient={patient} onClose={onClose} onMade={onMade} />;
}

type For = 'patient' | 'unknown' | 'open';
/** Settings of a new link; its form in one of the form's languages. */
interface Wish {
  kind: For;
  person: Person | null;
  label: string;
  formId: string;
  language: string;
  days: string;
}

/** Holds the wish, and makes its link. */
function useLinkWish(
  forms: readonly FormEntry[],
  patient: Patient | null,
  onMade: (link: HomeLink) => void,
) {
  const today = useToday(),
    { isBusy, failed, run, clear } = useSubmit();
  // One id per request: a second press makes the same link, a changed request another one.
  const [id, setId] = useState(() => uuidv7());
  const [wish, setWish] = useState<Wish>(() => ({
      kind: 'patient',
      person: patient,
      label: '',
      formId: likely(forms, patient, today),
      language: 'de',
      days: '14',
    })),
    [isTried, setTried] = useState(false);
  const form = forms.find((one) => one.id === wish.formId),
    languages = form?.languages ?? ['de'];
  const change = (part: Partial<Wish>): void => {
    setId(uuidv7());
    clear();
    setWish((old) => ({ ...old, ...part }));
  };
  const make = async (): Promise<void> => {
    setTried(true);
    const { kind, person, language, label, days } = wish;
    if (!form || (kind === 'patient' && !person)) return;
    await run(async () => {
      const asked = {
        id,
        formId: form.id,
        language: languages.includes(language) ? language : 'de',
        label: label.trim(),
      };
      onMade(
        await makeLink(
          kind === 'open'
            ? { ...asked, kind: 'open' }
            : {
                ...asked,
                kind: 'invitation',
                days: INVITATION_DAYS.find((one) => String(one) === days) ?? 14,
                ...(kind === 'patient' && person && { patid: person.patid }),
              },
        ),
      );
    });
  };
  return { wish, change, languages, make, isTried, isBusy, failed };
}

interface WishProps {
  wish: Wish;
  change: (part: Partial<Wish>) => void;
}

function MakeForm({
  forms,
  patient,
  onClose,
  onMade,
}: Pick<Props, 'patient' | 'onClose' | 'onMade'> & { forms: readonly FormEntry[] }) {
  const t = useTrayTexts(),
    ui = useUiTexts();
  const { wish, change, languages, make, isTried, isBusy, failed } = useLinkWish(
    forms,
    patient,
    onMade,
  );
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <SegmentedControl
        aria-label={t('make.for')}
        value={wish.kind}
        onChange={(value) => change({ kind: value })}
        data={[
          { value: 'patient', label: t('make.patient') },
          { value: 'unknown', label: t('make.unknown') },
          { value: 'open', label: t('make.open') },
        ]}
      />
      <Text size="sm" c="dimmed">
        {t(`make.text.${wish.kind}`)}
      </Text>
      {wish.kind === 'patient' ? (
        <PatientChoice wish={wish} change={change} isTried={isTried} />
      ) : (
        <TextInput
          label={t('make.label')}
          description={t(wish.kind === 'open' ? 'make.label.open' : 'make.label.unknown')}
          maxLength={100}
          autoComplete="off"
          value={wish.label}
          onChange={(event) => change({ label: event.currentTarget.value })}
        />
      )}
      <FormChoice forms={forms} languages={languages} wish={wish} change={change} />
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('make.go')}
        </Button>
      </Group>
    </form>
  );
}

function PatientChoice({ wish, change, isTried }: WishProps & { isTried: boolean }) {
  const t = useTrayTexts(),
    { PatientSearch } = useParts(),
    { person } = wish;
  const pick = ({ patid, firstName, lastName, geburtsdatum }: FoundPatient): void =>
    change({ person: { patid, firstName, lastName, geburtsdatum } });
  return person ? (
    <Group gap={12}>
      <Text>
        <strong>{listName(person)}</strong>{' '}
        <span className="p-tabular">*{dayText(person.geburtsdatum, wish.language)}</span>
      </Text>
      <Button size="xs" variant="default" onClick={() => change({ person: null })}>
        {t('make.other')}
      </Button>
    </Group>
  ) : (
    <div>
      <PatientSearch label={t('make.search')} onPick={pick} />
      {isTried && (
        <Text size="sm" c="var(--bad)" role="alert" mt={4}>
          {t('make.nobody')}
        </Text>
      )}
    </div>
  );
}

function FormChoice({
  forms,
  languages,
  wish,
  change,
}: WishProps & { forms: readonly FormEntry[]; languages: readonly string[] }) {
  const t = useTrayTexts(),
    shown = useLanguage();
  return (
    <>
      <Select
        label={t('make.form')}
        allowDeselect={false}
        value={wish.formId}
        onChange={(value) => change({ formId: value ?? wish.formId })}
        data={forms.map((one) => ({
          value: one.id,
          label: `${one.title[shown] ?? one.title.de ?? one.id} · ${t('make.minutes', { n: one.minutes })}`,
        }))}
      />
      <Group grow gap={12} align="flex-start">
        <Select
          label={t('make.language')}
          allowDeselect={false}
          value={languages.includes(wish.language) ? wish.language : 'de'}
          onChange={(value) => change({ language: value ?? 'de' })}
          data={languages.map((code) => ({ value: code, label: languageName(code, shown) }))}
        />
        {wish.kind !== 'open' && (
          <Select
            label={t('make.days')}
            allowDeselect={false}
            value={wish.days}
            onChange={(value) => change({ days: value ?? '14' })}
            data={INVITATION_DAYS.map((n) => ({ value: String(n), label: t('make.nDays', { n }) }))}
          />
        )}
      </Group>
    </>
  );
}
