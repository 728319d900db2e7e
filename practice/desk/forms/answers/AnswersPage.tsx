// One set of answers: highlights first, then changes, all answers, Nachträge; one sheet on paper,
// one FHIR file.

import './answers.css';
import './answers-print.css';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconChartLine,
  IconDownload,
  IconList,
  IconPrinter,
  IconSignature,
} from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import type { Answers } from '../../../../shared/forms/answers/answers.schema.ts';
import { cardOf } from '../../../../shared/forms/answers/chair-card.ts';
import { dayText } from '../../../../shared/base/dates.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import { confirmedIn } from '../../../../shared/forms/answers/master-answers.ts';
import { recordersIn } from '../../../../shared/forms/answers/origin.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import { scoresIn } from '../../../../shared/forms/scores/scores-in.ts';
import { numberInPath } from '../../../../shared/desk/patient-number.ts';
import { isVendor } from '../../../../shared/base/roles.ts';
import { callR4c } from '../../../api.ts';
import { useSession } from '../../../session.ts';
import { ErrorNotice, useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { showInstant } from '../../../ui/wording/moments.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Loading, Page } from '../../../ui/Page.tsx';
import { usePaperTitle } from '../../../ui/wording/paper-titles.ts';
import { openPdf } from '../../../ui/pdf.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { say } from '../../../ui/toast.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { AllAnswers } from './AllAnswers.tsx';
import { problemKey, useAnswersTexts } from './answers-texts.ts';
import { differencesOf, linkIdOfKey, sectionsOf } from './answers-view.ts';
import { Changes } from './Changes.tsx';
import { Highlights } from './Highlights.tsx';
import { Notes } from './Notes.tsx';
import { SAID_HERE, Unfinished } from './Unfinished.tsx';
import { WrongPerson } from './WrongPerson.tsx';

const CONFIRMED = {
  V2: 'confirmed.V2',
  V3: 'confirmed.V3',
  V4: 'confirmed.V4',
  V5: 'confirmed.V5',
} as const;
const ORIGIN_FACT = { home: 'fact.home', tablet: 'fact.blank', parked: 'fact.parked' } as const;
const KEEP_MS = 60_000;
/** The stored response; its file name contains nothing about the person. */
function saveFhir({ id, response }: Answers): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(response, null, 2)], { type: 'application/fhir+json' }),
  );
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
  const link = document.createElement('a');
  link.href = url;
  link.download = `QuestionnaireResponse-${id}.json`;
  link.click();
}

