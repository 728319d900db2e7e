/** Props of every screen of the running tablet. */

import type { Tablet } from './tablet.ts';
import type { Snapshot } from '../session/screen.ts';

export interface ScreenProps {
  readonly tablet: Tablet;
  readonly snapshot: Snapshot;
  readonly language: string;
}
