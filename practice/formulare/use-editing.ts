// A form under the hands: changes with a way back and forth, kept on the server a moment after each.

import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { FormView } from '../../shared/anamnese-forms.schema.ts';
import type { Questionnaire } from '../../shared/questionnaire.ts';
import { saveForm } from './use-forms.ts';

interface State { form: Questionnaire; past: readonly Questionnaire[]; future: readonly Questionnaire[]; tag: string | undefined; selected: string | undefined }
type Act = { do: 'change'; form: Questionnaire; tag?: string | undefined; select?: string | undefined } | { do: 'select'; linkId: string | undefined } | { do: 'undo' | 'redo' };
const MOST_STEPS = 200;

function next(state: State, act: Act): State {
  const { form, past, future } = state;
  switch (act.do) {
    case 'select': return { ...state, selected: act.linkId, tag: undefined };
    case 'undo': { const before = past.at(-1); return before ? { ...state, form: before, past: past.slice(0, -1), future: [form, ...future], tag: undefined } : state; }
    case 'redo': { const [after, ...rest] = future; return after ? { ...state, form: after, past: [...past, form], future: rest, tag: undefined } : state; }
    case 'change': {
      if (act.form === form) return state;
      // Letters of one field are one step.
      const isSameField = act.tag !== undefined && act.tag === state.tag;
      return { form: act.form, past: isSameField ? past : [...past, form].slice(-MOST_STEPS), future: [], tag: act.tag, selected: act.select ?? state.selected };
    }
  }
}

export interface Editing {
  form: Questionnaire;
  selected: string | undefined;
  canUndo: boolean; canRedo: boolean;
  /** `tag` names the field that is typed in; `select` the item to go to. */
  change: (form: Questionnaire, options?: { tag?: string; select?: string }) => void;
  select: (linkId: string | undefined) => void;
  undo: () => void; redo: () => void;
}
export function useEditing(start: Questionnaire): Editing {
  const [{ form, past, future, selected }, act] = useReducer(next, { form: start, past: [], future: [], tag: undefined, selected: start.item?.[0]?.linkId });
  return {
    form, selected, canUndo: past.length > 0, canRedo: future.length > 0,
    change: useCallback((changed, { tag, select } = {}) => act({ do: 'change', form: changed, tag, select }), []),
    select: useCallback((linkId) => act({ do: 'select', linkId }), []),
    undo: useCallback(() => act({ do: 'undo' }), []), redo: useCallback(() => act({ do: 'redo' }), []),
  };
}

const REST_MS = 1_000;
export interface Saving {
  state: 'saved' | 'open' | 'failed';
  error: unknown;
  /** Saves what is open. @returns the revision that now lies on the server */
  flush: () => Promise<number>;
}
/** Saves a moment after the last change, one save at a time; what could not be saved stays here and is tried again with the next change. */
export function useSaving({ key, rev, questionnaire, state }: Pick<FormView, 'key' | 'rev' | 'questionnaire' | 'state'>, form: Questionnaire): Saving {
  const saved = useRef({ form: questionnaire, rev }), latest = useRef(form), queue = useRef<Promise<unknown>>(Promise.resolve());
  const [shown, setShown] = useState<{ state: Saving['state']; error: unknown; of: Questionnaire }>({ state: 'saved', error: null, of: questionnaire });
  const flush = useCallback((): Promise<number> => {
    const run = queue.current.catch(() => undefined).then(async () => {
      const now = latest.current;
      if (now !== saved.current.form) saved.current = { form: now, rev: (await saveForm(key, saved.current.rev, now)).rev };
      return saved.current.rev;
    });
    queue.current = run;
    return run.then((known) => { setShown({ state: 'saved', error: null, of: saved.current.form }); return known; }, (error: unknown) => { setShown({ state: 'failed', error, of: latest.current }); throw error; });
  }, [key]);
  useEffect(() => {
    latest.current = form;
    if (form === saved.current.form || state !== 'draft') return undefined;
    const timer = setTimeout(() => { flush().catch(() => undefined); }, REST_MS);
    return () => clearTimeout(timer);
  }, [form, state, flush]);
  const isOpen = shown.of !== form;
  useEffect(() => {
    if (!isOpen && shown.state === 'saved') return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOpen, shown.state]);
  // Whoever leaves for another page takes nothing along that is not saved.
  useEffect(() => () => { if (latest.current !== saved.current.form) flush().catch(() => undefined); }, [flush]);
  return { state: isOpen ? 'open' : shown.state, error: shown.error, flush };
}
