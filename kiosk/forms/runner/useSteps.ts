/** „Weiter“, „Zurück“ and submission, with the confirmation of unusual answers. */
import { useEffect, useEffectEvent, useState } from 'react';
import { viewOf } from '../../../shared/forms/questionnaire/view.ts';
import type { Noted } from '../noted/noted.ts';
import { placesOf, type Page } from '../pages.ts';
import { questionsAbout, type Question } from '../record.ts';
import { isOpen, openOn, problemsOn } from './check.ts';
import type { RunningForm } from './useForm.ts';
import { REVIEW, type Turns } from './useTurns.ts';

interface Asking {
  readonly question: Question;
  readonly goOn: () => void;
}

export interface Steps {
  /** The unusual answer that is being confirmed. */
  readonly asking: Asking | null;
  /** A press has waited for computations long enough that the page shows it. */
  readonly isLate: boolean;
  next(): void;
  back(): void;
  /** Submits, or goes to the first problem. */
  done(): void;
  /** „Stimmt alles“: confirms the list, and goes on or submits. */
  agree(noted: Noted): void;
  /** Opens one answer of the list. */
  edit(noted: Noted, key: string): void;
  /** „Ändern“: goes to the question and opens it where it is only a line. */
  change(question: Question): void;
}

/** Returns the unusual answers on these pages that are not confirmed. */
function questionsOn(list: readonly Page[], { given, view }: RunningForm): readonly Question[] {
  const { known, onAsked, carry, state, model } = given;
  if (!known || !onAsked) return [];
  const carried = carry?.(state);
  // Known, untouched items do not count as missing.
  return questionsAbout(
    list.flatMap((one) => placesOf(one.rows)),
    carried ? viewOf(model, carried.state, carried.computed) : view,
    known,
  );
}

/** A wait (ms) that is shorter than this is not shown. */
const LATE_MS = 300;

/** A press that waits for computations, on the page of this key. */
interface Waiting {
  readonly run: 'next' | 'done';
  readonly on: string;
}

/** Returns true once a wait has lasted long enough to be shown. */
function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  if (!isWaiting && isLate) setLate(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && isLate;
}

/**
 * Holds the position in the form, question by question.
 * @param onAsk called before a question is shown
 */
export function useSteps(form: RunningForm, turns: Turns, onAsk: () => void): Steps {
  const { given, pages, path } = form,
    { page, index, isVisiting, isNoted } = turns;
  const [asking, setAsking] = useState<Asking | null>(null);
  const [isEnding, setEnding] = useState(false);
  /** Follow-ups that were asked once more. */
  const [asked] = useState(() => new Set<string>());
  /** Unusual answers are confirmed one after the other; then the form continues. */
  const askBack = (questions: readonly Question[], goOn: () => void): void => {
    const [question, ...rest] = questions;
    if (!question) {
      setAsking(null);
      goOn();
      return;
    }
    onAsk();
    setAsking({
      question,
      goOn: () => {
        given.onAsked?.(question);
        askBack(rest, goOn);
      },
    });
  };
  const done = (): void => {
    for (const one of pages) {
      const wrong = problemsOn(one, form);
      if (wrong.length === 0) continue;
      turns.visit(one.key);
      turns.stop(wrong);
      return;
    }
    askBack(questionsOn(pages, form), () => turns.setTooLarge(given.onDone() === 'too_large'));
  };
  // The confirmed answers arrive with the next render; only then is the form complete.
  const end = useEffectEvent(() => {
    setEnding(false);
    done();
  });
  useEffect(() => {
    if (isEnding && !given.isComputing) end();
  }, [isEnding, given.isComputing]);
  const next = (): void => {
    const wrong = page ? [...problemsOn(page, form), ...openOn(page, form)] : [];
    const stopping = wrong.filter((one) => !isOpen(one) || !asked.has(one.key));
    for (const one of stopping) asked.add(one.key);
    if (stopping.length > 0) turns.stop(stopping);
    else
      askBack(page ? questionsOn([page], form) : [], () =>
        isVisiting ? turns.close() : turns.advance(),
      );
  };
  // What is asked and what is wrong is known once the newest answers are computed.
  const { isComputing = false } = given,
    [waiting, setWaiting] = useState<Waiting | null>(null),
    here = page?.key ?? REVIEW,
    // A press on a page that was left meanwhile is forgotten.
    wanted = waiting?.on === here ? waiting.run : null;
  const goOn = useEffectEvent(() => {
    setWaiting(null);
    if (wanted === 'next') next();
    else if (wanted === 'done') done();
  });
  useEffect(() => {
    if (waiting && !isComputing) goOn();
  }, [waiting, isComputing]);
  const isLate = useLate(isComputing && (wanted !== null || isEnding));
  return {
    asking,
    isLate,
    next: () => (isComputing ? setWaiting({ run: 'next', on: here }) : next()),
    back() {
      if (isVisiting && page) turns.close();
      else if (index > 0 || (form.hasList && !isNoted)) turns.leave();
      else given.onBack?.();
    },
    done: () => (isComputing ? setWaiting({ run: 'done', on: here }) : done()),
    agree(noted) {
      form.actions.confirmNoted(noted);
      if (path.length > 0) turns.advance();
      else setEnding(true);
    },
    edit(noted, key) {
      form.actions.edit(given.list?.openedWith(noted, key) ?? [], noted.state);
      turns.visitOne(key);
    },
    change({ place }) {
      setAsking(null);
      const there = pages.find((one) =>
        placesOf(one.rows).some((other) => other.key === place.key),
      );
      if (there && there.key !== page?.key) turns.visit(there.key);
      form.actions.acts.reopen(place);
      turns.goTo(place.key);
    },
  };
}
