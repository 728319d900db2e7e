// A birth date as the proof of who holds the device: one rule on tablets and private phones.

import { useState } from 'react';
import { berlinDay, isBirthDate } from '../../../shared/base/dates.ts';
import {
  EMPTY_DATE,
  firstProblem,
  isoFromParts,
  type DatePart,
  type DateParts,
} from './dateParts.ts';

/** `missing`, `impossible`: of the typed date. `other`: a real day, but not this person's. */
export type BirthProblem = {
  readonly text: 'missing' | 'impossible' | 'other';
  readonly part: DatePart | null;
} | null;

interface BirthCheck {
  /** Prefix of the fields' ids. */
  readonly id: string;
  /** Wrong dates so far. */
  readonly misses: number;
  /** `YYYY-MM-DD` of a real day that is not in the future. */
  readonly onDay: (day: string) => void;
  /** Milliseconds UTC. */
  readonly now?: number | undefined;
}

/**
 * Asks for the birth date. A wrong date stays, to be compared and mended; the limit of misses
 * keeps the date of another person from being found by trying.
 */
export function useBirthCheck({ id, misses, onDay, now }: BirthCheck) {
  const [parts, setParts] = useState<DateParts>(EMPTY_DATE);
  const [problem, setProblem] = useState<BirthProblem>(null);
  const [seen, setSeen] = useState(misses);
  if (misses !== seen) {
    setSeen(misses);
    setProblem(misses > 0 ? { text: 'other', part: null } : null);
  }
  return {
    parts,
    problem,
    change(next: DateParts): void {
      setParts(next);
      if (problem && problem.text !== 'other') setProblem(null);
    },
    submit(): void {
      const day = isoFromParts(parts),
        part = firstProblem(parts);
      if (day !== null && isBirthDate(day, berlinDay(now ?? Date.now()))) {
        setProblem(null);
        onDay(day);
        return;
      }
      setProblem({
        text: part !== null && parts[part] === '' ? 'missing' : 'impossible',
        part: part ?? 'year',
      });
      document.getElementById(`${id}-${part ?? 'year'}`)?.focus();
    },
  };
}
