/** Makes the acts of a form: each takes the newest state, changes it by the engine's own rules and hands it out. */
import { useLayoutEffect, useRef, useState } from 'react';
import { photoRoom } from '../../shared/forms/task/form-size.ts';
import type { Model } from '../../shared/forms/questionnaire/model.ts';
import { asksTheSame } from './same-answers.ts';
import { markShown } from '../../shared/forms/questionnaire/shown.ts';
import {
  addInstance,
  instancesAt,
  removeInstance,
  setAnswers,
  toggleOption,
  type FormState,
  type Place,
} from '../../shared/forms/questionnaire/state.ts';
import type { Computed } from '../../shared/forms/questionnaire/view.ts';
import { drawnBehind } from '../ui/drawnBehind.ts';
import type { Acts } from './acts.ts';
import { confirmPage, confirmShown, type Confirmation } from './revisit.ts';
import type { Before, LoadPhoto, StorePhoto } from './types.ts';
import type { Reading } from './words.ts';

export interface FormActsOptions {
  readonly model: Model;
  readonly state: FormState;
  readonly computed: Computed | undefined;
  /** The words that are on the screen now. */
  readonly reading: Reading;
  readonly previous: Before | undefined;
  /** Sentences on what is wrong stand on the page: each letter may mend one. */
  readonly hasProblems: boolean;
  readonly storePhoto: StorePhoto | undefined;
  readonly loadPhoto: LoadPhoto | undefined;
  readonly onState: (next: FormState) => void;
  readonly onConfirm: ((place: Place) => void) | undefined;
  /** Keys of places that were taken up before the form was opened again. */
  readonly opened: readonly string[];
  /** A place with an earlier answer is taken up for the first time. */
  readonly onOpen: ((key: string) => void) | undefined;
}

/** A card that was taken away, and the state with it. */
interface Undo {
  readonly key: string;
  readonly index: number;
  readonly before: FormState;
}

export interface FormActs {
  readonly acts: Acts;
  readonly undo: Undo | null;
  takeBack(): void;
  confirmAll(pageKey: string): void;
  /** What stands on the page is right: out of the record, and of last time. */
  confirmShown(pageKey: string): void;
  /** Questions that are being answered today, whatever was said last time. */
  readonly reopened: ReadonlySet<string>;
  /** Keys of fields with typing that is no value. */
  unfinished(): ReadonlySet<string>;
}