/** @param below further decisions about the person, composed in app/ */
export function AnswersPage({ below }: { below?: (patid: string) => ReactNode }) {
  const t = useAnswersTexts(),
    { answersId = '' } = useParams();
  const query = useQuery({
    queryKey: ['anamnese', 'one', answersId],
    queryFn: () => callR4c<Answers>(`/anamnese/responses/${encodeURIComponent(answersId)}`),
    refetchOnWindowFocus: false,
  });
  const paperTitle = usePaperTitle(),
    answers = query.data,
    ui = useUiTexts(),
    { isBusy, failed, run } = useSubmit();
  const open = (path: string, { title }: Answers): Promise<unknown> =>
    run(async () => {
      if (!(await openPdf(path, `${title}.pdf`))) say(ui('popup'));
    });
  const hasScores = useMemo(
    () => answers?.questionnaire != null && scoresIn(modelOf(answers.questionnaire)).length > 0,
    [answers],
  );
  const actions = answers && (
    <Group gap={8} className="p-noprint">
      <Button
        variant="default"
        component={Link}
        to={`/anamnese?patid=${encodeURIComponent(answers.patid)}`}
        leftSection={<IconList size={18} stroke={1.75} aria-hidden />}
      >
        {t('one.list')}
      </Button>
      {hasScores && (
        <Button
          variant="default"
          component={Link}
          to={`/patient/${numberInPath(answers.patid)}/verlauf`}
          leftSection={<IconChartLine size={18} stroke={1.75} aria-hidden />}
        >
          {t('one.scores')}
        </Button>
      )}
      {answers.fileId !== null && (
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconSignature size={18} stroke={1.75} aria-hidden />}
          onClick={() =>
            void open(`/documents/file/${encodeURIComponent(answers.fileId ?? '')}`, answers)
          }
        >
          {t('one.signed')}
        </Button>
      )}
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
        onClick={() => void open(`/anamnese/responses/${answers.id}/sheet`, answers)}
      >
        {t('one.print')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
        onClick={() => window.print()}
      >
        {t('one.printAll')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        onClick={() => saveFhir(answers)}
      >
        {t('one.fhir')}
      </Button>
      {answers.unmatchedId !== null && <WrongPerson unmatchedId={answers.unmatchedId} />}
    </Group>
  );
  // A Nachtrag is read together with the answers it adds to.
  if (answers && answers.addsTo !== null)
    return <Navigate to={`/anamnese/${answers.addsTo}`} replace />;
  return (
    <Page
      title={answers ? paperTitle(answers.form, answers.title) : t('one.title')}
      actions={actions}
    >
      {failed != null && <ErrorNotice error={failed} />}
      {query.isPending && <Loading />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {answers && <OneSet answers={answers} below={below?.(answers.patid)} />}
    </Page>
  );
}

function OneSet({ answers, below }: { answers: Answers; below: ReactNode }) {
  const t = useAnswersTexts(),
    language = useLanguage(),
    { user } = useSession();
  const { model, sections } = useMemo(() => sectionsOf(answers), [answers]);
  const groups = useMemo(
    () =>
      model
        ? cardOf(
            [
              {
                answersId: answers.id,
                model,
                response: answers.response,
                language: answers.language,
              },
            ],
            answers.additions,
          )
        : [],
    [model, answers],
  );
  const differences = useMemo(() => differencesOf(answers, model), [answers, model]);
  const facts = [
    t('fact.at', { at: showInstant(answers.answeredAt, language) }),
    answers.origin === null ? undefined : t(ORIGIN_FACT[answers.origin]),
    answers.tabletName === null ? undefined : t('fact.tablet', { name: answers.tabletName }),
    ...[...new Set([answers.recordedByName ?? '', ...recordersIn(answers.response)])]
      .filter((name) => name !== '')
      .map((name) => t('fact.by', { name })),
    answers.language === 'de'
      ? undefined
      : t('fact.language', { language: languageName(answers.language, language) }),
  ].filter((one) => one !== undefined);
  const confirmed = useMemo(() => confirmedIn(answers.response), [answers]);
  const problems = answers.problemList.filter((one) => !SAID_HERE.includes(one.code));
  const questionOf = (key: string): string =>
    model?.byLinkId.get(linkIdOfKey(key))?.item.text ?? key;
  return (
    <div className="p-stack an-page">
      <div>
        <Text className="an-who">
          <strong>{answers.patientName}</strong>{' '}
          <span className="p-tabular">
            {answers.geburtsdatum === '' ? '' : `*${dayText(answers.geburtsdatum, language)}`}
          </span>
        </Text>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      {answers.isWrongPerson && <Notice tone="warn">{t('one.wrongPerson')}</Notice>}
      {answers.questionnaire === null && <Notice tone="warn">{t('one.noForm')}</Notice>}
      <Unfinished response={answers.response} model={model} />
      <Highlights groups={groups} />
      {problems.length > 0 && (
        <Notice tone="warn">
          <Text size="sm" fw={600}>
            {t('problem.title')}
          </Text>
          <ul className="an-problems">
            {problems.map((one, at) => (
              <li key={at}>
                {one.key !== '' && `${questionOf(one.key)}: `}
                {t(problemKey(one.code))}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {below}
      {confirmed.length > 0 && (
        <Text size="sm" className="an-confirmed">
          <strong>{t('confirmed.title')}</strong>{' '}
          {confirmed
            .map((one) =>
              t(CONFIRMED[one.rule], {
                value:
                  one.rule === 'V3' || one.rule === 'V4' ? dayText(one.value, language) : one.value,
              }),
            )
            .join(' · ')}
        </Text>
      )}
      <Changes differences={differences} lastAt={answers.before?.answeredAt ?? null} />
      <Notes
        answersId={answers.id}
        additions={answers.additions}
        mayAdd={user !== null && !isVendor(user.role)}
      />
      <AllAnswers sections={sections} language={answers.language} />
    </div>
  );
}
