/** Actions of a form, always on its newest state. */
import { useLayoutEffect, useRef, useState } from 'react';
import { createActs, type FormActsOptions, type MadeActs, type Undo } from './createActs.ts';

export interface FormActs extends Omit<MadeActs, 'restore'> {
  readonly undo: Undo | null;
  takeBack(): void;
  /** Questions being answered, whatever the last visit's answer was. */
  readonly reopened: ReadonlySet<string>;
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
  const [{ restore, ...made }] = useState(() => createActs({ latest, setUndo, setReopened }));
  return {
    ...made,
    undo,
    reopened,
    takeBack: () => {
      if (undo) restore(undo.before);
    },
  };
}
