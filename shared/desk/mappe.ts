// A Mappe: what one person gets in one go; its state is computed from its tasks and never stored.

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

/** How staff made sure who is in front of them. */
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
 * State of a Mappe from its tasks' states, for lists: attention first, then what runs, then what waits.
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
