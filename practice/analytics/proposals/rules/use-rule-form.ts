// The words of an own rule while they are edited: its fields, and the building blocks that write them.

import { useState } from 'react';
import type { OwnRule } from '../../../../shared/analytics/billing/own-rules.schema.ts';
import { dayText } from '../../../../shared/base/dates.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { say } from '../../../ui/toast.tsx';
import { useBillingTexts, type BillingTexts } from '../proposals-texts.ts';
import { blocksOf, fieldsOf, newBlock, type Block } from './blocks.ts';
import { draftOf, EMPTY, ruleOf, type Draft } from './rule-draft.ts';
import { ruleLines } from './rule-words.ts';

/** Fills what a rule made of blocks leaves out: the other language, its reason, its source. */
function completed(draft: Draft, t: BillingTexts, language: string): Draft {
  const or = (one: string, other: string): string => (one.trim() === '' ? other : one),
    sentences = ruleLines(ruleOf(draft), t, (day) => dayText(day, language)).map(
      ({ text }) => text,
    ),
    grundDe = or(draft.grundDe, sentences.join(' ').slice(0, 400)),
    noetigDe = or(draft.noetigDe, t('block.noetig'));
  return {
    ...draft,
    titelEn: or(draft.titelEn, draft.titelDe),
    grundDe,
    grundEn: or(draft.grundEn, grundDe),
    noetigDe,
    noetigEn: or(draft.noetigEn, noetigDe),
    quelle: or(draft.quelle, t('block.quelle')),
  };
}
/** A rule made of blocks has one wording; the other language follows while it is the same. */
const mirrored = (before: Draft, part: Partial<Draft>): Partial<Draft> => ({
  ...part,
  ...(part.titelDe !== undefined && before.titelEn === before.titelDe && { titelEn: part.titelDe }),
  ...(part.grundDe !== undefined && before.grundEn === before.grundDe && { grundEn: part.grundDe }),
});

/**
 * Holds the fields of a rule and, where it can be said in blocks, its blocks.
 * @param onTyped called before each change
 */
export function useRuleForm(known: OwnRule | undefined, onTyped: () => void) {
  const t = useBillingTexts(),
    language = useLanguage(),
    [draft, setDraft] = useState<Draft>(() => (known ? draftOf(known.eingabe) : EMPTY)),
    [blocks, setBlocks] = useState<readonly Block[] | null>(() =>
      known ? blocksOf(draftOf(known.eingabe)) : [newBlock('tag')],
    );
  /** The rule with what blocks leave out. */
  const whole = blocks === null ? draft : completed(draft, t, language);
  const change = (part: Partial<Draft>): void => {
    onTyped();
    setDraft((before) => {
      if (blocks === null) return { ...before, ...part };
      const next = { ...before, ...mirrored(before, part) };
      // A check states a missing earlier service differently from a proposal.
      return { ...next, ...fieldsOf(blocks, next.art === 'PRUEFUNG') };
    });
  };
  const changeBlocks = (next: readonly Block[]): void => {
    onTyped();
    setBlocks(next);
    setDraft((before) => ({ ...before, ...fieldsOf(next, before.art === 'PRUEFUNG') }));
  };
  /** Shows the rule as blocks, or as text; what blocks cannot say stays text. */
  const showAs = (form: 'bloecke' | 'text'): void => {
    if (form === 'text') {
      // An untouched form stays untouched, so leaving it asks nothing.
      if (draft !== EMPTY) setDraft(whole);
      setBlocks(null);
      return;
    }
    const read = blocksOf(draft);
    if (read === null) say(t('block.nurText'));
    else setBlocks(read);
  };
  /** Shows another state of the rule; as text where blocks cannot say it. */
  const show = (next: Draft): void => {
    setDraft(next);
    setBlocks((before) => (before === null ? null : blocksOf(next)));
  };
  return { draft, setDraft, blocks, whole, change, changeBlocks, showAs, show };
}
