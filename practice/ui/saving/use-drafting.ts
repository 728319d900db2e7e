// State of a draft: changes with undo and redo, auto-saved on the server after each, and kept in
// this tab until saved.

import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { isClash } from './clash/is-clash.ts';
import type { Met } from './clash/DraftClash.tsx';
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
  | { do: 'undo' | 'redo' }
  | { do: 'join'; each: (step: T) => T; to: T };
const MOST_STEPS = 200,
  /** Joining with the state of another user costs time for each step. */
  MOST_JOINED = 30;

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
    case 'join': {
      const steps = [...past.slice(-MOST_JOINED), now].map(act.each);
      return {
        ...state,
        now: act.to,
        past: steps.filter((one, at) => one !== (steps[at + 1] ?? act.to)),
        future: [],
        tag: undefined,
      };
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
  /**
   * Goes on from the state of another user.
   * @param each joins a step with that state: to undo never takes back what the other wrote
   */
  join: (each: (step: T) => T, to: T) => void;
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
    join: useCallback((each, to) => act({ do: 'join', each, to }), []),
  };
}

const KEPT = 'practice.draft.';
/** A draft that this tab has in addition to the server. */
export interface KeptDraft<T> {
  rev: number;
  value: T;
  /** State on the server with this revision; absent where the storage had no room for it. */
  base?: T | undefined;
  /** States that were sent without an answer so far: the server may have one of them. */
  unsure?: readonly T[] | undefined;
}
/** Characters of the draft that was kept last, by its key. */
const sizes = new Map<string, number>();
function write<T>(key: string, kept: KeptDraft<T>): void {
  const { rev, value, unsure } = kept;
  for (const one of [kept, { rev, value, unsure }, { rev, value }])
    try {
      const text = JSON.stringify(one);
      sizes.set(key, text.length);
      sessionStorage.setItem(KEPT + key, text);
      return;
    } catch {
      /* Without storage only the server keeps it. */
    }
}
/** A larger draft is not written at each letter: a megabyte takes as long as a frame. */
const LARGE = 200_000,
  KEEP_MS = 300;
let waiting: { key: string; timer: ReturnType<typeof setTimeout>; write: () => void } | undefined;
/** Writes what still waits: the page may be closed. */
function keepNow(): void {
  const one = waiting;
  waiting = undefined;
  clearTimeout(one?.timer);
  one?.write();
}
/** Keeps a draft in this tab; undefined forgets it. A large one follows the last letter. */
function keep<T>(key: string, kept: KeptDraft<T> | undefined): void {
  if (waiting?.key === key) {
    clearTimeout(waiting.timer);
    waiting = undefined;
  } else keepNow();
  if (kept === undefined) return sessionStorage.removeItem(KEPT + key);
  if ((sizes.get(key) ?? 0) < LARGE) return write(key, kept);
  waiting = { key, timer: setTimeout(keepNow, KEEP_MS), write: () => write(key, kept) };
}
/**
 * Returns the draft that this tab has in addition to the server, and what it was based on; where
 * another state has been saved since, the next save meets it and nothing is lost.
 */
export function keptDraft<T>(key: string): KeptDraft<T> | undefined {
  keepNow();
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT + key) ?? 'null') as KeptDraft<T> | null;
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
  /**
   * Another user saved since: nothing is sent until `settle`. `base` is the state that the open
   * draft changes; undefined: not known.
   */
  met: Met<T> | null;
  /** Goes on from a state that another user saved, and saves `next` over it. */
  settle: (stored: { rev: number; value: T }, next: T) => void;
  /** Forgets the open draft; nothing can be saved to it any more. */
  drop: () => void;
}
interface Kept<T> {
  key: string;
  rev: number;
  /** State on the server; `base` the one that the open draft changes, where it is an older one. */
  start: T;
  base?: T | undefined;
  /** States that were sent before a reload, whose answer was not seen. */
  unsure?: readonly T[] | undefined;
  isDraft: boolean;
  save: (rev: number, now: T) => Promise<{ rev: number }>;
}
/** Returns the arguments of the autosave that follow from a draft of before a reload. */
export const startOf = <T>(
  kept: KeptDraft<T> | undefined,
  rev: number,
  start: T,
): Pick<Kept<T>, 'rev' | 'start' | 'base' | 'unsure'> => ({
  rev: kept?.rev ?? rev,
  start,
  base: !kept || kept.rev === rev ? start : kept.base,
  unsure: kept?.unsure,
});
/**
 * Saves that are under way or broke off: the server may have, or may still get, another state than
 * the one that was saved last.
 */
