// The windows in which drafts are open, as this process knows them; nothing of them is stored.

import type { BoardEvent } from '../../../shared/exchange/board.ts';
import {
  EDITING_EXPIRY_MS,
  type DraftName,
  type DraftWindow,
} from '../../../shared/exchange/editing.ts';

/** Windows of one user; the oldest one gives way to a further one. */
const MOST_OF_USER = 20;

/** The word of a window: it has the draft open, or has closed it. */
export interface EditingWord {
  readonly draft: DraftName;
  readonly window: DraftWindow;
  readonly isOpen: boolean;
}
interface Entry extends Omit<EditingWord, 'isOpen'> {
  readonly timer: NodeJS.Timeout;
}
export interface Editing {
  /** Takes a word; the staff of the practice hear of each change. */
  note(cid: string, word: EditingWord): void;
  /** Returns the windows of a draft, the oldest first. */
  windows(cid: string, draft: DraftName): DraftWindow[];
}

const isOf =
  ({ kind, id }: DraftName) =>
  ({ draft }: Entry): boolean =>
    draft.kind === kind && draft.id === id;

/** @param publish tells the staff of a practice whom this process serves */
export function createEditing(publish: (cid: string, event: BoardEvent) => void): Editing {
  const open = new Map<string, readonly Entry[]>(),
    ofPractice = (cid: string): readonly Entry[] => open.get(cid) ?? [],
    windows: Editing['windows'] = (cid, draft) =>
      ofPractice(cid)
        .filter(isOf(draft))
        .map(({ window }) => window),
    tell = (cid: string, draft: DraftName): void =>
      publish(cid, { kind: 'editing', draft, windows: windows(cid, draft) });
  const drop = (cid: string, entry: Entry): void => {
    clearTimeout(entry.timer);
    const rest = ofPractice(cid).filter((one) => one !== entry);
    if (rest.length === 0) open.delete(cid);
    else open.set(cid, rest);
    tell(cid, entry.draft);
  };
  return {
    windows,
    note(cid, { draft, window, isOpen }) {
      const ofUser = ofPractice(cid).filter((one) => one.window.userId === window.userId),
        known = ofUser.filter(isOf(draft)).find((one) => one.window.windowId === window.windowId);
      if (known && isOpen) known.timer.refresh();
      else if (known) drop(cid, known);
      else if (isOpen) {
        const oldest = ofUser.length < MOST_OF_USER ? undefined : ofUser[0];
        if (oldest) drop(cid, oldest);
        const entry: Entry = {
          draft,
          window,
          timer: setTimeout(() => drop(cid, entry), EDITING_EXPIRY_MS).unref(),
        };
        open.set(cid, [...ofPractice(cid), entry]);
        tell(cid, draft);
      }
    },
  };
}
