// Decisions as fast as keys are pressed: what was decided leaves the list at once, the call follows, a failed one brings it back; the last ones can be taken back one after another.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Vorschlag } from '../../../shared/analytics/billing/billing.schema.ts';
import type { Ablehngrund } from '../../../shared/analytics/billing/billing.ts';
import {
  fundKey,
  VORSCHLAG_STATES,
  type VorschlagState,
} from '../../../shared/analytics/billing/proposal.ts';
import { CallError } from '../../api.ts';
import { sayError } from '../../ui/toast.tsx';
import { entscheide, KEY, zielOf, type Ziel } from './proposals-calls.ts';

/** What somebody does to one that is open. */
export type Wahl = { tat: 'vormerken' } | { tat: 'ablehnen'; grund: Ablehngrund; comment: string };
export interface Done {
  readonly vorschlag: Vorschlag;
  readonly wahl: Wahl;
  readonly sent: Promise<number | null>;
}
/** Lists are asked again when nobody has pressed anything for so long. */
const QUIET_MS = 1_500;

/** What somebody else decided first: how it stands, who did it (`by`, an id; `von`, a name where the server says it) and when. */
export interface Anders {
  readonly vorschlag: Vorschlag;
  readonly state: VorschlagState;
  readonly by: string;
  readonly von: string;
  readonly am: number;
  /** Place in the list at which it was. */ readonly at: number;
}
/** So many of them are shown; older ones go. */
const SHOWN = 3;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Pure. @returns undefined for any other error */
export function andersOf(error: unknown, vorschlag: Vorschlag, at: number): Anders | undefined {
  if (!(error instanceof CallError && error.code === 'vorschlag_decided')) return undefined;
  const { state, von, by, at: am } = error.extra ?? {},
    known = VORSCHLAG_STATES.find((one) => one === state);
  return known === undefined || typeof am !== 'number'
    ? undefined
    : { vorschlag, state: known, by: text(by), von: text(von), am, at };
}

export interface Decisions {
  /** What others decided first, where it was in the list. */
  readonly others: readonly Anders[];
  /** Keys of what has left the list. */
  readonly gone: ReadonlySet<string>;
  /** The newest decision that can be taken back. */
  readonly last: Done | undefined;
  /** @param at its place in the list */
  decide: (vorschlag: Vorschlag, wahl: Wahl, at: number) => void;
  /** Takes the newest one back. @returns it, once it is in the list again; undefined where there is none or it failed */
  undo: () => Promise<Vorschlag | undefined>;
}

/** @param onBack a decision was not kept: it stands in the list again, or somebody else was first (`other`) */
export function useDecisions(
  onBack: (vorschlag: Vorschlag, other: Anders | undefined) => void = () => undefined,
): Decisions {
  const queries = useQueryClient(),
    [gone, setGone] = useState<ReadonlySet<string>>(new Set()),
    [done, setDone] = useState<readonly Done[]>([]),
    [others, setOthers] = useState<readonly Anders[]>([]),
    timer = useRef<ReturnType<typeof setTimeout>>(undefined),
    open = useRef(0),
    revs = useRef(new Map<string, number>());
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = (): void => {
    clearTimeout(timer.current);
    // While answers are under way a list would show again what has just left it.
    timer.current = setTimeout(() => {
      if (open.current > 0) refresh();
      else void queries.invalidateQueries({ queryKey: [KEY] });
    }, QUIET_MS);
  };
  const back = (ziel: Ziel): void =>
    setGone((before) => {
      const next = new Set(before);
      next.delete(fundKey(ziel));
      return next;
    });
  return {
    gone,
    others,
    last: done.at(-1),
    decide(vorschlag, wahl, at) {
      const { tat, ...rest } = wahl,
        rev = Math.max(vorschlag.rev, revs.current.get(fundKey(vorschlag)) ?? 0);
      setGone((before) => new Set([...before, fundKey(vorschlag)]));
      open.current++;
      const sent = entscheide(tat, { ziel: zielOf(vorschlag), rev, ...rest })
        .then(
          (answer) => answer.rev,
          (error: unknown) => {
            setDone((all) => all.filter((one) => one.vorschlag !== vorschlag));
            const other = andersOf(error, vorschlag, at);
            // Somebody else was first: its line says so, and whoever works goes on.
            if (other)
              setOthers((all) =>
                [
                  ...all.filter((one) => fundKey(one.vorschlag) !== fundKey(vorschlag)),
                  other,
                ].slice(-SHOWN),
              );
            else {
              if (!(error instanceof CallError && error.status === 409)) back(vorschlag);
              sayError(error);
            }
            onBack(vorschlag, other);
            return null;
          },
        )
        .finally(() => {
          open.current--;
          refresh();
        });
      setDone((all) => [...all, { vorschlag, wahl, sent }]);
    },
    async undo() {
      const newest = done.at(-1);
      if (!newest) return undefined;
      setDone((all) => all.filter((one) => one !== newest));
      const rev = await newest.sent;
      if (rev === null) return undefined;
      open.current++;
      try {
        const answer = await entscheide('zuruecknehmen', { ziel: zielOf(newest.vorschlag), rev });
        // The list still holds it as it was before both.
        revs.current.set(fundKey(newest.vorschlag), answer.rev);
        back(newest.vorschlag);
        return newest.vorschlag;
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
