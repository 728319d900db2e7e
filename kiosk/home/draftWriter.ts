/** Writes the open draft of a link to the disk: soon after an answer, one write after the other. */

import type { Clock } from '../../shared/base/ports.ts';
import { newKey, seal, type Cabinet, type DraftRow } from './cabinet.ts';
import type { BegunForm, HomeDraft, Kept } from './draft.ts';

const AUTOSAVE_MS = 300;

type OpenRow = Pick<DraftRow, 'id' | 'draftId' | 'form'> & { key: CryptoKey };

export interface DraftWriter {
  /** Writes a new draft with a new key. */
  begin(kept: Kept): Promise<void>;
  save(draft: HomeDraft): void;
  /** Resolves when the saved state is on the disk; rejects when the disk refuses. */
  flush(): Promise<void>;
  /** Writes to this row from here on. */
  open(row: OpenRow): void;
  /** Writes nothing more. */
  forget(): void;
  /** As `forget`; resolves when the last write ended. */
  stop(): Promise<void>;
}

export interface DraftWriterDeps {
  cabinet: Cabinet | null;
  subtle: SubtleCrypto | undefined;
  /** Hash of the link. */
  id: string;
  clock: Pick<Clock, 'now' | 'after'>;
  onSaved: () => void;
  onTrouble: () => void;
  /** Another window ended this draft or began a new one. */
  onElsewhere: () => void;
}

/** Creates the writer of a link. */
export function createDraftWriter({
  cabinet,
  subtle,
  id,
  clock,
  onSaved,
  onTrouble,
  onElsewhere,
}: DraftWriterDeps): DraftWriter {
  /** Of the open draft. */
  let mine: OpenRow | null = null;
  /** The form of a draft not yet written to disk: retried with the next save. */
  let refused: BegunForm | null = null;
  let waiting: HomeDraft | null = null,
    stopTimer: (() => void) | null = null,
    writing: Promise<void> = Promise.resolve();

  const begin = async ({ draft, form }: Kept): Promise<void> => {
    if (!cabinet || !subtle) return;
    refused = form;
    const key = await newKey(subtle),
      own = { id, draftId: draft.id };
    const boxes = {
      draft: await seal(key, own, 'draft', draft),
      form: await seal(key, own, 'form', form),
    };
    await cabinet.change(id, () => ({
      ...own,
      ...boxes,
      key,
      savedAt: clock.now(),
      misses: 0,
      isHandedIn: draft.handed !== null,
    }));
    refused = null;
    mine = { ...own, key, form: boxes.form };
  };
  const write = async (draft: HomeDraft): Promise<void> => {
    if (!mine && refused) {
      await begin({ draft, form: refused });
      return;
    }
    const own = mine;
    if (!cabinet || !own || own.draftId !== draft.id) return;
    const box = await seal(own.key, own, 'draft', draft);
    const before = await cabinet.change(id, (row) =>
      mine !== own || (row && (row.draftId !== own.draftId || !row.key))
        ? row
        : {
            misses: 0,
            ...row,
            ...own,
            draft: box,
            savedAt: clock.now(),
            isHandedIn: draft.handed !== null,
          },
    );
    if (mine === own && before && (before.draftId !== own.draftId || !before.key)) onElsewhere();
  };
  const flush = (): Promise<void> => {
    stopTimer?.();
    stopTimer = null;
    const newest = waiting;
    waiting = null;
    if (newest) {
      writing = writing.catch(() => undefined).then(() => write(newest));
      writing.then(onSaved, () => {
        waiting ??= newest;
        onTrouble();
      });
    }
    return writing;
  };
  const forget = (): void => {
    mine = null;
    refused = null;
    waiting = null;
  };
  return {
    begin,
    save(draft) {
      waiting = draft;
      stopTimer ??= clock.after(AUTOSAVE_MS, () => {
        flush().catch(() => undefined);
      });
    },
    flush,
    open(row) {
      mine = row;
    },
    forget,
    async stop() {
      stopTimer?.();
      stopTimer = null;
      forget();
      await writing.catch(() => undefined);
    },
  };
}
