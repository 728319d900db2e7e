// Findings of the edited form, from the check worker: those of the last checked state until the
// newest one is checked.

import { useEffect, useMemo, useState } from 'react';
import type { FormFindings } from '../../../../../shared/forms/design/form-findings.ts';
import type { FormView } from '../../../../../shared/forms/design/forms.schema.ts';
import type { Questionnaire } from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import type { CheckSaid } from './check.worker.ts';
import { createChecker, type Checker, type CheckThread } from './checker.ts';

/** Nothing is checked yet. */
const NONE: FormFindings = { findings: [], isReady: false, longest: undefined };

export interface Findings extends FormFindings {
  readonly errors: number;
  /** The level of the worst finding of each item, by linkId. */
  readonly marks: ReadonlyMap<string, 'error' | 'warning'>;
  /** The newest state of the form is still being checked. */
  readonly isChecking: boolean;
}

function start(): CheckThread {
  const worker = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' });
  const thread: CheckThread = {
    onSaid: null,
    onFailed: null,
    postMessage: (ask) => worker.postMessage(ask),
    terminate: () => worker.terminate(),
  };
  worker.addEventListener('message', ({ data }: MessageEvent<CheckSaid>) =>
    thread.onSaid?.({ data }),
  );
  worker.addEventListener('error', () => thread.onFailed?.());
  return thread;
}

/** Checks the form after each change. */
export function useFindings(
  { practiceLanguages: languages, printable }: FormView,
  form: Questionnaire,
): Findings {
  const [checked, setChecked] = useState<{ of: Questionnaire; found: FormFindings }>();
  const [checker, setChecker] = useState<Checker>();
  useEffect(() => {
    const made = createChecker(start, (ask, found) => setChecked({ of: ask.form, found }));
    setChecker(made);
    return made.close;
  }, []);
  useEffect(
    () => checker?.ask({ form, languages, printable }),
    [checker, form, languages, printable],
  );
  const { findings, isReady, longest } = checked?.found ?? NONE;
  const errors = findings.filter((one) => one.level === 'error').length;
  const marks = useMemo(
    () =>
      new Map(
        findings
          .flatMap((one) =>
            one.linkId === undefined || one.level === 'note'
              ? []
              : [[one.linkId, one.level] as const],
          )
          .reverse(),
      ),
    [findings],
  );
  return { findings, errors, marks, isReady, longest, isChecking: checked?.of !== form };
}
