// Selects what one person is given by a link: documents, papers to sign, a questionnaire.

import { Button, Checkbox, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { languageName } from '../../../shared/base/language-names.ts';
import type { Patient } from '../../../shared/desk/patient.schema.ts';
import { LEAST_REASON, type SecondStep } from '../../../shared/exchange/share.ts';
import type {
  NewShare,
  ShareLink,
  SharePapers,
  ShareWays,
} from '../../../shared/exchange/share.schema.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { ChooseStep } from './ChooseStep.tsx';
import { type getForms, makeShare } from './share-calls.ts';
import { useShareTexts } from './share-texts.ts';

type Person = Pick<Patient, 'patid' | 'firstName' | 'lastName' | 'geburtsdatum'>;

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

/** Contents of a new link. */
interface Wish {
  files: string[];
  signed: string[];
  formId: string;
  language: string;
  step: SecondStep;
  reason: string;
}

/** The items that a person may be given, and the preselected ones. */
interface Offer {
  person: Person;
  documents: readonly DocumentRow[];
  forms: Awaited<ReturnType<typeof getForms>>;
  papers: SharePapers;
  fileId: string;
  taskId: string;
  wanted: string;
}

/** Holds the wish, and makes its link. */
function useShareWish(
  { person, documents, forms, papers, fileId, taskId, wanted }: Offer,
  onMade: (link: ShareLink) => void,
) {
  const { isBusy, failed, run, clear } = useSubmit();
  // One id per request: a second press makes the same link, a changed request another one.
  const [id, setId] = useState(() => uuidv7()),
    [wish, setWish] = useState<Wish>(() => ({
      files: documents.filter((one) => one.fileId === fileId).map((one) => one.fileId),
      signed: firstOf(papers, taskId.split(',')),
      formId: forms.some((one) => one.id === wanted) ? wanted : NO_FORM,
      language: 'de',
      step: 'code',
      reason: '',
    })),
    [isTried, setTried] = useState(false);
  const { files, signed, step, reason } = wish,
    form = forms.find((one) => one.id === wish.formId),
    languages = form?.languages ?? ['de', 'en'],
    language = languages.includes(wish.language) ? wish.language : 'de',
    isDisclosed = files.length > 0 || signed.length > 0,
    isNothing = !isDisclosed && !form,
    isUnsaid = isDisclosed && step === 'mail' && reason.trim().length < LEAST_REASON;
  const change = (part: Partial<Wish>): void => {
    setId(uuidv7());
    clear();
    setWish((old) => ({ ...old, ...part }));
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
          language,
          items,
          secondStep: isDisclosed ? step : 'none',
          ...(isDisclosed && step === 'mail' && { stepReason: reason.trim() }),
        }),
      );
    });
  };
  return {
    wish,
    change,
    languages,
    language,
    isDisclosed,
    isNothing: isTried && isNothing,
    isUnsaid: isTried && isUnsaid,
    make,
    isBusy,
    failed,
  };
}
type ShareWish = ReturnType<typeof useShareWish>;

/** The form that selects what a person is given, and how the person shows who they are. */
export function ThingsForm({
  ways,
  onClose,
  onMade,
  ...offer
}: Offer & { ways: ShareWays; onClose: () => void; onMade: (link: ShareLink) => void }) {
  const t = useShareTexts(),
    ui = useUiTexts(),
    asked = useShareWish(offer, onMade),
    { wish, change, failed } = asked,
    { documents, papers, forms, wanted } = offer;
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void asked.make();
      }}
    >
      {documents.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('choose.noDocuments')}
        </Text>
      ) : (
        <DocumentChoice documents={documents} asked={asked} />
      )}
      {papers.length > 0 && <PaperChoice papers={papers} asked={asked} />}
      <FormChoice forms={forms} asked={asked} />
      {wanted !== '' && wish.formId === wanted && (
        <Text size="sm" c="dimmed">
          {t('choose.ofMappe')}
        </Text>
      )}
      {asked.isDisclosed ? (
        <ChooseStep
          ways={ways}
          step={wish.step}
          reason={wish.reason}
          isShort={asked.isUnsaid}
          onStep={(step) => change({ step })}
          onReason={(reason) => change({ reason })}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('choose.noCode')}
        </Text>
      )}
      {asked.isNothing && (
        <Text size="sm" c="var(--bad)" role="alert">
          {t('choose.nothing')}
        </Text>
      )}
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={asked.isBusy}>
          {t('choose.go')}
        </Button>
      </Group>
    </form>
  );
}

function DocumentChoice({
  documents,
  asked: { wish, change },
}: {
  documents: readonly DocumentRow[];
  asked: ShareWish;
}) {
  const t = useShareTexts();
  return (
    <Checkbox.Group
      label={t('choose.documents')}
      value={wish.files}
      onChange={(value) => {
        if (value.length <= 15) change({ files: value });
      }}
    >
      <div className="fg-files">
        {documents.map((one) => (
          <Checkbox
            key={one.fileId}
            value={one.fileId}
            label={`${one.title} · ${dayText(berlinDay(one.at), wish.language)}`}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function PaperChoice({
  papers,
  asked: { wish, change },
}: {
  papers: SharePapers;
  asked: ShareWish;
}) {
  const t = useShareTexts();
  return (
    <Checkbox.Group
      label={t('choose.papers')}
      description={t('choose.papers.text')}
      value={wish.signed}
      onChange={(value) => {
        if (value.length <= 4) change({ signed: onePerPaper(value) });
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
  );
}

function FormChoice({
  forms,
  asked: { wish, change, languages, language },
}: {
  forms: Offer['forms'];
  asked: ShareWish;
}) {
  const t = useShareTexts(),
    shown = useLanguage();
  return (
    <Group grow gap={12} align="flex-start">
      <Select
        label={t('choose.form')}
        allowDeselect={false}
        value={wish.formId}
        onChange={(value) => change({ formId: value ?? NO_FORM })}
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
        value={language}
        onChange={(value) => change({ language: value ?? 'de' })}
        data={languages.map((code) => ({ value: code, label: languageName(code, shown) }))}
      />
    </Group>
  );
}
