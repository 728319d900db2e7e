// Working through a list of proposals: deciding, undoing and moving by keyboard, with announcements
// for screen readers.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Proposal } from '../../../../shared/analytics/billing/proposals.schema.ts';
import { findingKey } from '../../../../shared/analytics/billing/proposal.ts';
import { useHotkeys, useKeydown, type Hotkeys } from '../../../ui/hotkeys.ts';
import { useChosen, type Chosen } from '../../../ui/lists/use-chosen.ts';
import { undoLast } from '../../../ui/toast.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { showInstant } from '../../../ui/wording/moments.ts';
import { useTeamNames } from '../../../ui/wording/team-names.ts';
import { neighbour } from './ProposalList.tsx';
import { dayQuery } from './ProposalSheet.tsx';
import { useBillingTexts } from '../proposals-texts.ts';
import { useDecisions, type ChangedElsewhere, type DecisionChoice } from './use-decisions.ts';
import { personName, say } from '../words.ts';
import type { ProposalListState } from './use-proposal-list.ts';
import { useSelection } from './use-selection.ts';
import { useWorkDialog } from './use-work-dialog.ts';

/** Prefetches the next day before the user gets to it. */
function usePrefetch(key: string | undefined, following: Proposal | undefined): void {
  const queries = useQueryClient();
  const fetchNext = useEffectEvent(() => {
    if (following !== undefined) void queries.prefetchQuery(dayQuery(following));
  });
  useEffect(() => {
    if (key !== undefined) fetchNext();
  }, [key]);
}

/** Calls back for Enter where nothing has the focus and no dialog is open. */
function useEnterOnBody(onEnter: () => void, isActive: boolean): void {
  useKeydown((event) => {
    if (
      event.key === 'Enter' &&
      event.target === document.body &&
      isActive &&
      document.querySelector('[role="dialog"]') === null
    ) {
      event.preventDefault();
      onEnter();
    }
  });
}

/** Names proposals and decisions of others. */
function useProposalNames() {
  const t = useBillingTexts(),
    language = useLanguage(),
    team = useTeamNames();
  return {
    nameOf: (one: Proposal): string => `${say(one.titel, language)}, ${personName(one, t)}`,
    otherWords: ({ state, by, byName, decidedAt }: ChangedElsewhere): string =>
      t(`anders.${state}`, {
        wer: byName === '' ? (team.get(by) ?? t('anders.jemand')) : byName,
        am: showInstant(decidedAt, language),
      }),
  };
}

/** The keys that open and choose the current proposal, as in every list. */
const rowKeys = (
  current: Proposal | undefined,
  selection: ReturnType<typeof useSelection>,
  chosen: Chosen<Proposal>,
): Hotkeys => ({
  ' ': () => {
    // Space on a button is the button's.
    const isFree = document.activeElement?.matches('body, main, [role="option"]') === true;
    if (isFree && current) selection.open(current);
    return isFree;
  },
  x: (event) => {
    if (!current) return;
    if (event.shiftKey) chosen.chooseTo(current);
    else chosen.toggle(current);
  },
});

/** Holds the selection and the decisions of a list; decided proposals have left `items`. */
export function useProposalWork({ list, all, isWarnings }: ProposalListState) {
  const t = useBillingTexts(),
    selection = useSelection(),
    [isRejecting, setRejecting] = useState(false),
    [said, setSaid] = useState(''),
    { nameOf, otherWords } = useProposalNames(),
    { move } = selection;
  const decisions = useDecisions((one, other) => {
    if (other) setSaid(`${nameOf(one)}: ${otherWords(other)}`);
    else move(one);
  });
  const items = all.filter((one) => !decisions.gone.has(findingKey(one))),
    current = items.find((one) => findingKey(one) === selection.chosen) ?? items[0],
    key = current === undefined ? undefined : findingKey(current),
    chosen = useChosen(items, findingKey);
  usePrefetch(key, neighbour(items, key, 1));
  const lacksMore = items.length < 8 && list.hasNextPage && !list.isFetching;
  useEffect(() => {
    if (lacksMore) void list.fetchNextPage();
  }, [lacksMore, list]);
  const dialog = useWorkDialog(selection.refocus);
  const decide = (one: Proposal, choice: DecisionChoice): void => {
    setRejecting(false);
    setSaid(
      t(choice.action === 'vormerken' ? 'gesagt.vorgemerkt' : 'gesagt.abgelehnt', {
        was: nameOf(one),
      }),
    );
    const next = neighbour(items, findingKey(one), 1, true);
    decisions.decide(one, choice, items.indexOf(one));
    move(next);
  };
  const accept = (one: Proposal): void => {
    if (!isWarnings) decide(one, { action: 'vormerken' });
  };
  const reject = (): void => {
    if (current) {
      selection.open(current);
      setRejecting(true);
    }
  };
  const undo = async (): Promise<void> => {
    const back = await decisions.undo();
    if (back) {
      setSaid(t('gesagt.zurueck', { was: nameOf(back) }));
      setRejecting(false);
      move(back);
    }
  };
  const step = (by: 1 | -1): void => {
    if (isRejecting) return;
    move(neighbour(items, key, by));
  };
  useHotkeys({
    j: () => step(1),
    k: () => step(-1),
    a: reject,
    l: () => {
      if (current) dialog.open('label');
    },
    u: () => undoLast() || void undo(),
    ...rowKeys(current, selection, chosen),
    f: () => document.querySelector<HTMLElement>('[data-list-search]')?.focus(),
    o: () => document.querySelector<HTMLElement>('.ab-sheet [data-whole]')?.click(),
    '?': () => dialog.open('keys'),
  });
  useEnterOnBody(
    () => {
      if (current) accept(current);
    },
    current !== undefined && !isRejecting,
  );
  return {
    selection,
    chosen,
    decisions,
    dialog,
    items,
    current,
    key,
    said,
    isRejecting,
    nameOf,
    otherWords,
    decide,
    accept,
    reject,
    undo,
    step,
    stopRejecting: () => setRejecting(false),
  };
}
export type ProposalWork = ReturnType<typeof useProposalWork>;
