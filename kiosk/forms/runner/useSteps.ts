/** „Weiter“, „Zurück“ and submission, with the confirmation of unusual answers. */
import { useState } from 'react';
import { viewOf } from '../../../shared/forms/questionnaire/view.ts';
import { placesOf, type Page } from '../pages.ts';
import { questionsAbout, type Question } from '../record.ts';
import { problemsOn } from './check.ts';
import type { RunningForm } from './useForm.ts';
import { REVIEW, type Turns } from './useTurns.ts';

interface Asking {
  readonly question: Question;
  readonly goOn: () => void;
}

export interface Steps {
  /** The unusual answer that is being confirmed. */
  readonly asking: Asking | null;
  next(): void;
  back(): void;
  /** Submits, or goes to the first problem. */
  done(): void;
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

/**
 * Holds the position in the form, question by question.
 * @param onAsk called before a question is shown
 */
export function useSteps(form: RunningForm, turns: Turns, onAsk: () => void): Steps {
  const { given, pages } = form,
    { page, index, isVisiting } = turns;
  const [asking, setAsking] = useState<Asking | null>(null);
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
  return {
    asking,
    next() {
      const wrong = page ? problemsOn(page, form) : [];
      if (wrong.length > 0) turns.stop(wrong);
      else
        askBack(page ? questionsOn([page], form) : [], () =>
          turns.turn(isVisiting ? REVIEW : (pages[index + 1]?.key ?? REVIEW)),
        );
    },
    back() {
      if (isVisiting && page) turns.turn(REVIEW);
      else if (index > 0) turns.leave();
      else given.onBack?.();
    },
    done() {
      for (const one of pages) {
        const wrong = problemsOn(one, form);
        if (wrong.length === 0) continue;
        turns.visit(one.key);
        turns.stop(wrong);
        return;
      }
      askBack(questionsOn(pages, form), () => turns.setTooLarge(given.onDone() === 'too_large'));
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
