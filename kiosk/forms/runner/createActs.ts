/**
 * Creates the actions of a form: each takes the newest state, changes it by the engine's rules and
 * emits it.
 */
import { photoRoom } from '../../../shared/forms/task/form-size.ts';
import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import { markShown } from '../../../shared/forms/questionnaire/shown.ts';
import {
  addInstance,
  answersAt,
  instancesAt,
  removeInstance,
  setAnswers,
  toggleOption,
  type FormState,
  type Place,
} from '../../../shared/forms/questionnaire/state.ts';
import type { Computed } from '../../../shared/forms/questionnaire/view.ts';
import { drawnBehind } from '../../ui/drawnBehind.ts';
import type { Acts } from '../acts.ts';
import { confirmPage, confirmShown, type Confirmation } from '../revisit.ts';
import { asksTheSame } from '../same-answers.ts';
import type { Before, LoadPhoto, StorePhoto } from '../types.ts';
import type { Reading } from '../words.ts';

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
export interface Undo {
  readonly key: string;
  readonly index: number;
  readonly before: FormState;
}

/** Callbacks from the actions to the component that shows the form. */
export interface ActsHost {
  setUndo(undo: Undo | null): void;
  setReopened(keys: ReadonlySet<string>): void;
}

interface ActsCore {
  latest(): FormActsOptions;
  /** Takes the options of a render. */
  follow(options: FormActsOptions): void;
  /** Emits a state. */
  change(next: FormState): void;
  /** Emits a state changed by the person, who sees the question's words. */
  act(next: FormState): void;
  /**
   * Keeps questions open while they are answered: a question must not turn back into „Stimmt
   * noch?“ when a field is emptied.
   */
  open(...places: readonly Place[]): void;
  readonly opened: ReadonlySet<string>;
  /** Keys of fields with unfinished input. */
  readonly unfinished: Set<string>;
  setUndo(undo: Undo | null): void;
}

function createCore(first: FormActsOptions, { setUndo, setReopened }: ActsHost): ActsCore {
  const opened = new Set<string>(first.opened);
  let latest = first,
    given = first.state;
  const change = (next: FormState): void => {
    if (next === latest.state) return;
    // Two actions before the next render: the second builds on the first.
    latest = { ...latest, state: next };
    latest.onState(next);
  };
  return {
    latest: () => latest,
    follow(options) {
      // Rendered before the app applied the emitted state: the emitted state wins.
      const state = options.state === given ? latest.state : options.state;
      given = options.state;
      latest = { ...options, state };
    },
    change,
    act(next) {
      const { state, reading } = latest;
      setUndo(null);
      change(markShown(state, next, reading, reading.own));
    },
    open(...places) {
      const fresh = places.filter((one) => !opened.has(one.key));
      if (fresh.length === 0) return;
      for (const one of fresh) opened.add(one.key);
      setReopened(new Set(opened));
      const { previous, onOpen } = latest;
      for (const one of fresh) if ((previous?.answersAt(one) ?? []).length > 0) onOpen?.(one.key);
    },
    opened,
    unfinished: new Set(),
    setUndo,
  };
}

type AnswerActs = Pick<Acts, 'set' | 'type' | 'toggle' | 'add' | 'remove' | 'confirm' | 'reopen'>;

