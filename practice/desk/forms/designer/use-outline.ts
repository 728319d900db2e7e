// Actions of the outline on its items: moving, removing and copying by key, dragging by the handle.

import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { sayWithUndo } from '../../../ui/toast.tsx';
import { useDesignerTexts } from './designer-texts.ts';
import {
  duplicateItem,
  findItem,
  moveItem,
  moveTo,
  removeItem,
  type Side,
  type Step,
} from './edit.ts';
import type { Editing } from './editing/use-editing.ts';

export type ItemActs = ReturnType<typeof useItemActs>;

/** Moves, removes and copies the selected item; the focus follows it. */
export function useItemActs(editing: Editing, followFocus: () => void) {
  const t = useDesignerTexts(),
    { form, selected, change } = editing;
  const step = (kind: Step): void => {
    if (selected !== undefined) {
      followFocus();
      change(moveItem(form, selected, kind), { select: selected });
    }
  };
  const remove = (): void => {
    const found = selected === undefined ? undefined : findItem(form, selected);
    if (!found || selected === undefined) return;
    const before = form,
      beside = found.siblings[found.index + 1] ?? found.siblings[found.index - 1] ?? found.parent;
    followFocus();
    change(removeItem(form, selected), beside && { select: beside.linkId });
    sayWithUndo(t('removed', { text: found.item.text ?? found.item.linkId }), () =>
      change(before, { select: selected }),
    );
  };
  const copy = (): void => {
    if (selected !== undefined) {
      const made = duplicateItem(form, selected);
      followFocus();
      change(made.form, { select: made.linkId });
    }
  };
  return { step, remove, copy };
}

/** Deletes, undoes, redoes or copies; false when the key means none of these. */
export function editWithKey(event: KeyboardEvent, editing: Editing, acts: ItemActs): boolean {
  const key = event.key.toLowerCase(),
    hasCommand = event.ctrlKey || event.metaKey;
  if (event.key === 'Delete') acts.remove();
  else if (key === 'z' && hasCommand) {
    if (event.shiftKey) editing.redo();
    else editing.undo();
  } else if (key === 'y' && event.ctrlKey) editing.redo();
  else if (key === 'd' && hasCommand) acts.copy();
  else return false;
  return true;
}

const linkAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-link]')?.dataset.link : undefined;
/** Picks the row that an event comes from. */
export function pickAt(target: EventTarget, pick: (linkId: string) => void): void {
  const linkId = linkAt(target);
  if (linkId !== undefined) pick(linkId);
}

/** An item that is dragged, and where it would be dropped. */
export interface Drag {
  readonly linkId: string;
  readonly target?: string;
  readonly side?: Side;
}

/** Drags an item by its handle: before, after or inside the row under the pointer. */
export function useDragging({ form, change }: Editing) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begin = (event: PointerEvent): void => {
    const { target } = event,
      grip = target instanceof Element ? target.closest('[data-grip]') : null,
      linkId = grip ? linkAt(grip) : undefined;
    if (!grip || linkId === undefined) return;
    grip.setPointerCapture(event.pointerId);
    setDrag({ linkId });
  };
  const over = (event: PointerEvent): void => {
    if (!drag) return;
    const row = document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest<HTMLElement>('[data-link]'),
      target = row?.dataset.link;
    if (!row || target === undefined) return;
    const { top, height } = row.getBoundingClientRect(),
      at = (event.clientY - top) / height,
      isGroup = findItem(form, target)?.item.type === 'group';
    setDrag({
      linkId: drag.linkId,
      target,
      side: isGroup && at > 0.3 && at < 0.7 ? 'inside' : at < 0.5 ? 'before' : 'after',
    });
  };
  const drop = (): void => {
    if (drag?.target !== undefined && drag.side)
      change(moveTo(form, drag.linkId, drag.target, drag.side), { select: drag.linkId });
    setDrag(null);
  };
  return {
    drag,
    handlers: {
      onPointerDown: begin,
      onPointerMove: over,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(null),
    },
  };
}
