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
import { PageBody } from './runner/PageBody.tsx';
import type { QuestionnaireRunnerProps } from './runner/props.ts';
import { ReviewBody } from './runner/ReviewBody.tsx';
import { RunnerFooter } from './runner/RunnerFooter.tsx';
import { useForm, type RunningForm } from './runner/useForm.ts';
import { useSteps } from './runner/useSteps.ts';
import { NOTED, REVIEW, useTurns, type Jump } from './runner/useTurns.ts';
import { ReadAloudContext, useReadAloud } from './useReadAloud.ts';
import { WordsContext } from './useWords.ts';

/** Whether every question of the page is asked again at each visit. */
function isAskedAgain(page: Page, previous: QuestionnaireRunnerProps['previous']): boolean {
  const questions = questionsOf(page.rows);
  return (
    previous !== undefined && questions.length > 0 && questions.every((one) => one.node.isVolatile)
  );
}

/** Focuses an item that was jumped to, and the undo button. */
function useFocus(root: RefObject<HTMLDivElement | null>, jump: Jump | null, undo: unknown): void {
  useEffect(() => {
    if (jump === null) return;
    const item = [...(root.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])].find(
      (one) => one.dataset.place === jump.key,
    );
    if (!item) return;
    item.scrollIntoView({ block: 'center' });
    const field =
      item.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      item.querySelector<HTMLElement>('[data-focus]');
    (field ?? item).focus({ preventScroll: true });
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
  useEffect(() => way?.listen(steps.back));
  const isPageAskedAgain = page !== undefined && isAskedAgain(page, props.previous);
  return (
    <ActsContext value={actions.acts}>
      <WordsContext value={t}>
        <ReadAloudContext value={reader}>
          <div ref={root} className="q-root" dir={findLanguage(language)?.dir ?? 'ltr'}>
            <Screen
              header={props.header}
              pageKey={page?.key ?? (noted ? NOTED : REVIEW)}
              layout={page ? 'split' : 'column'}
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
                <PageBody
                  page={page}
                  form={form}
                  flagged={flagged}
                  isAskedAgain={isPageAskedAgain}
                />
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