function answerActs({ latest, change, act, open, unfinished, setUndo }: ActsCore): AnswerActs {
  const set: Acts['set'] = (place, values) => {
    open(place);
    if (values.length > 0) unfinished.delete(place.key);
    const { state } = latest();
    // Unfinished input changes nothing.
    if (values.length > 0 || (state.answers[place.key] ?? []).length > 0)
      act(setAnswers(state, place, values));
  };
  return {
    set,
    type: (place, values) => {
      const { model, state, hasProblems } = latest();
      // Another text of an answered question without conditions on it: only its own field changes at
      // once. Expressions are evaluated after the frame that shows the letter.
      const isAlone =
        values.length > 0 &&
        (state.answers[place.key] ?? []).length > 0 &&
        !hasProblems &&
        asksTheSame(model, state, setAnswers(state, place, values));
      if (isAlone) drawnBehind(() => set(place, values));
      else set(place, values);
    },
    toggle: (place, option) => {
      open(place);
      act(toggleOption(latest().state, place, option));
    },
    add: (place) => act(addInstance(latest().state, place)),
    remove: (place, id) => {
      const before = latest().state;
      change(removeInstance(before, place, id));
      setUndo({ key: place.key, index: instancesAt(before, place).indexOf(id), before });
    },
    confirm: (place) => {
      const { state, previous, onConfirm } = latest();
      // A record value stays a line that can be opened again; an earlier answer becomes the
      // question's answer.
      if (previous?.isRecord(place) !== true) open(place);
      act(setAnswers(state, place, previous?.answersAt(place) ?? []));
      onConfirm?.(place);
    },
    reopen: (place) => {
      const { state, previous } = latest();
      open(place);
      // Prefilled, so that a letter can be corrected without retyping the address.
      if (previous?.isRecord(place) === true && (state.answers[place.key] ?? []).length === 0)
        act(setAnswers(state, place, previous.answersAt(place)));
    },
  };
}

function fieldActs({ latest, unfinished }: ActsCore): Omit<Acts, keyof AnswerActs> {
  const drafts = new Map<string, unknown>();
  return {
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
    storePhoto: () => latest().storePhoto,
    loadPhoto: () => latest().loadPhoto,
    photoRoom: (instead) =>
      latest().storePhoto?.room?.(latest().state, instead?.url) ??
      photoRoom(latest().state) + Math.floor(((instead?.data?.length ?? 0) * 3) / 4),
  };
}

/** Actions on one item, and on a whole page. */
export interface MadeActs {
  readonly acts: Acts;
  /** Takes the options of a render. */
  follow(options: FormActsOptions): void;
  restore(before: FormState): void;
  confirmAll(pageKey: string): void;
  /** Confirms the values on the page: from the record, and of the last visit. */
  confirmShown(pageKey: string): void;
  /** Confirms the answers of the list, as they were on the screen. */
  confirmNoted(confirmed: Confirmation): void;
  /** Opens answers of the list for change, with their known values. */
  edit(places: readonly Place[], values: FormState): void;
  /** Keys of fields with unfinished input. */
  unfinished(): ReadonlySet<string>;
}

/** Creates the actions of a form, once. */
export function createActs(first: FormActsOptions, host: ActsHost): MadeActs {
  const core = createCore(first, host);
  const { latest, act, open } = core;
  const takeOver = (confirmed: Confirmation | undefined): void => {
    const { previous, onConfirm } = latest();
    if (!confirmed || !previous) return;
    open(...confirmed.places.filter((one) => !previous.isRecord(one)));
    act(confirmed.state);
    for (const place of confirmed.places) onConfirm?.(place);
  };
  return {
    acts: { ...answerActs(core), ...fieldActs(core) },
    follow: core.follow,
    restore(before) {
      core.setUndo(null);
      core.change(before);
    },
    confirmAll(pageKey) {
      const { model, state, previous, computed } = latest();
      takeOver(previous && confirmPage(model, state, pageKey, previous, computed));
    },
    confirmShown(pageKey) {
      const { model, state, previous, computed } = latest();
      takeOver(previous && confirmShown(model, state, pageKey, previous, core.opened, computed));
    },
    confirmNoted: takeOver,
    edit(places, values) {
      open(...places);
      const { state } = latest();
      // With its values: an item that is opened and left alone stays as it was.
      act(
        places
          .filter((one) => answersAt(state, one).length === 0)
          .reduce((so, one) => setAnswers(so, one, answersAt(values, one)), state),
      );
    },
    unfinished: () => core.unfinished,
  };
}
