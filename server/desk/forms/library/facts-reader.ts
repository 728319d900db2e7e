// Reader of the facts about stored forms: each content is judged once, in the child process; a list
// waits for it a moment and never longer.

import type { FormChecker } from './form-check.ts';
import { plainFacts, type FormFacts } from './form-facts.ts';
import type { FormRow } from './form-store.ts';

type Load = () => Promise<Pick<FormRow, 'questionnaire' | 'languages'> | undefined>;
export interface FactsReader {
  /** Returns what is known already. @param sha256 of the content */
  known(sha256: string): FormFacts | undefined;
  /**
   * Judges a form.
   * @returns undefined if it takes longer than a list can wait; the result is known later
   */
  ask(sha256: string, load: Load): Promise<FormFacts | undefined>;
  /** Remembers facts that the check of a content brought. */
  learn(sha256: string, facts: FormFacts): void;
}

/** Maximum time for which a list waits, in ms. */
const WAIT_MS = 1_000;
const MOST_KNOWN = 1_000;

/** Resolves to the result, or to `undefined` after the time. */
async function within<T>(found: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Creates the reader. @param waitMs for tests */
export function createFactsReader(
  checker: Pick<FormChecker, 'facts'>,
  waitMs = WAIT_MS,
): FactsReader {
  const known = new Map<string, FormFacts>(),
    asked = new Map<string, Promise<FormFacts | undefined>>();
  const learn = (sha256: string, facts: FormFacts): void => {
    if (known.size >= MOST_KNOWN) known.delete([...known.keys()][0] ?? '');
    known.set(sha256, facts);
  };
  // One after another: the contents of many forms are never in memory at once.
  let last: Promise<unknown> = Promise.resolve();
  const judge = async (sha256: string, load: Load): Promise<FormFacts | undefined> => {
    const row = await load();
    if (!row) return undefined;
    const { questionnaire, languages } = row;
    const judged = await checker.facts({ text: JSON.stringify(questionnaire), languages });
    const facts: FormFacts = judged ?? {
      ...plainFacts(questionnaire),
      trouble: { code: 'check_too_long' },
    };
    learn(sha256, facts);
    return facts;
  };
  return {
    known: (sha256) => known.get(sha256),
    learn,
    ask: async (sha256, load) => {
      const before = known.get(sha256);
      if (before) return before;
      let running = asked.get(sha256);
      if (!running) {
        running = last
          .then(() => judge(sha256, load))
          // A checker that cannot run says nothing about the form: it is asked again.
          .catch(() => undefined)
          .finally(() => asked.delete(sha256));
        last = running;
        asked.set(sha256, running);
      }
      return within(running, waitMs);
    },
  };
}
