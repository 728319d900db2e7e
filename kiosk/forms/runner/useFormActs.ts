/** Actions of a form, always on its newest state. */
import { useLayoutEffect, useState } from 'react';
import { createActs, type FormActsOptions, type MadeActs, type Undo } from './createActs.ts';

export interface FormActs extends Omit<MadeActs, 'restore' | 'follow'> {
  readonly undo: Undo | null;
  takeBack(): void;
  /** Questions being answered, whatever the last visit's answer was. */
  readonly reopened: ReadonlySet<string>;
}

/** Creates the actions once, and gives them the options of each render. */
export function useFormActs(options: FormActsOptions): FormActs {
  const [undo, setUndo] = useState<Undo | null>(null);
  const [reopened, setReopened] = useState<ReadonlySet<string>>(() => new Set(options.opened));
  const [{ restore, follow, ...made }] = useState(() =>
    createActs(options, { setUndo, setReopened }),
  );
  useLayoutEffect(() => follow(options));
  return {
    ...made,
    undo,
    reopened,
    takeBack: () => {
      if (undo) restore(undo.before);
    },
  };
}
