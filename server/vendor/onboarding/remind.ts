// Mails to the owners of a practice whose guided start stands still: two for each step, then people
// call.

import { onboardingOf, reminderOf } from '../../../shared/vendor/onboarding.ts';
import type { OnboardingDeps } from './links.ts';
import { readStarts } from './store.ts';

/** Daily work: reminds owners of the next step; a repeated run mails nothing twice. */
export async function onboardingDaily(deps: OnboardingDeps): Promise<void> {
  for (const { cid, facts } of await readStarts(deps.store, deps.asked)) {
    const start = onboardingOf(facts, deps.now()),
      { next, since } = start,
      which = reminderOf(start, deps.now());
    if (next === null || which === undefined) continue;
    await deps.workshop.write(cid, { kind: 'system', cid }, (w) =>
      deps.remind(w, { key: `start:${next}:${since}:${which}`, step: next }),
    );
  }
}
