// Keeps one link's draft on the device: saved within 300 ms of an answer, for 72 hours, deleted
// with its key when it ends.

import { DAY_MS } from '../../shared/base/day-math.ts';
import { unseal, type Cabinet, type DraftRow } from './cabinet.ts';
import { asBegunForm, asDraft, type HomeDraft, type Kept } from './draft.ts';
import { createDraftWriter, type DraftWriterDeps } from './draftWriter.ts';

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

export type KeeperDeps = DraftWriterDeps;

const isOver = (row: DraftRow, now: number): boolean =>
  now - row.savedAt > (row.isHandedIn ? HANDED_MS : DRAFT_MS);

/** Returns a draft whose content and key are gone. @param now ms UTC */
export const endedRow = ({ id, draftId }: DraftRow, now: number, misses = 0): DraftRow => ({
  id,
  draftId,
  savedAt: now,
  misses,
  isHandedIn: false,
});

/** Deletes every expired draft of this device. */
export async function sweep(cabinet: Cabinet, now: number): Promise<void> {
  for (const { id } of (await cabinet.all()).filter((row) => isOver(row, now)))
    await cabinet.change(id, (row) => (row && isOver(row, now) ? undefined : row));
}

/** Creates the keeper of a link. */
export function createKeeper(deps: KeeperDeps): Keeper {
  const { cabinet, id, clock } = deps,
    writer = createDraftWriter(deps);
  let inMemory = 0;
  const ended = (row: DraftRow, misses: number): DraftRow => endedRow(row, clock.now(), misses);

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
        writer.open({
          id,
          draftId: row.draftId,
          key: row.key,
          ...(row.form && { form: row.form }),
        });
        return { draft, form };
      } catch {
        return null;
      }
    },
    async begin(kept) {
      await writer.begin(kept);
      if (cabinet) deps.onSaved();
    },
    save: writer.save,
    flush: writer.flush,
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
      if (now >= MISSES) writer.forget();
      return now;
    },
    async forgive() {
      inMemory = 0;
      await cabinet?.change(id, (row) =>
        row?.key ? { ...row, misses: 0, savedAt: clock.now() } : row,
      );
    },
    async remove() {
      await writer.stop();
      await cabinet?.change(id, (row) => row && ended(row, 0));
    },
  };
}
