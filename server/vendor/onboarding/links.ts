// Dependencies of the guided start on other slices.

import type { Store } from '../../platform/db/store.ts';
import type { Workshop } from '../../platform/work.ts';
import type { Asked } from './store.ts';

export interface OnboardingDeps {
  store: Store;
  workshop: Workshop;
  now: () => number;
  asked: Asked;
}
