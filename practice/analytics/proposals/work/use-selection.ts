// Which proposal of a work list is selected, where the focus goes, and whether a narrow screen
// shows its sheet. An opened proposal stands in the address: Back closes it.

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import type { Proposal } from '../../../../shared/analytics/billing/proposals.schema.ts';
import { findingKey } from '../../../../shared/analytics/billing/proposal.ts';
import { useQueryParams } from '../../../ui/use-query-params.ts';

/** Holds the selection; `focus` grows with every move that the focus must follow. */
export function useSelection() {
  const place = useQueryParams(['zeile']),
    { zeile } = place.values,
    isOpen = zeile !== undefined,
    way = useNavigationType(),
    [chosen, setChosen] = useState(zeile),
    [seen, setSeen] = useState(zeile),
    [focus, setFocus] = useState(0),
    [opened, setOpened] = useState(0);
  // The address leads after Back and Forward only: its own changes arrive later than a further key.
  if (zeile !== seen) {
    setSeen(zeile);
    if (zeile !== undefined && way === 'POP') setChosen(zeile);
  }
  const refocus = (): void => setFocus((n) => n + 1);
  return {
    chosen,
    isOpen,
    focus,
    opened,
    refocus,
    /** Selects a proposal, or none, and moves the focus there. */
    move(one: Proposal | undefined): void {
      const key = one === undefined ? undefined : findingKey(one);
      setChosen(key);
      if (isOpen) place.set('zeile', key ?? '');
      refocus();
    },
    /** Selects a pressed proposal and shows its sheet. */
    open(one: Proposal): void {
      setChosen(findingKey(one));
      place.visit('zeile', findingKey(one));
      setOpened((n) => n + 1);
    },
    showList(): void {
      place.set('zeile', '');
      refocus();
    },
  };
}

/** Keeps list and sheet in the window. @returns the ref of the element that holds both */
export function useWorkPlace(opened: number) {
  const work = useRef<HTMLDivElement>(null);
  // List and sheet fill the window height that banners and lines above leave free.
  useLayoutEffect(() => {
    if (work.current)
      work.current.style.setProperty(
        '--ab-top',
        `${Math.round(work.current.getBoundingClientRect().top + scrollY)}px`,
      );
  });
  // On a narrow screen the sheet replaces the list: it begins at the upper edge.
  useEffect(() => {
    if (opened > 0 && matchMedia('(max-width: 899px)').matches)
      work.current?.querySelector('.ab-sheet')?.scrollIntoView({ block: 'start' });
  }, [opened]);
  return work;
}
