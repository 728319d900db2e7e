// Files selected pages with a person: into one of their papers that waits for its scan, or for the
// person under a title.

import { Button, Group, Radio, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { AGREEMENT_TEMPLATE } from '../../../shared/papers/agreement.ts';
import { dayText } from '../../../shared/base/dates.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Loading } from '../../ui/Page.tsx';
import { usePaperTitle } from '../../ui/wording/paper-titles.ts';
import { useLanguage } from '../../ui/texts.ts';
import { sayWithUndo } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { PageThumb } from './PageThumb.tsx';
import { usePapersTexts } from './papers-texts.ts';
import { fileScan, getPapers, reopenScans } from './scan-calls.ts';
import type { ChosenPage, ScanParts } from './chosen-page.ts';
import { Modal } from '../../ui/Modal.tsx';

type Props = ScanParts & {
  isOpen: boolean;
  pages: readonly ChosenPage[];
  onClose: () => void;
  onDone: () => Promise<void>;
  onUndone: () => Promise<void>;
};
type Person = Pick<FoundPatient, 'patid' | 'name' | 'geburtsdatum'>;
const ALONE = 'alone';

export function ScanAssign({ isOpen, onClose, ...rest }: Props) {
  const t = usePapersTexts();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('scan.assign')} size="lg">
      {isOpen && <AssignForm onClose={onClose} {...rest} />}
    </Modal>
  );
}

/** Holds whose pages these are and which paper they are, and files them. */
function useFiling({ pages, onDone, onUndone }: Pick<Props, 'pages' | 'onDone' | 'onUndone'>) {
  const t = usePapersTexts(),
    { isBusy, failed, run, clear } = useSubmit();
  // The paper named by its code is only suggested: a person decides.
  const named = pages[0]?.page.paper ?? null;
  const [person, setPerson] = useState<Person | null>(named),
    [choice, setChoice] = useState(''),
    [title, setTitle] = useState(''),
    [isTried, setTried] = useState(false),
    fileId = useRef(uuidv7());
  const papers = useQuery({
    queryKey: ['scan-papers', person?.patid],
    queryFn: () => getPapers(person?.patid ?? ''),
    enabled: person !== null,
  });
  const paper = papers.data?.items.find((one) => one.taskId === choice),
    clean = title.trim();
  const missing =
    person === null
      ? t('scan.personMissing')
      : choice === ''
        ? t('scan.paperMissing')
        : choice === ALONE && clean === ''
          ? t('scan.titleMissing')
          : null;
  const send = (): void => {
    setTried(true);
    if (missing !== null || person === null) return;
    const ids = pages.map((one) => one.page.pageId);
    void run(async () => {
      const { undoUntil } = await fileScan({
        fileId: fileId.current,
        pages: pages.map(({ page, turn }) => ({ pageId: page.pageId, turn })),
        patid: person.patid,
        taskId: paper?.taskId ?? null,
        title: paper?.title.slice(0, 120) ?? clean,
      });
      await onDone();
      sayWithUndo(
        t('scan.assignDone', { name: person.name }),
        async () => {
          await reopenScans(ids);
          await onUndone();
        },
        Math.min(undoUntil, Date.now() + 10_000),
      );
    });
  };
  return {
    person,
    papers,
    choice,
    title,
    setTitle,
    choosePerson: (one: Person | null): void => {
      if (one !== null) clear();
      setPerson(one);
      setChoice('');
    },
    choosePaper: (value: string): void => {
      clear();
      setChoice(value);
    },
    missing: isTried ? missing : null,
    send,
    isBusy,
    failed,
  };
}

function AssignForm({ pages, PatientSearch, onClose, onDone, onUndone }: Omit<Props, 'isOpen'>) {
  const t = usePapersTexts(),
    ui = useUiTexts();
  const filing = useFiling({ pages, onDone, onUndone }),
    { person, papers, choice, missing, failed } = filing;
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        filing.send();
      }}
    >
      <ul className="pa-chosen">
        {pages.map(({ page, turn }, at) => (
          <li key={page.pageId} className="pa-small">
            <PageThumb
              pageId={page.pageId}
              turn={turn}
              alt={t('scan.page', { page: at + 1, of: pages.length })}
            />
          </li>
        ))}
      </ul>
      <PersonChoice person={person} PatientSearch={PatientSearch} onPerson={filing.choosePerson} />
      {person !== null && papers.isPending && <Loading />}
      {papers.isError && <ErrorNotice error={papers.error} onRetry={() => void papers.refetch()} />}
      {papers.data && (
        <PaperChoice papers={papers.data.items} choice={choice} onChoose={filing.choosePaper} />
      )}
      {choice === ALONE && (
        <TextInput
          label={t('scan.name')}
          placeholder={t('scan.nameHint')}
          maxLength={120}
          value={filing.title}
          onChange={(event) => filing.setTitle(event.currentTarget.value)}
        />
      )}
      {missing !== null && (
        <Text size="sm" c="var(--bad)" role="alert">
          {missing}
        </Text>
      )}
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={filing.isBusy}>
          {t('scan.assignGo')}
        </Button>
      </Group>
    </form>
  );
}

function PersonChoice({
  person,
  PatientSearch,
  onPerson,
}: ScanParts & { person: Person | null; onPerson: (person: Person | null) => void }) {
  const t = usePapersTexts(),
    language = useLanguage();
  return (
    <>
      {person === null ? (
        <PatientSearch label={t('scan.person')} onPick={onPerson} />
      ) : (
        <Group justify="space-between" className="pa-person">
          <Text>
            <strong>{person.name}</strong>{' '}
            <span className="p-tabular">*{dayText(person.geburtsdatum, language)}</span>{' '}
            <span className="p-muted p-tabular">· {person.patid}</span>
          </Text>
          <Button size="xs" variant="default" onClick={() => onPerson(null)}>
            {t('scan.otherPerson')}
          </Button>
        </Group>
      )}
    </>
  );
}

function PaperChoice({
  papers,
  choice,
  onChoose,
}: {
  papers: Awaited<ReturnType<typeof getPapers>>['items'];
  choice: string;
  onChoose: (value: string) => void;
}) {
  const t = usePapersTexts(),
    paperTitle = usePaperTitle(),
    language = useLanguage();
  return (
    <Radio.Group value={choice} onChange={onChoose} label={t('scan.paper')}>
      <div className="pa-options">
        {papers.map((one) => (
          <Radio
            key={one.taskId}
            value={one.taskId}
            label={
              one.template === AGREEMENT_TEMPLATE
                ? t('fee.paper')
                : paperTitle(one.template, one.title)
            }
            description={`${showInstant(one.createdAt, language)} · ${t(one.state === 'paper' ? 'scan.paperOut' : 'scan.paperTicked')}`}
          />
        ))}
        <Radio value={ALONE} label={t('scan.alone')} description={t('scan.aloneHow')} />
      </div>
    </Radio.Group>
  );
}
