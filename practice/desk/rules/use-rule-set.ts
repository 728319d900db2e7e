// The rules while they are edited: steps to undo, saved as a whole against the version that was
// read, and joined with those that another user saved meanwhile.

import { useState } from 'react';
import type { MappeRulesView } from '../../../shared/desk/mappe-rules.schema.ts';
import type { Met, Stored } from '../../ui/saving/clash/DraftClash.tsx';
import { isClash } from '../../ui/saving/clash/is-clash.ts';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useHistory } from '../../ui/saving/use-drafting.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say } from '../../ui/toast.tsx';
import type { Rules } from './clash/rules-shape.ts';
import { isSame } from './edit-rules.ts';
import { useRulesTexts } from './rules-texts.ts';
import { readRules, resetRules, saveRules } from './use-rules.ts';

/** State on the server that the edited rules began with. */
type Known = Pick<MappeRulesView, 'rules' | 'version' | 'changedAt'>;

/** Holds the rules of the page. @param view as read when the page was opened */
export function useRuleSet(view: MappeRulesView) {
  const t = useRulesTexts(),
    { isBusy, failed, run, clear } = useSubmit(),
    [known, setKnown] = useState<Known>(view),
    [unsure, setUnsure] = useState<readonly Rules[]>([]),
    [isResetting, setResetting] = useState(false),
    { now: rules, change, join, ...steps } = useHistory<Rules>(view.rules, undefined);
  const met: Met<Rules> | null = isClash(failed)
    ? { base: known.rules, unsure, rev: known.version, error: failed }
    : null;
  /** Saves over a version; a state without an answer may be stored. */
  const send = async (version: number, next: Rules): Promise<void> => {
    setResetting(false);
    try {
      const saved = await saveRules(version, next);
      setUnsure([]);
      setKnown({ rules: [...next], version: saved.version, changedAt: Date.now() });
    } catch (error) {
      if (!isClash(error)) setUnsure((before) => [...before, next]);
      throw error;
    }
    say(t('saved'));
  };
  const save = async (): Promise<boolean> => {
    // Another user saved since: what counts is chosen first.
    if (met !== null) return false;
    return run(() => send(known.version, rules));
  };
  const isChanged = !isSame(rules, known.rules);
  useUnsaved(isChanged, save);
  const reset = (): void =>
    void run(async () => {
      setResetting(true);
      const { version } = await resetRules(known.version);
      setKnown({ rules: view.shipped, version, changedAt: Date.now() });
      change(view.shipped);
      say(t('resetDone'));
    });
  return {
    rules,
    ...steps,
    /** Choices between two states stay while the rules are edited. */
    change(next: Rules): void {
      if (met === null) clear();
      change(next);
    },
    changedAt: known.changedAt,
    isChanged,
    isBusy,
    failed,
    met,
    save,
    reset,
    async stored(): Promise<Stored<Rules>> {
      const {
        rules: value,
        version: rev,
        changedAt: at,
        changedByName: byName,
      } = await readRules();
      return { rev, value, isOver: false, byName, at };
    },
    /** Goes on from the rules of the other, and saves the joined ones over them. */
    settle(other: Stored<Rules>, next: Rules, each: (step: Rules) => Rules): void {
      clear();
      setKnown({ rules: [...other.value], version: other.rev, changedAt: other.at });
      join(each, next);
      // After a reset that met another state, the joined rules are looked at first.
      if (next !== other.value && !isResetting) void run(() => send(other.rev, next));
    },
  };
}
