// Optimistic decisions: a decided proposal leaves the list at once, the request follows, a failed
// one returns; the last decisions can be undone one by one.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Proposal } from '../../../../shared/analytics/billing/proposals.schema.ts';
import type { RejectionReason } from '../../../../shared/analytics/billing/billing.ts';
import {
  findingKey,
  PROPOSAL_STATES,
  type ProposalState,
} from '../../../../shared/analytics/billing/proposal.ts';
import { CallError } from '../../../api.ts';
import { sayError } from '../../../ui/toast.tsx';
import { sendDecision, KEY, targetOf, type Target } from '../proposals-calls.ts';

/** Actions on an open proposal. */
export type DecisionChoice =
  | { action: 'vormerken' }
  | { action: 'ablehnen'; grund: RejectionReason; comment: string };
interface Done {
  readonly proposal: Proposal;
  readonly choice: DecisionChoice;
  readonly sent: Promise<number | null>;
}
/** Lists are refetched after this long without a key press. */
const QUIET_MS = 1_500;

/**
 * A proposal that another user decided first: its state, who did it (`by`, an id; `von`, a name
 * where the server sends it) and when.
 */
export interface ChangedElsewhere {
  readonly proposal: Proposal;
  readonly state: ProposalState;
  readonly by: string;
  readonly byName: string;
  readonly decidedAt: number;
  /** Former index in the list. */
  readonly at: number;
}
/** Maximum shown; older ones are dropped. */
const SHOWN = 3;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Reads a conflict from an error. Pure. @returns undefined for any other error */
function changedElsewhere(
  error: unknown,
  proposal: Proposal,
  at: number,
): ChangedElsewhere | undefined {
  if (!(error instanceof CallError && error.code === 'vorschlag_decided')) return undefined;
  const { state, von, by, at: am } = error.extra ?? {},
    known = PROPOSAL_STATES.find((one) => one === state);
  return known === undefined || typeof am !== 'number'
    ? undefined
    : { proposal, state: known, by: text(by), byName: text(von), decidedAt: am, at };
}

export interface Decisions {
  /** Proposals that others decided first, at their former index. */
  readonly others: readonly ChangedElsewhere[];
  /** Keys of proposals that have left the list. */
  readonly gone: ReadonlySet<string>;
  /** The newest decision that can be undone. */
  readonly last: Done | undefined;
  /** @param at its index in the list */
  decide: (proposal: Proposal, choice: DecisionChoice, at: number) => void;
  /**
   * Undoes the newest decision.
   * @returns it, once it is in the list again; undefined where there is none or the undo failed
   */
  undo: () => Promise<Proposal | undefined>;
}

/**
 * Saves decisions about proposals, with undo.
 * @param onBack called when a decision was not saved: the proposal is in the list again, or another
 * user was first (`other`)
 */
export function useDecisions(
  onBack: (proposal: Proposal, other: ChangedElsewhere | undefined) => void = () => undefined,
): Decisions {
  const queries = useQueryClient(),
    [gone, setGone] = useState<ReadonlySet<string>>(new Set()),
    [done, setDone] = useState<readonly Done[]>([]),
    [others, setOthers] = useState<readonly ChangedElsewhere[]>([]),
    timer = useRef<ReturnType<typeof setTimeout>>(undefined),
    open = useRef(0),
    revs = useRef(new Map<string, number>());
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = (): void => {
    clearTimeout(timer.current);
    // While requests are pending, a refetched list would still contain the proposals that have just left it.
    timer.current = setTimeout(() => {
      if (open.current > 0) refresh();
      else void queries.invalidateQueries({ queryKey: [KEY] });
    }, QUIET_MS);
  };
  const back = (target: Target): void =>
    setGone((before) => {
      const next = new Set(before);
      next.delete(findingKey(target));
      return next;
    });
  return {
    gone,
    others,
    last: done.at(-1),
    decide(proposal, choice, at) {
      const { action, ...rest } = choice,
        rev = Math.max(proposal.rev, revs.current.get(findingKey(proposal)) ?? 0);
      setGone((before) => new Set([...before, findingKey(proposal)]));
      open.current++;
      const sent = sendDecision(action, { target: targetOf(proposal), rev, ...rest })
        .then(
          (answer) => answer.rev,
          (error: unknown) => {
            setDone((all) => all.filter((one) => one.proposal !== proposal));
            const other = changedElsewhere(error, proposal, at);
            // Another user was first: the line shows it, and the current user continues.
            if (other)
              setOthers((all) =>
                [
                  ...all.filter((one) => findingKey(one.proposal) !== findingKey(proposal)),
                  other,
                ].slice(-SHOWN),
              );
            else {
              if (!(error instanceof CallError && error.status === 409)) back(proposal);
              sayError(error);
            }
            onBack(proposal, other);
            return null;
          },
        )
        .finally(() => {
          open.current--;
          refresh();
        });
      setDone((all) => [...all, { proposal, choice, sent }]);
    },
    async undo() {
      const newest = done.at(-1);
      if (!newest) return undefined;
      setDone((all) => all.filter((one) => one !== newest));
      const rev = await newest.sent;
      if (rev === null) return undefined;
      open.current++;
      try {
        const answer = await sendDecision('zuruecknehmen', {
          target: targetOf(newest.proposal),
          rev,
        });
        // The list still contains it in the state before both.
        revs.current.set(findingKey(newest.proposal), answer.rev);
        back(newest.proposal);
        return newest.proposal;
      } catch (error) {
        sayError(error);
        return undefined;
      } finally {
        open.current--;
        refresh();
      }
    },
  };
}
