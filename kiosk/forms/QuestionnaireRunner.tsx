/** Questionnaire runner: page by page, then a review page. It stores no answers itself. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Ask } from '../../shared/desk/master-data.ts';
import type { Problem } from '../../shared/forms/questionnaire/check.ts';
import { findLanguage } from '../../shared/base/languages.ts';
import type { Model } from '../../shared/forms/questionnaire/model.ts';
import type { FormState, Place } from '../../shared/forms/questionnaire/state.ts';
import { viewOf, type Computed } from '../../shared/forms/questionnaire/view.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SavedTick } from '../ui/SavedTick.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { ActsContext } from './acts.ts';
import { AskBack } from './AskBack.tsx';
import { minutesLeft } from './answers/duration.ts';
import { PageHead } from './PageHead.tsx';
import { pagesOf, piecesOf, placesOf, questionsOf, type Page, type Piece } from './pages.ts';
import { problemText, wrongAt } from './problems.ts';
import {
  beforeOf,
  birthProblems,
  openAt,
  questionsAbout,
  type Question as AskedBack,
} from './record.ts';
import { confirmPage, mayConfirm, untouchedAt } from './revisit.ts';
import { Review } from './Review.tsx';
import { Rows } from './Rows.tsx';
import type { Carry, Known, LoadPhoto, Previous, StorePhoto } from './types.ts';
import { useFormActs } from './useFormActs.ts';
import { usePages } from './usePages.ts';
import { ReadAloudContext, useReadAloud } from './useReadAloud.ts';
import { useSpoken, WordsContext } from './useWords.ts';
import { readingOf, type Reading } from './words.ts';

export interface QuestionnaireRunnerProps {
  readonly header: ReactNode;
  readonly model: Model;
  readonly state: FormState;
  /** Results of the form's expressions; questions that depend on a missing result are not asked. */
  readonly computed?: Computed;
  /** Problems of the form's own rules, by item key. */
  readonly rules?: readonly Problem[];
  /** Language of the questions, BCP 47; the surrounding texts follow the app. */
  readonly language: string;
  /** Use Leichte Sprache where the form has it. */
  readonly plain: boolean;
  /** 0-based page to open at; the number of pages or more opens the review page. */
  readonly startAt: number;
  readonly isSaved: boolean;
  /** A dialog or cover is over the page: nothing is read aloud. */
  readonly isPaused: boolean;
  readonly previous?: Previous;
  /** Adds untouched earlier answers; the review page shows exactly what is submitted. */
  readonly carry?: Carry;
  /** Item keys touched before the form was opened again. */
  readonly opened?: readonly string[];
  /** Called when an item with an earlier answer is touched for the first time. */
  readonly onOpen?: (key: string) => void;
  /**
   * Values from the practice's record: shown for confirmation, with extra confirmation of unusual
   * answers.
   */
  readonly known?: Known;
  /** Called when an unusual answer was confirmed. */
  readonly onAsked?: (ask: Ask) => void;
  readonly storePhoto?: StorePhoto;
  readonly loadPhoto?: LoadPhoto;
  readonly onState: (next: FormState) => void;
  /** 0-based page on the screen; the number of pages means the review page. */
  readonly onPage: (index: number, of: number) => void;
  /** Called when „Stimmt noch“ was pressed for an item; its answer is in the state. */
  readonly onConfirm?: (place: Place) => void;
  /**
   * Called on submission; not submitted where the answers with their photos exceed the size limit.
   */
  readonly onDone: () => 'too_large' | undefined;
  readonly onBack?: () => void;
  /**
   * Where the browser has its own history, „Zurück“ navigates back in it, and the browser notifies
   * the listener.
   */
  readonly way?: { readonly back: () => void; readonly listen: (goBack: () => void) => () => void };
  /** Extra content of the review page and label of its button, where it is the last page of all. */
  readonly end?: { readonly before: ReactNode; readonly word: ReactNode };
}

/** Key of the review page. */
const REVIEW = '\u0000review';
const NO_RULES: readonly Problem[] = [],
  NO_KEYS: readonly string[] = [];
