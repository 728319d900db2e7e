/** Props of every screen of the running tablet. */

import type { ScreenName } from '../session/session.types.ts';
import type { Tablet } from './tablet.ts';
import type { Snapshot } from '../session/screen.ts';

/** Screens of the device itself, in addition to those of a patient's run. */
export const OWN: readonly ScreenName[] = [
  'boot',
  'welcome',
  'registering',
  'gate',
  'waiting',
  'assigned',
  'revoked',
  'unknown',
  'leaseExpired',
];

export interface ScreenProps {
  readonly tablet: Tablet;
  readonly snapshot: Snapshot;
  readonly language: string;
}
