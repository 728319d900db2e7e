// The left side: days and people with their proposals, one of them selected; a list box, so that
// arrow keys move and Enter decides.

import './tick.css';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { BillingLabel } from '../../../../shared/analytics/billing/labels.schema.ts';
import type { Proposal } from '../../../../shared/analytics/billing/proposals.schema.ts';
import { dayText } from '../../../../shared/base/dates.ts';
import { findingKey } from '../../../../shared/analytics/billing/proposal.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useWorth } from '../../../ui/wording/worth.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { dayName, personName, ruleName, say, tooMuch } from '../words.ts';

interface Group {
  readonly key: string;
  readonly first: Proposal;
  readonly items: readonly Proposal[];
}
/** Groups proposals by day and person, in their given order. Pure. */
export function groupsOf(items: readonly Proposal[]): readonly Group[] {
  const groups = new Map<string, Proposal[]>();
  for (const one of items) {
    const key = `${one.tag} ${one.patid}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].flatMap(([key, all]) => (all[0] ? [{ key, first: all[0], items: all }] : []));
}
/**
 * Returns the item to select when one leaves the list: the next, at the end the previous; undefined
 * where nothing is left. Pure.
 */
export function neighbour(
  items: readonly Proposal[],
  key: string | undefined,
  step: 1 | -1,
  isLeaving = false,
): Proposal | undefined {
  const at = items.findIndex((one) => findingKey(one) === key);
  if (at === -1) return items[0];
  return items[at + step] ?? (isLeaving ? items[at - step] : items[at]);
}

interface Decided {
  readonly proposal: Proposal;
  readonly at: number;
  readonly words: string;
}
const NONE: readonly Decided[] = [];
interface OptionActs {
  onChoose: (one: Proposal) => void;
  onEnter: (one: Proposal) => void;
  onStep: (by: 1 | -1) => void;
  onTick: (one: Proposal) => void;
}
interface Props extends OptionActs {
  items: readonly Proposal[];
  /** A proposal that another user decided first: it keeps its place and cannot be selected. */
  decided?: readonly Decided[];
  labels: readonly BillingLabel[];
  chosen: string | undefined;
  isTicked: (one: Proposal) => boolean;
  /** Incremented with every move that the focus must follow. */
  focus: number;
  label: string;
  more?: (() => void) | undefined;
  isFetching: boolean;
}
export function ProposalList({
  items,
  decided = NONE,
  labels,
  chosen,
  isTicked,
  focus,
  label,
  onChoose,
  onEnter,
  onStep,
  onTick,
  more,
  isFetching,
}: Props) {
  const t = useBillingTexts(),
    language = useLanguage(),
    box = useRef<HTMLDivElement>(null);
  const shown = [...items],
    words = new Map(decided.map((one) => [findingKey(one.proposal), one.words]));
  for (const one of decided)
    if (!items.some((own) => findingKey(own) === findingKey(one.proposal)))
      shown.splice(Math.min(one.at, shown.length), 0, one.proposal);
  useEffect(() => {
    if (focus === 0) return;
    const option = box.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    option?.focus({ preventScroll: true });
    option?.scrollIntoView({ block: 'nearest' });
  }, [focus]);
  return (
    <div className="ab-list p-card">
      <div ref={box} role="listbox" aria-label={label} className="ab-box">
        {groupsOf(shown).map(({ key, first, items: of }) => {
          const head = `${dayName(first.tag, language)}, ${personName(first, t)}`;
          return (
            <div key={key} role="group" aria-label={head} className="ab-group">
              <div className="ab-group-head" aria-hidden="true">
                <span className="p-tabular">{dayName(first.tag, language)}</span>
                <span className="ab-who">
                  {personName(first, t)}
                  {first.geburtsdatum !== null && (
                    <span className="p-muted p-tabular">
                      {' '}
                      *{dayText(first.geburtsdatum, language)}
                    </span>
                  )}
                </span>
              </div>
              {of.map((one) => {
                const own = findingKey(one),
                  said = words.get(own);
                return said === undefined ? (
                  <Option
                    key={own}
                    one={one}
                    isChosen={own === chosen}
                    labels={labels}
                    onChoose={onChoose}
                    onEnter={onEnter}
                    onStep={onStep}
                    isTicked={isTicked(one)}
                    onTick={onTick}
                  />
                ) : (
                  <DecidedOption key={own} one={one} words={said} />
                );
              })}
            </div>
          );
        })}
      </div>
      {more && (
        <Button variant="subtle" size="xs" loading={isFetching} onClick={more}>
          {t('mehr')}
        </Button>
      )}
    </div>
  );
}

/** One proposal of the list box. */
function Option({
  one,
  isChosen,
  labels,
  onChoose,
  onEnter,
  onStep,
  isTicked,
  onTick,
}: OptionActs & {
  one: Proposal;
  isChosen: boolean;
  isTicked: boolean;
  labels: readonly BillingLabel[];
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth();
  return (
    <div
      role="option"
      aria-selected={isChosen}
      aria-checked={isTicked}
      tabIndex={isChosen ? 0 : -1}
      className="ab-option"
      data-art={one.art}
      onClick={() => onChoose(one)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 'Enter' && !event.repeat) {
          event.preventDefault();
          onEnter(one);
        }
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault();
          onStep(event.key === 'ArrowDown' ? 1 : -1);
        }
      }}
    >
      {/* For the mouse: an option may hold no control, and keys choose it by X. */}
      <span
        aria-hidden
        className="ab-tick p-noprint"
        data-on={isTicked}
        onClick={(event) => {
          event.stopPropagation();
          onTick(one);
        }}
      >
        {isTicked && <IconCheck size={14} stroke={2.5} />}
      </span>
      <span className="ab-rule p-tabular">{ruleName(one.regel, t)}</span>
      <span className="ab-title">
        {say(one.titel, language)}
        {one.zahn !== '' && <span className="p-muted"> {t('zahn', { zahn: one.zahn })}</span>}
        {one.labels.length > 0 && (
          <span className="ab-dots">
            {labels
              .filter(({ id }) => one.labels.includes(id))
              .map(({ id, name, color }) => (
                <span key={id} className="p-label" data-color={color}>
                  {name}
                </span>
              ))}
          </span>
        )}
      </span>
      <span className="ab-worth p-tabular">
        {one.art === 'PRUEFUNG' ? tooMuch(one, t, language) : worth.of(one)}
      </span>
    </div>
  );
}

/** A proposal that another user decided first, with who did what. */
function DecidedOption({ one, words }: { one: Proposal; words: string }) {
  const t = useBillingTexts(),
    language = useLanguage();
  return (
    <div role="option" aria-selected={false} aria-disabled tabIndex={-1} className="ab-decided">
      <span aria-hidden />
      <span className="ab-rule p-tabular">{ruleName(one.regel, t)}</span>
      <span>
        <span className="ab-title">{say(one.titel, language)}</span>
        <strong className="p-small">{words}</strong>
      </span>
    </div>
  );
}
