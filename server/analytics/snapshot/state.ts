/**
 * A practice's current image with the settings it was built with, and the cache that provides it.
 */
import type { Touched } from './touched-patients.ts';
import type { Snapshot } from './snapshot.ts';
import type { Presets } from './store.ts';

export interface State {
  snapshot: Snapshot;
  presets: Presets;
  /** Ms since 1970 of the last counted delivery; null without one. */
  asOf: number | null;
  sources: string;
  /** Key of this state: two answers with the same key are equal. */
  key: string;
  /** Sequence number of the deliveries read into this image. */
  sequence: number;
  /** Patients (indexes) affected by deliveries since a given sequence number. */
  touchedSince(sequence: number): Touched;
}

export interface SnapshotCache {
  /** Returns the practice's image for its closed deliveries. */
  load(cid: string, now: number): Promise<State>;
  /** Checks whether an image is the latest one that was built, without looking for deliveries. */
  isNewest(cid: string, snapshot: Snapshot): boolean;
  practices(): Promise<string[]>;
  /**
   * Runs work that reads images. If all work runs through it, columns without readers are
   * overwritten.
   */
  runWork<T>(work: () => Promise<T>): Promise<T>;
}
