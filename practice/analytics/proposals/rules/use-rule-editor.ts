// An own rule while it is edited: typed, checked, saved, tried, live or withdrawn.

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import type {
  BacktestResult,
  OwnRule,
} from '../../../../shared/analytics/billing/own-rules.schema.ts';
import { CallError } from '../../../../shared/base/client.ts';
import { isClash } from '../../../ui/saving/clash/is-clash.ts';
import type { Met, Stored } from '../../../ui/saving/clash/DraftClash.tsx';
import { SAME_EDITOR, useUnsaved } from '../../../ui/saving/leaving.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { say } from '../../../ui/toast.tsx';
import {
  changeOwnRule,
  getOwnRules,
  goLive,
  KEY,
  makeOwnRule,
  newestOf,
  withdraw,
} from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { isFaulty } from './blocks.ts';
import { draftOf, EMPTY, faultsOf, ruleOf, type Draft, type Faults } from './rule-draft.ts';
import { useRuleForm } from './use-rule-form.ts';

/** Reads the rule as another user saved it. */
async function readOther(id: string): Promise<OwnRule> {
  const rule = newestOf(await getOwnRules(), id);
  if (!rule) throw new CallError(404, 'not_found', 'the rule is gone');
  return rule;
}

/** Saves a rule, and knows whether a save met the state of another user. */
function useSends(id: string, saved: OwnRule | undefined, failed: unknown) {
  const [unsure, setUnsure] = useState<readonly Draft[]>([]),
    met: Met<Draft> | null =
      saved !== undefined && isClash(failed)
        ? { base: draftOf(saved.eingabe), unsure, rev: saved.rev, error: failed }
        : null;
  /** Saves over a revision; a state without an answer may be stored. */
  const send = async (rev: number, next: Draft): Promise<void> => {
    try {
      await changeOwnRule(id, rev, ruleOf(next));
      setUnsure([]);
    } catch (error) {
      if (!isClash(error)) setUnsure((before) => [...before, draftOf(ruleOf(next))]);
      throw error;
    }
  };
  return { met, send };
}

/** Reads the rule of another user, and goes on from it. */
function useOther({
  id,
  take,
  save,
}: {
  id: string;
  /** Shows a draft; the rule is the one on the server. */
  take: (rule: OwnRule | undefined, draft: Draft) => void;
  save: (rev: number, next: Draft) => void;
}) {
  const queries = useQueryClient(),
    newest = useRef<OwnRule | undefined>(undefined);
  return {
    async stored(): Promise<Stored<Draft>> {
      const rule = await readOther(id);
      newest.current = rule;
      return {
        rev: rule.rev,
        value: draftOf(rule.eingabe),
        isOver: false,
        byName: rule.von,
        at: rule.am,
      };
    },
    /** Goes on from the state of the other, and saves the joined draft over it. */
    settle(other: Stored<Draft>, next: Draft): void {
      take(newest.current, next);
      if (next !== other.value) save(other.rev, next);
    },
    /** Makes the own draft a rule of its own. @returns its id */
    async copy(copyId: string, mine: Draft): Promise<string> {
      await makeOwnRule(copyId, ruleOf(mine));
      await queries.invalidateQueries({ queryKey: [KEY] });
      return copyId;
    },
    /** Gives up the own changes: the rule is gone. */
    forget(): void {
      const rule = newest.current;
      if (rule) take(rule, draftOf(rule.eingabe));
    },
  };
}

const addressOf = (id: string): string => `/abrechnung/regeln/eigene/${encodeURIComponent(id)}`;
/** Faults that are named while the rule is typed. */
const spokenOf = (faults: Faults): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault.kind === 'sprache'));

/**
 * Holds the draft of a rule and its saved state; leaving with changes asks first.
 * @param id of the rule, also before it is stored
 * @param element its first faulty field gets the focus
 */
export function useRuleEditor(
  id: string,
  known: OwnRule | undefined,
  element: RefObject<HTMLFormElement | null>,
) {
  const t = useBillingTexts(),
    navigate = useNavigate(),
    queries = useQueryClient(),
    { isBusy, failed, run, clear } = useSubmit();
  const [saved, setSaved] = useState(known),
    { met, send } = useSends(id, saved, failed),
    // Choices between the two states stay while the user types.
    form = useRuleForm(known, () => {
      if (met === null) clear();
    }),
    { whole, blocks, setDraft } = form,
    [isTried, setTried] = useState(false);
  const faults = faultsOf(whole),
    shown = isTried ? faults : spokenOf(faults),
    isChanged =
      saved === undefined || JSON.stringify(draftOf(saved.eingabe)) !== JSON.stringify(form.draft);
  /** Shows the state on the server, but keeps what the user typed since the call began. */
  const fresh = async (): Promise<void> => {
    const all = await getOwnRules(),
      next = newestOf(all, id);
    if (next) {
      setSaved(next);
      setDraft((now) => (now === form.draft ? draftOf(next.eingabe) : now));
    }
    await queries.invalidateQueries({ queryKey: [KEY] });
  };
  /** @returns whether the draft is stored on the server */
  const store = async (): Promise<boolean> => {
    // Another user saved since: what counts is chosen first.
    if (met !== null) return false;
    setTried(true);
    if (Object.keys(faults).length > 0 || blocks?.some(isFaulty)) {
      // The marks are rendered first; then the first of them gets the focus.
      requestAnimationFrame(() =>
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return false;
    }
    return run(async () => {
      if (saved === undefined) await makeOwnRule(id, ruleOf(whole));
      else await send(saved.rev, whole);
      await fresh();
      say(t('editor.gespeichert'));
    });
  };
  const save = async (): Promise<void> => {
    if ((await store()) && saved === undefined)
      void navigate(addressOf(id), { replace: true, state: SAME_EDITOR });
  };
  // A new rule without a single entry loses nothing.
  useUnsaved(isChanged && (saved !== undefined || form.draft !== EMPTY), store);
  /** Does something on the server, then reads the state there. */
  const act = (work: () => Promise<unknown>, done: Parameters<typeof t>[0]): void =>
    void run(async () => {
      await work();
      await fresh();
      say(t(done));
    });
  const live = (): void => {
    if (saved) act(() => goLive(id, saved.rev), 'editor.live');
  };
  const back = (): void => {
    if (saved) act(() => withdraw(id, saved.rev), 'editor.zurueckgezogen');
  };
  const other = useOther({
    id,
    take(rule, next) {
      clear();
      if (rule) setSaved(rule);
      form.show(next);
    },
    save: (rev, next) => act(() => send(rev, next), 'editor.gespeichert'),
  });
  return {
    id,
    met,
    ...other,
    /** The draft as the server would store it. */
    tidy: Object.keys(faults).length > 0 ? whole : draftOf(ruleOf(whole)),
    ...form,
    saved,
    isTried,
    shown,
    isChanged,
    isBusy,
    failed,
    save,
    live,
    withdraw: back,
    /** Keeps the result of a back-test with the saved rule. */
    keepResult(result: BacktestResult): void {
      if (saved) setSaved({ ...saved, rev: result.rev, rueckrechnung: result });
    },
  };
}
