// Dependencies of the guided start on other slices.

import type { Store } from '../../platform/db/store.ts';
import type { OnboardingStep } from '../../../shared/vendor/onboarding.ts';
import type { Work, Workshop } from '../../platform/work.ts';
import type { Asked } from './store.ts';

export interface OnboardingDeps {
  store: Store;
  workshop: Workshop;
  now: () => number;
  asked: Asked;
  /** Mails all owners which step is next, once per key. */
  remind: (w: Work, mail: { key: string; step: OnboardingStep }) => Promise<void>;
}
