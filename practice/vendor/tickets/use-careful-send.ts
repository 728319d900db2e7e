// Sends a text of the practice; words that point to a patient come back first, and are removed or
// confirmed one by one.

import { useState } from 'react';
import type { FoundWord } from '../../../shared/vendor/patient-words.ts';
import type { TicketView } from '../../../shared/vendor/tickets.schema.ts';
import { useSubmit, type Submit } from '../../ui/saving/use-submit.ts';

export interface CarefulSend extends Pick<Submit, 'isBusy' | 'failed'> {
  /** Words that are neither removed nor confirmed yet. */
  found: readonly FoundWord[];
  /** True once something was found and all of it is settled. */
  isSettled: boolean;
  /** Confirms that a word is no patient's. */
  keep: (word: string) => void;
  /** Leaves a word out of the list, because the text no longer contains it. */
  drop: (word: string) => void;
  /** @returns whether the text was stored */
  send: () => Promise<boolean>;
}

/** @param post sends the text with the confirmed words; null: nothing was stored */
export function useCarefulSend<Stored = TicketView>(
  post: (confirmed: string[]) => Promise<{ ticket: Stored | null; found: FoundWord[] }>,
  onSent: (ticket: Stored) => void,
): CarefulSend {
  const { isBusy, failed, run } = useSubmit();
  const [found, setFound] = useState<readonly FoundWord[]>([]),
    [confirmed, setConfirmed] = useState<readonly string[]>([]),
    [wasFound, setWasFound] = useState(false);
  const drop = (word: string): void => setFound((all) => all.filter((one) => one.word !== word));
  const send = async (): Promise<boolean> => {
    let isStored = false;
    await run(async () => {
      const sent = await post([...confirmed]);
      setFound(sent.found);
      setWasFound(sent.found.length > 0);
      if (sent.ticket === null) return;
      isStored = true;
      setConfirmed([]);
      onSent(sent.ticket);
    });
    return isStored;
  };
  return {
    isBusy,
    failed,
    found,
    isSettled: wasFound && found.length === 0,
    keep: (word) => {
      setConfirmed((all) => [...all, word]);
      drop(word);
    },
    drop,
    send,
  };
}