/** Known items of the record that were skipped. */
const isPassedOver = (problem: Problem): boolean =>
  problem.code === 'required' && problem.human === UNCONFIRMED;
const UNCONFIRMED = '\u0000unconfirmed';

export default function QuestionnaireRunner(props: QuestionnaireRunnerProps) {
  const { model, state, computed, language, plain, rules = NO_RULES } = props;
  const words = useSpoken(language),
    { t } = words;
  const root = useRef<HTMLDivElement>(null);
  const reading = useMemo(() => readingOf(model, language, plain), [model, language, plain]);
  const view = useMemo(() => viewOf(model, state, computed), [model, state, computed]);
  const pieces = useMemo(() => piecesOf(model), [model]);
  const pages = usePages(pieces, view, computed);
  const { known } = props,
    values = known?.values;
  const previous = useMemo(() => beforeOf(props.previous, values), [props.previous, values]);
  const [flagged, setFlagged] = useState<ReadonlySet<string>>(new Set());
  const form = useFormActs({
    model,
    state,
    computed,
    reading,
    previous,
    hasProblems: flagged.size > 0,
    storePhoto: props.storePhoto,
    loadPhoto: props.loadPhoto,
    onState: props.onState,
    onConfirm: props.onConfirm,
    opened: props.opened ?? NO_KEYS,
    onOpen: props.onOpen,
  });
  const { unfinished } = form;
  const [wanted, setWanted] = useState(() => pages[Math.max(0, props.startAt)]?.key ?? REVIEW);
  const [isVisiting, setVisiting] = useState(false);
  const [jump, setJump] = useState<{ readonly key: string } | null>(null);
  const reader = useReadAloud(props.isPaused);
  const [isTooLarge, setTooLarge] = useState(false);

  const page =
    wanted === REVIEW
      ? undefined
      : (pages.find((one) => one.key === wanted) ??
        nextAfter(
          pieces.map((one) => one.key),
          wanted,
          pages,
        ));
  const index = page ? pages.indexOf(page) : pages.length;
  const passedOver = (rows: Page['rows']): readonly Problem[] =>
    openAt(placesOf(rows), state, previous, form.reopened).map((place) => ({
      key: place.key,
      code: 'required',
      human: UNCONFIRMED,
    }));
  const check = (rows: Page['rows']): readonly Problem[] => {
    const places = placesOf(rows),
      first = passedOver(rows),
      keys = new Set(first.map((one) => one.key));
    const wrong = [
      ...wrongAt(view, places, unfinished(), rules).filter((one) => !keys.has(one.key)),
      ...(known ? birthProblems(places, state, known.today) : []),
      ...first,
    ];
    return places.flatMap((place) => wrong.find((one) => one.key === place.key) ?? []);
  };
  const [asking, setAsking] = useState<{
    readonly question: AskedBack;
    readonly goOn: () => void;
  } | null>(null);
  /** Unusual answers are confirmed one after the other; then the form continues. */
  const askBack = (questions: readonly AskedBack[], goOn: () => void): void => {
    const [question, ...rest] = questions;
    if (!question) {
      setAsking(null);
      goOn();
      return;
    }
    reader.stop();
    setAsking({
      question,
      goOn: () => {
        props.onAsked?.(question);
        askBack(rest, goOn);
      },
    });
  };
  const questionsOn = (list: readonly Page[]): readonly AskedBack[] => {
    if (!known || !props.onAsked) return [];
    const carried = props.carry?.(state);
    // Known, untouched items do not count as missing.
    return questionsAbout(
      list.flatMap((one) => placesOf(one.rows)),
      carried ? viewOf(model, carried.state, carried.computed) : view,
      known,
    );
  };

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
  }, [jump]);

  // The pressed button is unmounted with its card; the undo button takes the focus.
  useEffect(() => {
    if (form.undo) root.current?.querySelector<HTMLElement>('.q-undo button')?.focus();
  }, [form.undo]);

  const turn = (key: string): void => {
    setFlagged(new Set());
    setJump(null);
    setTooLarge(false);
    reader.stop();
    setWanted(key);
    const at = pages.findIndex((one) => one.key === key);
    props.onPage(at === -1 ? pages.length : at, pages.length);
  };
  const stop = (problems: readonly Problem[]): void => {
    setFlagged(new Set(problems.map((one) => one.key)));
    setJump({ key: problems[0]?.key ?? '' });
  };
  const next = (): void => {
    const wrong = page ? check(page.rows) : [];
    if (wrong.length > 0) stop(wrong);
    else
      askBack(page ? questionsOn([page]) : [], () =>
        turn(isVisiting ? REVIEW : (pages[index + 1]?.key ?? REVIEW)),
      );
  };
  const back = (): void => {
    if (isVisiting && page) turn(REVIEW);
    else if (index > 0) {
      setVisiting(false);
      turn(pages[index - 1]?.key ?? REVIEW);
    } else props.onBack?.();
  };
  const visit = (key: string): void => {
    setVisiting(true);
    turn(
      pageBefore(
        pieces.map((one) => one.key),
        key,
        pages,
      )?.key ?? key,
    );
  };
  const { way, end } = props;
  useEffect(() => way?.listen(back));
  const done = (): void => {
    for (const one of pages) {
      const wrong = check(one.rows);
      if (wrong.length === 0) continue;
      visit(one.key);
      stop(wrong);
      return;
    }
    askBack(questionsOn(pages), () => setTooLarge(props.onDone() === 'too_large'));
  };
  /** „Ändern“: goes to the question and opens it where it is only a line. */
  const change = ({ place }: AskedBack): void => {
    setAsking(null);
    const there = pages.find((one) => placesOf(one.rows).some((other) => other.key === place.key));
    if (there && there.key !== page?.key) visit(there.key);
    form.acts.reopen(place);
    setJump({ key: place.key });
  };

  const problems = new Map<string, string>();
  if (page && flagged.size > 0) {
    const places = placesOf(page.rows);
    for (const problem of check(page.rows)) {
      const place = places.find((one) => one.key === problem.key);
      if (place && flagged.has(problem.key))
        problems.set(
          problem.key,
          isPassedOver(problem) ? t('record.missing') : problemText(problem, place, t, language),
        );
    }
  }

  const questions = page ? questionsOf(page.rows) : [];
  const isPageAskedAgain =
    props.previous !== undefined &&
    questions.length > 0 &&
    questions.every((one) => one.node.isVolatile);
  // If the record provides every value, the button uses the record's wording.
  const canConfirmAll =
    page !== undefined &&
    previous !== undefined &&
    questions.some((one) => !previous.isRecord(one)) &&
    mayConfirm(questions, state, previous) &&
    confirmPage(model, state, page.key, previous, computed) !== undefined;
  const openKnown = page ? openAt(questions, state, previous, form.reopened) : [],
    untouched = previous ? untouchedAt(questions, state, previous, form.reopened) : [];
  const hasBack = index > 0 || isVisiting || props.onBack !== undefined;

  /** The app's own words, with their language for screen readers. */
  const said = (text: ReactNode): ReactNode => <span lang={words.language}>{text}</span>;
  return (
    <ActsContext value={form.acts}>
      <WordsContext value={t}>
        <ReadAloudContext value={reader}>
          <div ref={root} className="q-root" dir={findLanguage(language)?.dir ?? 'ltr'}>
            <Screen
              header={props.header}
              pageKey={page?.key ?? REVIEW}
              layout={page ? 'split' : 'column'}
              question={
                page ? (
                  <PageHead
                    lang={words.language}
                    page={page}
                    index={index}
                    pages={pages}
                    minutes={minutesLeft(
                      pages.slice(index),
                      (key) => (state.answers[key] ?? []).length > 0,
                    )}
                    reading={reading}
                    isAskedAgain={isPageAskedAgain}
                  />
                ) : (
                  <Question reason={<bdi>{said(t('review.reason'))}</bdi>}>
                    <bdi>{said(t('review.title'))}</bdi>
                  </Question>
                )
              }
              footer={
                <Footer
                  back={
                    hasBack && (
                      <Button icon="back" onPress={way ? way.back : back}>
                        {said(t('back'))}
                      </Button>
                    )
                  }
                  primary={
                    <Button
                      kind="primary"
                      grow
                      iconEnd={page && !isVisiting ? 'forward' : 'check'}
                      onPress={page ? next : done}
                    >
                      {said(
                        page
                          ? isVisiting
                            ? t('review.return')
                            : t('next')
                          : (end?.word ?? t('review.done')),
                      )}
                    </Button>
                  }
                  note={<SavedTick words={props.isSaved ? t('saved') : null} />}
                />
              }
            >
              {page ? (
                <>
                  {canConfirmAll && (
                    <Button icon="check" onPress={() => form.confirmAll(page.key)}>
                      {said(t('confirmAll'))}
                    </Button>
                  )}
                  {!canConfirmAll && openKnown.length > 0 && untouched.length > 1 && (
                    <Button icon="check" onPress={() => form.confirmShown(page.key)}>
                      {said(t('record.confirmAll'))}
                    </Button>
                  )}
                  <div className="q-rows" lang={words.language}>
                    <Rows
                      rows={page.rows}
                      state={state}
                      reading={reading}
                      problems={problems}
                      previous={previous}
                      reopened={form.reopened}
                      heading={page.heading?.isQuestion === true ? page.heading.linkId : undefined}
                      isPageAskedAgain={isPageAskedAgain}
                      undo={
                        form.undo
                          ? {
                              key: form.undo.key,
                              index: form.undo.index,
                              bar: (
                                <div className="q-undo">
                                  <Notice
                                    kind="info"
                                    live
                                    title={t('removed')}
                                    action={
                                      <Button icon="undo" onPress={form.takeBack}>
                                        {t('undo')}
                                      </Button>
                                    }
                                  />
                                </div>
                              ),
                            }
                          : undefined
                      }
                    />
                  </div>
                </>
              ) : (
                <div lang={words.language} className="q-reviews">
                  {isTooLarge && <Notice kind="warn" live title={t('review.tooLarge')} />}
                  {end?.before}
                  <Checked
                    pages={pages}
                    pieces={pieces}
                    model={model}
                    state={state}
                    computed={computed}
                    carry={props.carry}
                    reading={reading}
                    onChange={visit}
                  />
                </div>
              )}
            </Screen>
            <AskBack
              key={asking?.question.rule ?? ''}
              question={asking?.question}
              lang={words.language}
              onYes={() => asking?.goOn()}
              onChange={() => {
                if (asking) change(asking.question);
              }}
            />
          </div>
        </ReadAloudContext>
      </WordsContext>
    </ActsContext>
  );
}

