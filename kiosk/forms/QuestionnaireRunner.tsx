/** Questionnaire runner: page by page, then a review page. It stores no answers itself. */
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { findLanguage } from '../../shared/base/languages.ts';
import { Question, Screen } from '../ui/Screen.tsx';
import { ActsContext } from './acts.ts';
import { minutesLeft } from './answers/duration.ts';
import { AskBack } from './AskBack.tsx';
import { NotedBody } from './noted/NotedBody.tsx';
import { notedOf } from './noted/noted.ts';
import { PageHead } from './PageHead.tsx';
import { questionsOf, type Page } from './pages.ts';
import { problemTexts } from './runner/check.ts';
import { Missing } from './runner/Missing.tsx';
import { PageBody } from './runner/PageBody.tsx';
import type { QuestionnaireRunnerProps } from './runner/props.ts';
import { ReviewBody } from './runner/ReviewBody.tsx';
import { RunnerFooter } from './runner/RunnerFooter.tsx';
import { itemOf, showAtTop } from './runner/showItem.ts';
import { useFollowUps } from './runner/useFollowUps.ts';
import { useForm, type RunningForm } from './runner/useForm.ts';
import { useSteps } from './runner/useSteps.ts';
import { NOTED, REVIEW, useTurns, type Jump } from './runner/useTurns.ts';
import { ReadAloudContext, useReadAloud } from './useReadAloud.ts';
import { WordsContext } from './useWords.ts';

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** Whether every question of the page is asked again at each visit. */
function isAskedAgain(page: Page, previous: QuestionnaireRunnerProps['previous']): boolean {
  const questions = questionsOf(page.rows);
  return (
    previous !== undefined && questions.length > 0 && questions.every((one) => one.node.isVolatile)
  );
}

/**
 * Shows an item that was jumped to at the top of the view, and focuses its question, or the field
 * with a wrong entry; focuses the undo button.
 */
function useFocus(root: RefObject<HTMLDivElement | null>, jump: Jump | null, undo: unknown): void {
  useEffect(() => {
    const item = jump && root.current && itemOf(root.current, jump.key);
    if (!item) return;
    const heading =
      item.dataset.heading === undefined
        ? null
        : (root.current?.querySelector<HTMLElement>('.q-top__ask') ?? null);
    const field = jump.isMissing
      ? null
      : (item.querySelector<HTMLElement>('[aria-invalid="true"]') ??
        item.querySelector<HTMLElement>('[data-focus]'));
    (field ?? heading?.querySelector('h1') ?? item).focus({ preventScroll: true });
    showAtTop(heading ?? item, root.current?.querySelector<HTMLElement>('.q-missing'));
  }, [root, jump]);
  // The pressed button is unmounted with its card; the undo button takes the focus.
  useEffect(() => {
    if (undo) root.current?.querySelector<HTMLElement>('.q-undo button')?.focus();
  }, [root, undo]);
}

/** Returns the list of known answers, while it is on the screen. */
function useNoted(
  { given, pieces, previous, actions }: RunningForm,
  isNoted: boolean,
): ReturnType<typeof notedOf> | undefined {
  const { model, state, computed } = given,
    opened = actions.reopened;
  return useMemo(
    () =>
      isNoted && previous
        ? notedOf({ model, pieces, state, previous, opened, computed })
        : undefined,
    [isNoted, model, pieces, state, previous, opened, computed],
  );
}

export default function QuestionnaireRunner(props: QuestionnaireRunnerProps) {
  const { state, language, way } = props;
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
  const isPageAskedAgain = page !== undefined && isAskedAgain(page, props.previous);
  const problems = page ? problemTexts(page, flagged, form) : NO_PROBLEMS;
  const asked = page?.heading?.isQuestion === true ? page.heading.linkId : undefined;
  return (
    <ActsContext value={actions.acts}>
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
                    minutes={minutesLeft(
                      path.slice(Math.max(0, index)),
                      (key) => (state.answers[key] ?? []).length > 0,
                    )}
                    reading={form.reading}
                    isAskedAgain={isPageAskedAgain}
                    problem={asked === undefined ? undefined : problems.get(asked)}
                  />
                ) : (
                  <Question
                    reason={
                      <bdi>
                        <span lang={words.language}>
                          {t(noted ? 'noted.reason' : 'review.reason')}
                        </span>
                      </bdi>
                    }
                  >
                    <bdi>
                      <span lang={words.language}>{t(noted ? 'noted.title' : 'review.title')}</span>
                    </bdi>
                  </Question>
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
                <>
                  <Missing
                    page={page}
                    flagged={flagged}
                    problems={problems}
                    reading={form.reading}
                    onGo={turns.goTo}
                  />
                  <PageBody
                    page={page}
                    form={form}
                    problems={problems}
                    isAskedAgain={isPageAskedAgain}
                  />
                </>
              ) : noted ? (
                <NotedBody
                  form={form}
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
              onChange={() => {
                if (asking) steps.change(asking.question);
              }}
            />
          </div>
        </ReadAloudContext>
      </WordsContext>
    </ActsContext>
  );
}
