// Selects what a patient is given home, and shows the created link.

import { Button, Checkbox, Group, Modal, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { languageName } from '../../../shared/base/language-names.ts';
import type { FoundPatient, Patient } from '../../../shared/desk/patient.schema.ts';
import { LEAST_REASON, type SecondStep } from '../../../shared/exchange/share.ts';
import type {
  NewShare,
  ShareLink,
  SharePapers,
  ShareWays,
} from '../../../shared/exchange/share.schema.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { ChooseStep } from './ChooseStep.tsx';
import { getDocuments, getForms, getPapers, getWays, makeShare } from './share-calls.ts';
import { useShareTexts } from './share-texts.ts';
import { useParts } from './parts.ts';
import { ShownShare } from './ShownShare.tsx';

type Person = Pick<Patient, 'patid' | 'firstName' | 'lastName' | 'geburtsdatum'>;
interface Props {
  isOpen: boolean;
  made: ShareLink | null;
  /** Contents of the previous link that are missing in this one. */
  without: readonly string[];
  patient: Patient | null;
  fileId: string;
  /**
   * Papers to be signed, separated by commas, with the role of the intended signer after a space:
   * preselected.
   */ taskId: string;
  /** A preselected questionnaire. */
  form: string;
  onClose: () => void;
  onMade: (link: ShareLink) => void;
}

export function GiveHomeDialog({
  isOpen,
  made,
  without,
  patient,
  fileId,
  taskId,
  form,
  onClose,
  onMade,
}: Props) {
  const t = useShareTexts(),
    ui = useUiTexts();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('give')}
      size={made ? 880 : 640}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      {made ? (
        <ShownShare link={made} without={without} onClose={onClose} />
      ) : (
        <ChoosePerson
          patient={patient}
          fileId={fileId}
          taskId={taskId}
          form={form}
          onClose={onClose}
          onMade={onMade}
        />
      )}
    </Modal>
  );
}

function ChoosePerson({
  patient,
  fileId,
  taskId,
  form,
  onClose,
  onMade,
}: Omit<Props, 'isOpen' | 'made' | 'without'>) {
  const language = useLanguage();
  const t = useShareTexts(),
    { PatientSearch } = useParts(),
    [person, setPerson] = useState<Person | null>(patient);
  const pick = (found: FoundPatient): void =>
    setPerson({
      patid: found.patid,
      firstName: found.firstName,
      lastName: found.lastName,
      geburtsdatum: found.geburtsdatum,
    });
  if (!person)
    return (
      <div className="p-stack">
        <Text size="sm" c="dimmed">
          {t('choose.who')}
        </Text>
        <PatientSearch label={t('choose.search')} onPick={pick} />
      </div>
    );
  return (
    <div className="p-stack">
      <Group gap={12}>
        <Text>
          <strong>
            {person.lastName}, {person.firstName}
          </strong>{' '}
          <span className="p-tabular">*{dayText(person.geburtsdatum, language)}</span>
        </Text>
        <Button size="xs" variant="default" onClick={() => setPerson(null)}>
          {t('choose.other')}
        </Button>
      </Group>
      <ChooseThings
        key={person.patid}
        person={person}
        fileId={person.patid === patient?.patid ? fileId : ''}
        taskId={person.patid === patient?.patid ? taskId : ''}
        wanted={person.patid === patient?.patid ? form : ''}
        onClose={onClose}
        onMade={onMade}
      />
    </div>
  );
}

function ChooseThings({
  person,
  ...rest
}: {
  person: Person;
  fileId: string;
  taskId: string;
  wanted: string;
  onClose: () => void;
  onMade: (link: ShareLink) => void;
}) {
  const documents = useQuery({
      queryKey: ['documents-to-share', person.patid],
      queryFn: () => getDocuments(person.patid),
    }),
    forms = useQuery({ queryKey: ['forms-in-use'], queryFn: getForms }),
    papers = useQuery({
      queryKey: ['papers-to-share', person.patid],
      queryFn: () => getPapers(person.patid),
    }),
    ways = useQuery({
      queryKey: ['share-ways', person.patid],
      queryFn: () => getWays(person.patid),
    });
  if (documents.isPending || forms.isPending || papers.isPending || ways.isPending)
    return <Loading />;
  if (documents.isError)
    return <ErrorNotice error={documents.error} onRetry={() => void documents.refetch()} />;
  if (forms.isError)
    return <ErrorNotice error={forms.error} onRetry={() => void forms.refetch()} />;
  if (papers.isError)
    return <ErrorNotice error={papers.error} onRetry={() => void papers.refetch()} />;
  if (ways.isError) return <ErrorNotice error={ways.error} onRetry={() => void ways.refetch()} />;
  return (
    <ThingsForm
      ways={ways.data}
      person={person}
      documents={documents.data.filter((one) => one.voidedAt === null)}
      forms={forms.data}
      papers={papers.data}
      {...rest}
    />
  );
}

const NO_FORM = '';
/** A paper with several signers is listed once for each of them. */
const keyOf = (one: SharePapers[number]): string => `${one.taskId} ${one.signer.role}`;
/** A link belongs to one person: of several signers the one selected last. */
const onePerPaper = (keys: readonly string[]): string[] =>
  keys.filter(
    (key, at) => !keys.slice(at + 1).some((later) => later.split(' ')[0] === key.split(' ')[0]),
  );
