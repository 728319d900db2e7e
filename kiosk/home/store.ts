/** State of a page without React: a change notifies its subscribers. */

export interface Store<State> {
  get(): State;
  subscribe(listener: () => void): () => void;
  /** Changes the state and notifies. */
  put(change: Partial<State>): void;
  /** Changes what nothing on the screen depends on. */
  note(change: Partial<State>): void;
}

/** Creates a store of a first state. */
export function createStore<State>(first: State): Store<State> {
  const listeners = new Set<() => void>();
  let state = first;
  const note = (change: Partial<State>): void => {
    state = { ...state, ...change };
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    put(change) {
      note(change);
      for (const listener of listeners) listener();
    },
    note,
  };
}
