// Decisions as fast as keys are pressed: what was decided leaves the list at once, the call follows, a failed one brings it back; the last ones can be taken back one after another.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Vorschlag } from '../../shared/abrechnung.schema.ts';
import type { Ablehngrund } from '../../shared/abrechnung.ts';
import { fundKey } from '../../shared/vorschlag.ts';
import { CallError } from '../api.ts';
import { sayError } from '../ui/toast.tsx';
import { entscheide, KEY, zielOf, type Ziel } from './abrechnung-calls.ts';

/** What somebody does to one that is open. */
export type Wahl = { tat: 'vormerken' } | { tat: 'ablehnen'; grund: Ablehngrund; comment: string };
export interface Done { readonly vorschlag: Vorschlag; readonly wahl: Wahl; readonly sent: Promise<number | null> }
/** Lists are asked again when nobody has pressed anything for so long. */
const QUIET_MS = 1_500;

export interface Decisions {
  /** Keys of what has left the list. */
  readonly gone: ReadonlySet<string>;
  /** The newest decision that can be taken back. */
  readonly last: Done | undefined;
  decide: (vorschlag: Vorschlag, wahl: Wahl) => void;
  /** Takes the newest one back. @returns it, once it is in the list again; undefined where there is none or it failed */
  undo: () => Promise<Vorschlag | undefined>;
}

/** @param onBack a decision was not kept: it stands in the list again */
export function useDecisions(onBack: (vorschlag: Vorschlag, error: unknown) => void = () => undefined): Decisions {
  const queries = useQueryClient(), [gone, setGone] = useState<ReadonlySet<string>>(new Set()), [done, setDone] = useState<readonly Done[]>([]), timer = useRef<ReturnType<typeof setTimeout>>(undefined), open = useRef(0), revs = useRef(new Map<string, number>());
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = (): void => {
    clearTimeout(timer.current);
    // While answers are under way a list would show again what has just left it.
    timer.current = setTimeout(() => { if (open.current > 0) refresh(); else void queries.invalidateQueries({ queryKey: [KEY] }); }, QUIET_MS);
  };
  const back = (ziel: Ziel): void => setGone((before) => { const next = new Set(before); next.delete(fundKey(ziel)); return next; });
  return {
    gone, last: done.at(-1),
    decide(vorschlag, wahl) {
      const { tat, ...rest } = wahl, rev = Math.max(vorschlag.rev, revs.current.get(fundKey(vorschlag)) ?? 0);
      setGone((before) => new Set([...before, fundKey(vorschlag)]));
      open.current++;
      const sent = entscheide(tat, { ziel: zielOf(vorschlag), rev, ...rest }).then((answer) => answer.rev, (error: unknown) => {
        setDone((all) => all.filter((one) => one.vorschlag !== vorschlag));
        // Somebody else was first: it stays away, and the next list says how it stands.
        if (!(error instanceof CallError && error.status === 409)) back(vorschlag);
        sayError(error);
        onBack(vorschlag, error);
        return null;
      }).finally(() => { open.current--; refresh(); });
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
      } finally { open.current--; refresh(); }
    },
  };
}
