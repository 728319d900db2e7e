/** Questionnaire runner: page by page, then a review page. It stores no answers itself. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { findLanguage } from '../../shared/base/languages.ts';
import type { FormState } from '../../shared/forms/questionnaire/state.ts';
import { Question, Screen } from '../ui/Screen.tsx';
import { ActsContext } from './acts.ts';
import { minutesLeft } from './answers/duration.ts';
import { fetchLaterAnswers } from './answers/Later.tsx';
import { fetchPhotoAnswer } from './answers/Field.tsx';
import { AskBack } from './AskBack.tsx';
import type { Noted } from './noted/noted.ts';
import { ListContext } from './listParts.ts';
import { PageHead } from './PageHead.tsx';
import { questionsOf, type Page } from './pages.ts';
import { problemTexts } from './runner/check.ts';
import { PageBody } from './runner/PageBody.tsx';
import type { QuestionnaireRunnerProps } from './runner/props.ts';
import { ReviewBody } from './runner/ReviewBody.tsx';
import { RunnerFooter } from './runner/RunnerFooter.tsx';
import { useFocus } from './runner/useFocus.ts';
import { useFollowUps } from './runner/useFollowUps.ts';
import { useForm, type RunningForm } from './runner/useForm.ts';
import { useSteps } from './runner/useSteps.ts';
import { NOTED, REVIEW, useTurns } from './runner/useTurns.ts';
import { ReadAloudContext, useReadAloud } from './useReadAloud.ts';
import { useWords, WordsContext } from './useWords.ts';
import './layout.css';

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** Whether every question of the page is asked again at each visit. */
function isAskedAgain(page: Page, previous: QuestionnaireRunnerProps['previous']): boolean {
  const questions = questionsOf(page.rows);
  return (
    previous !== undefined && questions.length > 0 && questions.every((one) => one.node.isVolatile)
  );
}

/** Returns the list of known answers, while it is on the screen. */
function useNoted(
  { given, pieces, previous, actions, sourceOf }: RunningForm,
  isNoted: boolean,
): Noted | undefined {
  const { model, state, computed, list } = given,
    opened = actions.reopened;
  return useMemo(
    () =>
      isNoted && list && previous
        ? list.notedOf({
            model,
            pieces,
            state,
            previous,
            opened,
            computed,
            sourceOf,
          })
        : undefined,
    [isNoted, list, model, pieces, state, previous, opened, computed, sourceOf],
  );
}

/** Minutes left from a page on; a page outside of the way has index −1. */
const minutesFrom = (path: readonly Page[], index: number, { answers }: FormState): number =>
  minutesLeft(path.slice(Math.max(0, index)), (key) => (answers[key] ?? []).length > 0);

/** Head of a page that lists answers: the known ones, or all of them. */
function ListHead({ lang, of }: { readonly lang: string; readonly of: 'noted' | 'review' }) {
  const { t } = useWords();
  return (
    <Question
      reason={
        <bdi>
          <span lang={lang}>{t(of === 'noted' ? 'noted.reason' : 'review.reason')}</span>
        </bdi>
      }
    >
      <bdi>
        <span lang={lang}>{t(of === 'noted' ? 'noted.title' : 'review.title')}</span>
      </bdi>
    </Question>
  );
}

function fetchRareAnswers(): void {
  void fetchPhotoAnswer();
  void fetchLaterAnswers();
}

export default function QuestionnaireRunner(props: QuestionnaireRunnerProps) {
  const { state, language, way, list } = props,
    List = list?.NotedBody;
  const root = useRef<HTMLDivElement>(null);
  const [flagged, setFlagged] = useState<ReadonlySet<string>>(new Set());
  const form = useForm(props, flagged.size > 0);
  const reader = useReadAloud(props.isPaused);
  const turns = useTurns(form, setFlagged, reader.stop);
  const steps = useSteps(form, turns, reader.stop);
  const { words, path, actions } = form,
    { t } = words,
    { page, index, isNoted } = turns,
    { asking } = steps;
  const noted = useNoted(form, isNoted);
  const [isSeen, setSeen] = useState(false);
  useFocus(root, turns.jump, actions.undo);
  const onAnswer = useFollowUps(root, state);
  useEffect(() => way?.listen(steps.back));
  useEffect(fetchRareAnswers, []);
  const isPageAskedAgain = page !== undefined && isAskedAgain(page, props.previous);
  const problems = page ? problemTexts(page, flagged, form) : NO_PROBLEMS;
  const asked = page?.heading?.isQuestion === true ? page.heading.linkId : undefined;
  return (
    <ActsContext value={actions.acts}>
      <ListContext value={list}>
        <WordsContext value={t}>
          <ReadAloudContext value={reader}>
            <div
              ref={root}
              className="q-root"
              dir={findLanguage(language)?.dir ?? 'ltr'}
              onClickCapture={onAnswer}
            >
              <Screen
                header={props.header}
                pageKey={page?.key ?? (noted ? NOTED : REVIEW)}
                layout={page ? (asked === undefined ? 'wide' : 'split') : 'column'}
                question={
                  page ? (
                    <PageHead
                      lang={words.language}
                      page={page}
                      index={index}
                      pages={path}
                      minutes={minutesFrom(path, index, state)}
                      reading={form.reading}
                      isAskedAgain={isPageAskedAgain}
                      hasBar={props.hasBar !== true}
                      problem={asked === undefined ? undefined : problems.get(asked)}
                    />
                  ) : (
                    <ListHead lang={words.language} of={noted ? 'noted' : 'review'} />
                  )
                }
                footer={
                  <RunnerFooter
                    form={form}
                    turns={turns}
                    steps={steps}
                    noted={noted}
                    isSeen={isSeen}
                  />
                }
              >
                {page ? (
                  <PageBody
                    page={page}
                    form={form}
                    flagged={flagged}
                    problems={problems}
                    isAskedAgain={isPageAskedAgain}
                    onGo={turns.goTo}
                  />
                ) : noted && List ? (
                  <List
                    lang={words.language}
                    reading={form.reading}
                    noted={noted}
                    onChange={(key) => steps.edit(noted, key)}
                    onEnd={() => setSeen(true)}
                  />
                ) : (
                  <ReviewBody form={form} isTooLarge={turns.isTooLarge} onChange={turns.visit} />
                )}
              </Screen>
              <AskBack
                key={asking?.question.rule ?? ''}
                question={asking?.question}
                lang={words.language}
                onYes={() => asking?.goOn()}
                onChange={() => asking && steps.change(asking.question)}
              />
            </div>
          </ReadAloudContext>
        </WordsContext>
      </ListContext>
    </ActsContext>
  );
}
