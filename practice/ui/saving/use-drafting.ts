// State of a draft: changes with undo and redo, auto-saved on the server after each, and kept in
// this tab until saved.

import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useLeaving } from './leaving.ts';

interface State<T> {
  now: T;
  past: readonly T[];
  future: readonly T[];
  tag: string | undefined;
  selected: string | undefined;
}
type Act<T> =
  | { do: 'change'; to: T; tag?: string | undefined; select?: string | undefined }
  | { do: 'select'; id: string | undefined }
  | { do: 'undo' | 'redo' };
const MOST_STEPS = 200;

function next<T>(state: State<T>, act: Act<T>): State<T> {
  const { now, past, future } = state;
  switch (act.do) {
    case 'select':
      return { ...state, selected: act.id, tag: undefined };
    case 'undo': {
      const before = past.at(-1);
      return before === undefined
        ? state
        : {
            ...state,
            now: before,
            past: past.slice(0, -1),
            future: [now, ...future],
            tag: undefined,
          };
    }
    case 'redo': {
      const [after, ...rest] = future;
      return after === undefined
        ? state
        : { ...state, now: after, past: [...past, now], future: rest, tag: undefined };
    }
    case 'change': {
      if (act.to === now) return state;
      // Letters of one field are one undo step.
      const isSameField = act.tag !== undefined && act.tag === state.tag;
      return {
        now: act.to,
        past: isSameField ? past : [...past, now].slice(-MOST_STEPS),
        future: [],
        tag: act.tag,
        selected: act.select ?? state.selected,
      };
    }
  }
}

export interface History<T> {
  now: T;
  selected: string | undefined;
  canUndo: boolean;
  canRedo: boolean;
  /** `tag` names the field being typed in; `select` the item to select. */
  change: (to: T, options?: { tag?: string; select?: string }) => void;
  select: (id: string | undefined) => void;
  undo: () => void;
  redo: () => void;
}
/**
 * Holds the steps of undo and redo.
 * @param kept unsaved state from before a reload; restored as one step that can be undone
 */
export function useHistory<T>(start: T, kept: T | undefined, selectedFirst?: string): History<T> {
  const [{ now, past, future, selected }, act] = useReducer<State<T>, [Act<T>]>(next, {
    now: kept ?? start,
    past: kept === undefined ? [] : [start],
    future: [],
    tag: undefined,
    selected: selectedFirst,
  });
  return {
    now,
    selected,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change: useCallback((to, { tag, select } = {}) => act({ do: 'change', to, tag, select }), []),
    select: useCallback((id) => act({ do: 'select', id }), []),
    undo: useCallback(() => act({ do: 'undo' }), []),
    redo: useCallback(() => act({ do: 'redo' }), []),
  };
}

const KEPT = 'practice.draft.';
function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(KEPT + key);
    else sessionStorage.setItem(KEPT + key, JSON.stringify(value));
  } catch {
    /* Without storage only the server keeps it. */
  }
}
/**
 * Returns the draft that this tab has in addition to the server, and the revision it was based on;
 * where another state has been saved since, the next save meets it and nothing is lost.
 */
export function keptDraft<T>(key: string): { rev: number; value: T } | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT + key) ?? 'null') as {
      rev: number;
      value: T;
    } | null;
    return kept ?? undefined;
  } catch {
    return undefined;
  }
}

const REST_MS = 1_000;
export interface Saving<T = unknown> {
  state: 'saved' | 'open' | 'failed';
  error: unknown;
  /** Saves the open draft. @returns the revision stored on the server */
  flush: () => Promise<number>;
  /** Goes on from a state that another user saved; the open draft is what changes it. */
  rebase: (stored: { rev: number; value: T }) => void;
}
interface Kept<T> {
  key: string;
  rev: number;
  start: T;
  isDraft: boolean;
  save: (rev: number, now: T) => Promise<{ rev: number }>;
}
/**
 * Saves debounced after the last change, one save at a time; a failed save is kept here and retried
 * with the next change.
 */
export function useAutosave<T>({ key, rev, start, isDraft, save }: Kept<T>, now: T): Saving<T> {
  const saved = useRef({ now: start, rev }),
    latest = useRef(now),
    queue = useRef<Promise<unknown>>(Promise.resolve()),
    send = useRef(save);
  useEffect(() => {
    send.current = save;
  });
  const [shown, setShown] = useState<{ state: Saving['state']; error: unknown; of: T }>({
    state: 'saved',
    error: null,
    of: start,
  });
  const flush = useCallback((): Promise<number> => {
    const run = queue.current
      .catch(() => undefined)
      .then(async () => {
        const what = latest.current;
        if (what !== saved.current.now)
          saved.current = { now: what, rev: (await send.current(saved.current.rev, what)).rev };
        keep(
          key,
          latest.current === saved.current.now
            ? undefined
            : { rev: saved.current.rev, value: latest.current },
        );
        return saved.current.rev;
      });
    queue.current = run;
    return run.then(
      (known) => {
        setShown({ state: 'saved', error: null, of: saved.current.now });
        return known;
      },
      (error: unknown) => {
        setShown({ state: 'failed', error, of: latest.current });
        throw error;
      },
    );
  }, [key]);
  useEffect(() => {
    latest.current = now;
    if (now === saved.current.now || !isDraft) return undefined;
    keep(key, { rev: saved.current.rev, value: now });
    const timer = setTimeout(() => {
      flush().catch(() => undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [now, isDraft, key, flush]);
  const isOpen = shown.of !== now;
  useLeaving(isOpen || shown.state !== 'saved');
  // Leaving the page saves unsaved changes.
  useEffect(
    () => () => {
      if (latest.current !== saved.current.now) flush().catch(() => undefined);
    },
    [flush],
  );
  const rebase = useCallback(({ rev: stored, value }: { rev: number; value: T }): void => {
    saved.current = { now: value, rev: stored };
    setShown({ state: 'saved', error: null, of: value });
  }, []);
  return { state: isOpen ? 'open' : shown.state, error: shown.error, flush, rebase };
}