/** All answers as submitted, the untouched earlier ones with their date. */
function Checked({
  pages,
  pieces,
  model,
  state,
  computed,
  carry,
  ...rest
}: Pick<QuestionnaireRunnerProps, 'model' | 'state' | 'computed' | 'carry'> & {
  pages: readonly Page[];
  pieces: readonly Piece[];
  reading: Reading;
  onChange: (pageKey: string) => void;
}) {
  const carried = useMemo(() => carry?.(state), [carry, state]);
  const all = useMemo(
    () =>
      carried ? pagesOf(pieces, viewOf(model, carried.state, carried.computed ?? computed)) : pages,
    [carried, pieces, model, computed, pages],
  );
  return <Review {...rest} pages={all} state={carried?.state ?? state} since={carried?.since} />;
}

/**
 * The page of a key, or the nearest one before it: a page opened only by an untouched answer is
 * reached through that answer.
 */
function pageBefore(
  order: readonly string[],
  key: string,
  pages: readonly Page[],
): Page | undefined {
  const at = order.indexOf(key),
    before = pages.filter((one) => order.indexOf(one.key) <= at);
  return before[before.length - 1];
}

/** The page that replaces one that is not asked any more. */
function nextAfter(
  order: readonly string[],
  gone: string,
  pages: readonly Page[],
): Page | undefined {
  const at = order.indexOf(gone);
  return pages.find((one) => order.indexOf(one.key) > at) ?? pages[pages.length - 1];
}