class Sends<T> {
  /** States whose save broke off: they may be stored or not. */
  unsure: readonly T[];
  /** The state that is being saved. */
  private underWay: readonly T[] = [];
  save: Kept<T>['save'];
  constructor(save: Kept<T>['save'], unsure: readonly T[] = []) {
    this.save = save;
    this.unsure = unsure;
  }
  get isUnderWay(): boolean {
    return this.underWay.length > 0;
  }
  get isUnsure(): boolean {
    return this.unsure.length > 0;
  }
  /** States that the server has, or may still get, without an answer so far. */
  get unanswered(): readonly T[] {
    return [...this.unsure, ...this.underWay];
  }
  /** @returns the revision stored on the server */
  async send(rev: number, what: T): Promise<number> {
    this.underWay = [what];
    try {
      const { rev: next } = await this.save(rev, what);
      this.unsure = [];
      return next;
    } catch (error) {
      if (!isClash(error)) this.unsure = [...this.unsure, what];
      throw error;
    } finally {
      this.underWay = [];
    }
  }
}
/**
 * Saves debounced after the last change, one save at a time; a failed save is kept here and retried
 * with the next change. A save that meets another state waits until the user has settled it.
 */
export function useAutosave<T>(
  { key, rev, start, base, unsure, isDraft, save }: Kept<T>,
  now: T,
): Saving<T> {
  const saved = useRef<{ now: T; rev: number; base: T | undefined }>({ now: start, rev, base }),
    latest = useRef(now),
    sends = useRef(new Sends<T>(save, unsure)),
    held = useRef<{ error: unknown } | null>(null),
    queue = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    sends.current.save = save;
  });
  const [shown, setShown] = useState<{ state: Saving['state']; error: unknown; of: T }>({
      state: 'saved',
      error: null,
      of: start,
    }),
    [met, setMet] = useState<Saving<T>['met']>(null);
  const flush = useCallback((): Promise<number> => {
    const run = queue.current
      .catch(() => undefined)
      .then(async () => {
        if (held.current) throw held.current.error;
        const what = latest.current;
        if (what !== saved.current.now || sends.current.isUnsure) {
          const next = await sends.current.send(saved.current.rev, what);
          saved.current = { now: what, rev: next, base: what };
        }
        keepOpen(key, saved, latest.current, sends.current);
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
        if (isClash(error) && !held.current) {
          held.current = { error };
          setMet({
            base: saved.current.base,
            unsure: sends.current.unsure,
            rev: saved.current.rev,
            error,
          });
        }
        throw error;
      },
    );
  }, [key]);
  useEffect(() => {
    latest.current = now;
    if (!isDraft) return undefined;
    // The server may still get, or may have, another state than the one that was saved last.
    if (!keepOpen(key, saved, now, sends.current) || held.current) return undefined;
    const timer = setTimeout(() => {
      flush().catch(() => undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [now, isDraft, key, flush]);
  const isOpen = shown.of !== now && met === null;
  useLeaving(isOpen || shown.state !== 'saved');
  useEffect(() => {
    window.addEventListener('pagehide', keepNow);
    return () => window.removeEventListener('pagehide', keepNow);
  }, []);
  // Leaving the page saves unsaved changes.
  useEffect(
    () => () => {
      keepNow();
      if (latest.current !== saved.current.now || sends.current.isUnderWay)
        flush().catch(() => undefined);
    },
    [flush],
  );
  const settle = useCallback(
    ({ rev: stored, value }: { rev: number; value: T }, next: T): void => {
      held.current = null;
      sends.current.unsure = [];
      setMet(null);
      saved.current = { now: value, rev: stored, base: value };
      latest.current = next;
      flush().catch(() => undefined);
    },
    [flush],
  );
  const drop = useCallback((): void => {
    saved.current = { ...saved.current, now: latest.current };
    sends.current.unsure = [];
    keep(key, undefined);
  }, [key]);
  return { state: isOpen ? 'open' : shown.state, error: shown.error, flush, met, settle, drop };
}
/**
 * Keeps the open draft in this tab, or forgets it where the server has it for certain. After a reload
 * a sent state is met on the server as the own one; otherwise a change that was undone would return
 * as the change of another user.
 * @returns whether there is one
 */
function keepOpen<T>(
  key: string,
  { current: { now, rev, base } }: { current: { now: T; rev: number; base: T | undefined } },
  value: T,
  { unanswered }: Sends<T>,
): boolean {
  const isOpen = value !== now || unanswered.length > 0;
  keep(
    key,
    isOpen ? { rev, value, base, ...(unanswered.length > 0 && { unsure: unanswered }) } : undefined,
  );
  return isOpen;
}
