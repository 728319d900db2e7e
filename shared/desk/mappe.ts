// A Mappe: the tasks of one person for one visit; its state is computed from its tasks and never
// stored.

import type { TaskState } from './task.ts';

export type SignerRole =
  | 'patient'
  | 'parent1'
  | 'parent2'
  | 'guardian'
  | 'proxy'
  | 'dentist'
  | 'witness'
  | 'interpreter';
export interface Signer {
  role: SignerRole;
  name: string;
  capacity?: string;
}

/** How staff verified the person's identity. */
export type Identification = 'gesundheitskarte' | 'ausweis' | 'bekannt';
export const IDENTIFICATIONS: readonly Identification[] = [
  'gesundheitskarte',
  'ausweis',
  'bekannt',
];

export type TextScale = 100 | 125 | 150 | 200;
export const TEXT_SCALES: readonly TextScale[] = [100, 125, 150, 200];

export type MappeState =
  | 'vorbereitet'
  | 'wartet'
  | 'laeuft'
  | 'unterbrochen'
  | 'uebertragung'
  | 'fertig'
  | 'offen'
  | 'abgebrochen'
  | 'abgelaufen'
  | 'pruefen';

/**
 * Returns the state of a Mappe from its tasks' states, for lists: attention first, then running,
 * then waiting.
 * @param states one per task, any order, at least one
 */
export function mappeState(states: readonly TaskState[]): MappeState {
  const has = (...s: TaskState[]): boolean => states.some((x) => s.includes(x));
  if (has('needs_attention')) return 'pruefen';
  if (has('started')) return 'laeuft';
  if (has('interrupted')) return 'unterbrochen';
  if (has('assigned')) return 'wartet';
  if (has('created')) return 'vorbereitet';
  if (has('submitted', 'sealed')) return 'uebertragung';
  if (has('talk_pending', 'question', 'part_signed', 'paper')) return 'offen';
  if (states.every((s) => s === 'cancelled')) return 'abgebrochen';
  if (states.every((s) => s === 'expired')) return 'abgelaufen';
  return 'fertig';
}
