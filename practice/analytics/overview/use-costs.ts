// The practice's costs: read, entered, removed, and a cost while it is typed.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  costProblem,
  type Cost,
  type NewCost,
} from '../../../shared/analytics/reports/cost.schema.ts';
import { isDay } from '../../../shared/base/dates.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say, sayError, sayWithUndo } from '../../ui/toast.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { useOverviewTexts } from './overview-texts.ts';
import { typedNumber } from './TargetsPage.tsx';

const put = (id: string, cost: NewCost): Promise<void> =>
  call(`/api/kosten/${id}`, { method: 'PUT', json: cost, answer: 'none', timeout: TIMEOUT });
const drop = (id: string): Promise<void> =>
  call(`/api/kosten/${id}`, { method: 'DELETE', answer: 'none', timeout: TIMEOUT });
const bare = ({ id: _id, wer: _wer, am: _am, ...cost }: Cost): NewCost => cost;

export function useCosts() {
  const t = useOverviewTexts(),
    queries = useQueryClient(),
    list = useQuery({
      queryKey: ['kosten'],
      queryFn: async () =>
        (await call<{ items: Cost[] }>('/api/kosten', { timeout: TIMEOUT })).items,
    });
  const changed = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['kosten'] });
    await queries.invalidateQueries({ queryKey: ['bericht'] });
  };
  const remove = async (cost: Cost): Promise<void> => {
    try {
      await drop(cost.id);
      await changed();
      sayWithUndo(t('costs.removed', { name: cost.name }), async () => {
        await put(cost.id, bare(cost));
        await changed();
      });
    } catch (error) {
      sayError(error);
    }
  };
  return { list, changed, remove };
}

const EMPTY = { name: '', centre: 'PRAXIS', target: '', typed: '', per: 'MONAT', to: '' } as const;
type Typed = {
  name: string;
  centre: NewCost['centre'];
  target: string;
  typed: string;
  per: NewCost['per'];
  from: string;
  to: string;
};
/** Returns the entered cost, or the fields that are missing or wrong. */
function costOf(typed: Typed): { cost?: NewCost; wrong: readonly string[] } {
  const amount = typedNumber(typed.typed),
    cents = amount === undefined ? 0 : Math.round(amount * 100);
  const cost: NewCost = {
    name: typed.name.trim(),
    centre: typed.centre,
    target: typed.centre === 'PRAXIS' ? '' : typed.target,
    cents,
    per: typed.centre === 'BEREICH' ? 'MONAT' : typed.per,
    validFrom: typed.from,
    validTo: typed.to === '' ? null : typed.to,
  };
  const problem = costProblem(cost),
    wrong = [
      ...(cost.name === '' ? ['name'] : []),
      ...(cents < 1 || cents > 1e9 ? ['cents'] : []),
      ...(isDay(typed.from) ? [] : ['validFrom']),
      ...(problem === undefined ? [] : [problem]),
    ];
  return wrong.length > 0 ? { wrong } : { cost, wrong };
}
/**
 * Holds the form of a cost; leaving the page with a typed cost asks first.
 * @param changed called after a cost was entered
 */
export function useCostForm(changed: () => Promise<void>) {
  const t = useOverviewTexts(),
    today = useToday(),
    { isBusy, failed, run, clear } = useSubmit(),
    first = (): Typed => ({ ...EMPTY, from: `${today.slice(0, 4)}-01-01` });
  const [typed, setTyped] = useState<Typed>(first),
    [opened, setOpened] = useState(typed),
    [known, setKnown] = useState<Cost | null>(null),
    [isTried, setTried] = useState(false),
    // Created once per cost, so that a double press enters one.
    [id, setId] = useState<string>(() => crypto.randomUUID());
  const { cost, wrong } = costOf(typed);
  const start = (next: Typed, of: Cost | null): void => {
    clear();
    setTyped(next);
    setOpened(next);
    setKnown(of);
    setId(of?.id ?? crypto.randomUUID());
    setTried(false);
  };
  const save = async (): Promise<boolean> => {
    setTried(true);
    if (!cost) return false;
    const isDone = await run(async () => {
      await put(id, cost);
      await changed();
    });
    if (!isDone) return false;
    const before = known;
    if (before)
      sayWithUndo(t('costs.changed', { name: cost.name }), async () => {
        await put(before.id, bare(before));
        await changed();
      });
    else say(t('costs.saved', { name: cost.name }));
    start({ ...first(), from: typed.from }, null);
    return true;
  };
  useUnsaved(JSON.stringify(typed) !== JSON.stringify(opened), save);
  return {
    typed,
    isBusy,
    failed,
    isEditing: known !== null,
    set: (part: Partial<Typed>) => {
      clear();
      setTyped((now) => ({ ...now, ...part }));
    },
    isWrong: (field: string) => isTried && wrong.includes(field),
    edit: (one: Cost) =>
      start(
        {
          name: one.name,
          centre: one.centre,
          target: one.target,
          typed: (one.cents / 100).toFixed(2).replace('.', ','),
          per: one.per,
          from: one.validFrom,
          to: one.validTo ?? '',
        },
        one,
      ),
    cancel: () => start(first(), null),
    save,
  };
}
export type CostForm = ReturnType<typeof useCostForm>;