/**
 * Of several signers of one paper selects the intended one, else the first; a link holds four
 * papers at most.
 */
const firstOf = (papers: SharePapers, wanted: readonly string[]): string[] =>
  papers
    .filter(
      (one, at) =>
        wanted.includes(keyOf(one)) ||
        (wanted.includes(one.taskId) &&
          papers.findIndex((other) => other.taskId === one.taskId) === at),
    )
    .slice(0, 4)
    .map(keyOf);
function ThingsForm({
  ways,
  person,
  documents,
  forms,
  papers,
  fileId,
  taskId,
  wanted,
  onClose,
  onMade,
}: {
  ways: ShareWays;
  person: Person;
  documents: readonly DocumentRow[];
  forms: Awaited<ReturnType<typeof getForms>>;
  papers: SharePapers;
  fileId: string;
  taskId: string;
  wanted: string;
  onClose: () => void;
  onMade: (link: ShareLink) => void;
}) {
  const t = useShareTexts(),
    ui = useUiTexts(),
    shown = useLanguage(),
    { isBusy, failed, run, clear } = useSubmit();
  // One id per request: a second press makes the same link, a changed request another one.
  const [id, setId] = useState(() => uuidv7()),
    [files, setFiles] = useState<string[]>(() =>
      documents.filter((one) => one.fileId === fileId).map((one) => one.fileId),
    ),
    [signed, setSigned] = useState<string[]>(() => firstOf(papers, taskId.split(','))),
    [formId, setForm] = useState(forms.some((one) => one.id === wanted) ? wanted : NO_FORM),
    [language, setLanguage] = useState('de'),
    [isTried, setTried] = useState(false),
    [step, setStep] = useState<SecondStep>('code'),
    [reason, setReason] = useState('');
  const form = forms.find((one) => one.id === formId),
    languages = form?.languages ?? ['de', 'en'],
    chosen = languages.includes(language) ? language : 'de',
    isDisclosed = files.length > 0 || signed.length > 0,
    isNothing = !isDisclosed && !form,
    isUnsaid = isDisclosed && step === 'mail' && reason.trim().length < LEAST_REASON;
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      setId(uuidv7());
      clear();
      set(value);
    };
  const make = async (): Promise<void> => {
    setTried(true);
    if (isNothing || isUnsaid) return;
    const items: NewShare['items'] = [
      ...files.map((one) => ({ kind: 'document' as const, fileId: one })),
      ...papers
        .filter((one) => signed.includes(keyOf(one)))
        .map((one) => ({ kind: 'sign' as const, taskId: one.taskId, role: one.signer.role })),
      ...(form ? [{ kind: 'questionnaire' as const, formId: form.id }] : []),
    ];
    await run(async () => {
      onMade(
        await makeShare({
          id,
          patid: person.patid,
          language: chosen,
          items,
          secondStep: isDisclosed ? step : 'none',
          ...(isDisclosed && step === 'mail' && { stepReason: reason.trim() }),
        }),
      );
    });
  };
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      {documents.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('choose.noDocuments')}
        </Text>
      ) : (
        <Checkbox.Group
          label={t('choose.documents')}
          value={files}
          onChange={(value) => {
            if (value.length <= 15) changed(setFiles)(value);
          }}
        >
          <div className="fg-files">
            {documents.map((one) => (
              <Checkbox
                key={one.fileId}
                value={one.fileId}
                label={`${one.title} · ${dayText(berlinDay(one.at), language)}`}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {papers.length > 0 && (
        <Checkbox.Group
          label={t('choose.papers')}
          description={t('choose.papers.text')}
          value={signed}
          onChange={(value) => {
            if (value.length <= 4) changed(setSigned)(onePerPaper(value));
          }}
        >
          <div className="fg-files">
            {papers.map((one) => (
              <Checkbox
                key={keyOf(one)}
                value={keyOf(one)}
                label={t('choose.paper', { title: one.title, name: one.signer.name })}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Group grow gap={12} align="flex-start">
        <Select
          label={t('choose.form')}
          allowDeselect={false}
          value={formId}
          onChange={(value) => changed(setForm)(value ?? NO_FORM)}
          data={[
            { value: NO_FORM, label: t('choose.noForm') },
            ...forms.map((one) => ({
              value: one.id,
              label: one.title[shown] ?? one.title.de ?? one.id,
            })),
          ]}
        />
        <Select
          label={t('choose.language')}
          allowDeselect={false}
          value={chosen}
          onChange={(value) => changed(setLanguage)(value ?? 'de')}
          data={languages.map((code) => ({ value: code, label: languageName(code, shown) }))}
        />
      </Group>
      {wanted !== '' && formId === wanted && (
        <Text size="sm" c="dimmed">
          {t('choose.ofMappe')}
        </Text>
      )}
      {isDisclosed ? (
        <ChooseStep
          ways={ways}
          step={step}
          reason={reason}
          isShort={isTried && isUnsaid}
          onStep={changed(setStep)}
          onReason={changed(setReason)}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('choose.noCode')}
        </Text>
      )}
      {isTried && isNothing && (
        <Text size="sm" c="var(--bad)" role="alert">
          {t('choose.nothing')}
        </Text>
      )}
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('choose.go')}
        </Button>
      </Group>
    </form>
  );
}