export function useFormActs(options: FormActsOptions): FormActs {
  const latest = useRef(options),
    given = useRef(options.state);
  useLayoutEffect(() => {
    // Drawn again before the app came back with what it was told: what was told counts.
    const state = options.state === given.current ? latest.current.state : options.state;
    given.current = options.state;
    latest.current = { ...options, state };
  });
  const [undo, setUndo] = useState<Undo | null>(null);
  const [reopened, setReopened] = useState<ReadonlySet<string>>(() => new Set(options.opened));
  const [made] = useState(() => {
    const drafts = new Map<string, unknown>(),
      unfinished = new Set<string>(),
      opened = new Set<string>(options.opened);
    const change = (next: FormState): void => {
      if (next === latest.current.state) return;
      // Two acts before the next drawing: the second builds on the first.
      latest.current = { ...latest.current, state: next };
      latest.current.onState(next);
    };
    /** As an act of the person, who has the words of the question before them. */
    const act = (next: FormState): void => {
      const { state, reading } = latest.current;
      setUndo(null);
      change(markShown(state, next, reading, reading.own));
    };
    const restore = (before: FormState): void => {
      setUndo(null);
      change(before);
    };
    // Whoever has begun to answer keeps the question: it must not turn back into „Stimmt noch?“ when a field is emptied.
    const open = (...places: readonly Place[]): void => {
      const fresh = places.filter((one) => !opened.has(one.key));
      if (fresh.length === 0) return;
      for (const one of fresh) opened.add(one.key);
      setReopened(new Set(opened));
      const { previous, onOpen } = latest.current;
      for (const one of fresh) if ((previous?.answersAt(one) ?? []).length > 0) onOpen?.(one.key);
    };
    const acts: Acts = {
      set: (place, values) => {
        open(place);
        if (values.length > 0) unfinished.delete(place.key);
        const { state } = latest.current;
        // Typing that means nothing yet changes nothing.
        if (values.length > 0 || (state.answers[place.key] ?? []).length > 0)
          act(setAnswers(state, place, values));
      },
      type: (place, values) => {
        const { model, state, computed, hasProblems } = latest.current;
        // Another text of a question that is answered already, on which nothing hangs: only its own field looks different.
        const isAlone =
          values.length > 0 &&
          (state.answers[place.key] ?? []).length > 0 &&
          computed === undefined &&
          !hasProblems &&
          asksTheSame(model, state, setAnswers(state, place, values));
        if (isAlone) drawnBehind(() => acts.set(place, values));
        else acts.set(place, values);
      },
      toggle: (place, option) => {
        open(place);
        act(toggleOption(latest.current.state, place, option));
      },
      add: (place) => act(addInstance(latest.current.state, place)),
      remove: (place, id) => {
        const before = latest.current.state;
        change(removeInstance(before, place, id));
        setUndo({ key: place.key, index: instancesAt(before, place).indexOf(id), before });
      },
      confirm: (place) => {
        const { state, previous, onConfirm } = latest.current;
        // What the record says stays a line that can be opened again; last time's answer becomes the question itself.
        if (previous?.isRecord(place) !== true) open(place);
        act(setAnswers(state, place, previous?.answersAt(place) ?? []));
        onConfirm?.(place);
      },
      reopen: (place) => {
        const { state, previous } = latest.current;
        open(place);
        // A letter in an address is mended, not the whole address written anew.
        if (previous?.isRecord(place) === true && (state.answers[place.key] ?? []).length === 0)
          act(setAnswers(state, place, previous.answersAt(place)));
      },
      keep: (key, draft, isUnfinished) => {
        if (draft === undefined) drafts.delete(key);
        else drafts.set(key, draft);
        if (isUnfinished) unfinished.add(key);
        else unfinished.delete(key);
      },
      draft: (key) => drafts.get(key),
      forget: (key) => {
        for (const one of [...drafts.keys(), ...unfinished]) {
          if (!one.startsWith(`${key}#`)) continue;
          drafts.delete(one);
          unfinished.delete(one);
        }
      },
      storePhoto: () => latest.current.storePhoto,
      loadPhoto: () => latest.current.loadPhoto,
      photoRoom: (instead) =>
        photoRoom(latest.current.state) + Math.floor(((instead?.data?.length ?? 0) * 3) / 4),
    };
    const takeOver = (confirmed: Confirmation | undefined): void => {
      const { previous, onConfirm } = latest.current;
      if (!confirmed || !previous) return;
      open(...confirmed.places.filter((one) => !previous.isRecord(one)));
      act(confirmed.state);
      for (const place of confirmed.places) onConfirm?.(place);
    };
    const confirmAll = (pageKey: string): void => {
      const { model, state, previous, computed } = latest.current;
      takeOver(previous && confirmPage(model, state, pageKey, previous, computed));
    };
    const confirmWhatStands = (pageKey: string): void => {
      const { model, state, previous, computed } = latest.current;
      takeOver(previous && confirmShown(model, state, pageKey, previous, opened, computed));
    };
    return {
      acts,
      restore,
      confirmAll,
      confirmShown: confirmWhatStands,
      unfinished: () => unfinished,
    };
  });
  return {
    acts: made.acts,
    undo,
    reopened,
    confirmAll: made.confirmAll,
    confirmShown: made.confirmShown,
    unfinished: made.unfinished,
    takeBack: () => {
      if (undo) made.restore(undo.before);
    },
  };
}
