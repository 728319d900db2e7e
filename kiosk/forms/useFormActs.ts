/**
 * Creates the actions of a form: each takes the newest state, changes it by the engine's rules and
 * emits it.
 */
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
  /** The texts currently on the screen. */
  readonly reading: Reading;
  readonly previous: Before | undefined;
  /** Error messages are shown: each letter may fix one. */
  readonly hasProblems: boolean;
  readonly storePhoto: StorePhoto | undefined;
  readonly loadPhoto: LoadPhoto | undefined;
  readonly onState: (next: FormState) => void;
  readonly onConfirm: ((place: Place) => void) | undefined;
  /** Item keys touched before the form was opened again. */
  readonly opened: readonly string[];
  /** An item with an earlier answer is touched for the first time. */
  readonly onOpen: ((key: string) => void) | undefined;
}

/** A removed card, and the state with it. */
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
  /** Confirms the values on the page: from the record, and of the last visit. */
  confirmShown(pageKey: string): void;
  /** Questions being answered, whatever the last visit's answer was. */
  readonly reopened: ReadonlySet<string>;
  /** Keys of fields with unfinished input. */
  unfinished(): ReadonlySet<string>;
}

export function useFormActs(options: FormActsOptions): FormActs {
  const latest = useRef(options),
    given = useRef(options.state);
  useLayoutEffect(() => {
    // Rendered before the app applied the emitted state: the emitted state wins.
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
      // Two actions before the next render: the second builds on the first.
      latest.current = { ...latest.current, state: next };
      latest.current.onState(next);
    };
    /** An action of the person, who sees the question's words. */
    const act = (next: FormState): void => {
      const { state, reading } = latest.current;
      setUndo(null);
      change(markShown(state, next, reading, reading.own));
    };
    const restore = (before: FormState): void => {
      setUndo(null);
      change(before);
    };
    // A question being answered stays open: it must not turn back into „Stimmt noch?“ when a field
    // is emptied.
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
        // Unfinished input changes nothing.
        if (values.length > 0 || (state.answers[place.key] ?? []).length > 0)
          act(setAnswers(state, place, values));
      },
      type: (place, values) => {
        const { model, state, computed, hasProblems } = latest.current;
        // Another text of an answered question without dependents: only its own field changes.
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
        // A record value stays a line that can be opened again; an earlier answer becomes the
        // question's answer.
        if (previous?.isRecord(place) !== true) open(place);
        act(setAnswers(state, place, previous?.answersAt(place) ?? []));
        onConfirm?.(place);
      },
      reopen: (place) => {
        const { state, previous } = latest.current;
        open(place);
        // Prefilled, so that a letter can be corrected without retyping the address.
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
