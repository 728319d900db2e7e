// Keeps one link's draft on the device: saved within 300 ms of an answer, for 72 hours, deleted
// with its key when it ends.

import type { Clock } from '../../shared/base/ports.ts';
import { DAY_MS } from '../../shared/base/day-math.ts';
import { newKey, seal, unseal, type Cabinet, type DraftRow } from './cabinet.ts';
import { asBegunForm, asDraft, type BegunForm, type HomeDraft } from './draft.ts';

const AUTOSAVE_MS = 300;
/** Lifetime of a draft after the last answer. */
export const DRAFT_MS = 72 * 3_600_000;
/** Submitted but unsent answers are kept longer: the practice expects them. */
export const HANDED_MS = 30 * DAY_MS;
/** Idle time after which the birth date is asked again. */
export const LOCK_MS = 15 * 60_000;
/** Wrong birth dates that a draft survives. */
export const MISSES = 3;

export type Found =
  | { readonly kind: 'none' | 'shut' }
  | {
      readonly kind: 'kept';
      readonly isLocked: boolean;
      readonly isHandedIn: boolean;
      readonly misses: number;
    };
export interface Kept {
  readonly draft: HomeDraft;
  readonly form: BegunForm;
}

export interface Keeper {
  /** Whether anything is stored beyond the page. */
  readonly isLasting: boolean;
  look(): Promise<Found>;
  /** `null`: unreadable. */
  open(): Promise<Kept | null>;
  begin(kept: Kept): Promise<void>;
  save(draft: HomeDraft): void;
  /** Resolves when the saved state is on the disk; rejects when the disk refuses. */
  flush(): Promise<void>;
  /** Counts a wrong birth date; returns the number so far. The third one destroys the key. */
  miss(): Promise<number>;
  /** Resets the counter after the right one. */
  forgive(): Promise<void>;
  /** Destroys draft and key. */
  remove(): Promise<void>;
}

export interface KeeperDeps {
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

const isOver = (row: DraftRow, now: number): boolean =>
  now - row.savedAt > (row.isHandedIn ? HANDED_MS : DRAFT_MS);

/** Deletes every expired draft of this device. */
export async function sweep(cabinet: Cabinet, now: number): Promise<void> {
  for (const { id } of (await cabinet.all()).filter((row) => isOver(row, now)))
    await cabinet.change(id, (row) => (row && isOver(row, now) ? undefined : row));
}

export function createKeeper({
  cabinet,
  subtle,
  id,
  clock,
  onSaved,
  onTrouble,
  onElsewhere,
}: KeeperDeps): Keeper {
  /** Of the open draft. */
  let mine: (Pick<DraftRow, 'id' | 'draftId' | 'form'> & { key: CryptoKey }) | null = null;
  /** The form of a draft not yet written to disk: retried with the next save. */
  let refused: BegunForm | null = null;
  let waiting: HomeDraft | null = null,
    stopTimer: (() => void) | null = null,
    writing: Promise<void> = Promise.resolve(),
    inMemory = 0;

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
  const ended = (row: DraftRow, misses: number): DraftRow => ({
    id,
    draftId: row.draftId,
    savedAt: clock.now(),
    misses,
    isHandedIn: false,
  });

  return {
    isLasting: cabinet !== null,
    async look() {
      const row = await cabinet?.get(id);
      if (!row || isOver(row, clock.now())) return { kind: 'none' };
      if (!row.key) return { kind: row.misses >= MISSES ? 'shut' : 'none' };
      return {
        kind: 'kept',
        isLocked: clock.now() - row.savedAt > LOCK_MS,
        isHandedIn: row.isHandedIn,
        misses: row.misses,
      };
    },
    async open() {
      const row = await cabinet?.get(id);
      if (!row?.key) return null;
      try {
        const draft = asDraft(await unseal(row, 'draft')),
          form = asBegunForm(await unseal(row, 'form'));
        if (!draft || !form || draft.id !== row.draftId) return null;
        mine = { id, draftId: row.draftId, key: row.key, ...(row.form && { form: row.form }) };
        return { draft, form };
      } catch {
        return null;
      }
    },
    async begin(kept) {
      await begin(kept);
      if (cabinet) onSaved();
    },
    save(draft) {
      waiting = draft;
      stopTimer ??= clock.after(AUTOSAVE_MS, () => {
        flush().catch(() => undefined);
      });
    },
    flush,
    async miss() {
      inMemory += 1;
      const misses = (row: DraftRow): number => row.misses + 1;
      const before = await cabinet?.change(id, (row) =>
        !row?.key
          ? row
          : misses(row) >= MISSES && !row.isHandedIn
            ? ended(row, misses(row))
            : { ...row, misses: misses(row) },
      );
      const now = before?.key ? misses(before) : inMemory;
      if (now >= MISSES) {
        mine = null;
        refused = null;
        waiting = null;
      }
      return now;
    },
    async forgive() {
      inMemory = 0;
      await cabinet?.change(id, (row) =>
        row?.key ? { ...row, misses: 0, savedAt: clock.now() } : row,
      );
    },
    async remove() {
      stopTimer?.();
      stopTimer = null;
      waiting = null;
      mine = null;
      refused = null;
      await writing.catch(() => undefined);
      await cabinet?.change(id, (row) => row && ended(row, 0));
    },
  };
}
