// Carries the live events of this process to the other processes on the same database, and theirs
// to the listeners here.

import type { BoardEvent } from '../../../shared/exchange/board.ts';
import type { DomainEvent } from '../work.ts';
import type { DraftWindow } from '../../../shared/exchange/editing.ts';
import type { Bus } from './bus.ts';
import { createEditing, type EditingWord } from './editing.ts';
import type { Wire } from './wire.ts';

/** Clients that may have missed something look again, spread over this time, ms. */
const AGAIN_MS = 10_000;

/** A message as it travels: its kind, then its values. */
type Message =
  | readonly ['staff', cid: string, event: BoardEvent]
  | readonly ['poke', tabletId: string, seq: number]
  | readonly ['help', tabletId: string]
  | readonly ['drop', tabletId: string]
  | readonly ['closed', cid: string]
  | readonly ['editing', cid: string, word: EditingWord];

/** What a process tells the others besides the events of its bus. */
export interface SharedEvents {
  publish(cid: string, event: DomainEvent): void;
  dropTablet(tabletId: string): void;
  /** Records of this practice were closed or opened. */
  closedChanged(cid: string): void;
  /**
   * Takes the word of a window about a draft.
   * @returns the windows of that draft, as far as this process knows them
   */
  editing(cid: string, word: EditingWord): DraftWindow[];
}

/** A message without the sealed body: only the process that holds the tablet's channel has its key. */
const messageOf = (cid: string, e: DomainEvent): Message =>
  e.to === 'staff'
    ? ['staff', cid, e.event]
    : e.event.kind === 'poke'
      ? ['poke', e.tabletId, e.event.seq]
      : ['help', e.tabletId];

/**
 * Connects the bus of this process with those of the others.
 * @param wire undefined: this process has its database alone
 * @param forgetClosed drops what this process knows about closed records of a practice
 */
export function shareEvents(
  bus: Bus,
  wire: Wire | undefined,
  forgetClosed: (cid: string) => void,
): SharedEvents {
  // Each process tells its own listeners.
  const editing = createEditing((cid, event) => bus.publish(cid, { to: 'staff', event }));
  const tell = (message: Message): void => wire?.send(JSON.stringify(message));
  const hear = (text: string): void => {
    const m = JSON.parse(text) as Message;
    switch (m[0]) {
      case 'staff':
        bus.publish(m[1], { to: 'staff', event: m[2] });
        return;
      case 'poke':
        // The practice of a tablet's event is not looked at.
        bus.publish('', { to: 'tablet', tabletId: m[1], event: { kind: 'poke', seq: m[2] } });
        return;
      case 'help':
        bus.publish('', { to: 'tablet', tabletId: m[1], event: { kind: 'help', answered: true } });
        return;
      case 'drop':
        bus.dropTablet(m[1]);
        return;
      case 'closed':
        forgetClosed(m[1]);
        return;
      case 'editing':
        editing.note(m[1], m[2]);
    }
  };
  wire?.listen(hear, () => {
    bus.refresh(AGAIN_MS);
  });
  return {
    publish(cid, event) {
      bus.publish(cid, event);
      tell(messageOf(cid, event));
    },
    dropTablet(tabletId) {
      bus.dropTablet(tabletId);
      tell(['drop', tabletId]);
    },
    closedChanged(cid) {
      forgetClosed(cid);
      tell(['closed', cid]);
    },
    editing(cid, word) {
      editing.note(cid, word);
      tell(['editing', cid, word]);
      return editing.windows(cid, word.draft);
    },
  };
}
