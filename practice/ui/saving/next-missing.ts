// The next field of a list that still lacks its words.

import { useEffect, useRef, useState, type RefObject } from 'react';

const MISSING = '[data-missing="true"]';

/** Returns the first missing field after another one, or the first of all. */
export function missingAfter(list: HTMLElement, last: Element | null): HTMLElement | undefined {
  const all = [...list.querySelectorAll<HTMLElement>(MISSING)];
  return (
    all.find(
      (one) =>
        last !== null &&
        (last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    ) ?? all[0]
  );
}

/** Scrolls to a field and focuses it. */
function goTo(last: RefObject<Element | null>, field: HTMLElement | undefined): void {
  if (!field) return;
  last.current = field;
  field.scrollIntoView({ block: 'center' });
  field.focus({ preventScroll: true });
}

/**
 * Holds the list and the place in it. Fields that lack their words have `data-missing`; `data-place`
 * is the key of a field.
 * @param first start of the key of the field that gets the focus when the list opens
 */
export function useNextMissing<List extends HTMLElement>(
  first?: string,
): {
  list: RefObject<List | null>;
  goNext: () => void;
  /** Leads to the field with this key, if it is drawn. */
  goToPlace: (place: string) => void;
  noteFocus: (target: Element) => void;
} {
  const list = useRef<List>(null),
    last = useRef<Element | null>(null);
  useEffect(() => {
    if (first === undefined || !list.current) return;
    const found = [...list.current.querySelectorAll<HTMLElement>('[data-place]')].filter((one) =>
      one.dataset.place?.startsWith(first),
    );
    goTo(
      last,
      found.find((one) => one.matches(MISSING)) ?? found[0] ?? missingAfter(list.current, null),
    );
  }, [first]);
  return {
    list,
    goNext: () => {
      if (list.current) goTo(last, missingAfter(list.current, last.current));
    },
    goToPlace: (place) =>
      goTo(
        last,
        [...(list.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])].find(
          (one) => one.dataset.place === place,
        ),
      ),
    noteFocus: (target) => {
      last.current = target;
    },
  };
}

/** A gap in a translation: its language and the start of the key of its text. */
export interface Gap {
  readonly language: string;
  readonly at: string;
}
/** Holds the open tab of an editor; a gap opens the tab `languages` at its place. */
export function useEditorTabs(first: string): {
  tab: string | null;
  gap: Gap | null;
  open: (tab: string | null) => void;
  openGap: (gap: Gap) => void;
} {
  const [{ tab, gap }, go] = useState<{ tab: string | null; gap: Gap | null }>({
    tab: first,
    gap: null,
  });
  return {
    tab,
    gap,
    open: (next) => go({ tab: next, gap: null }),
    openGap: (next) => go({ tab: 'languages', gap: next }),
  };
}
