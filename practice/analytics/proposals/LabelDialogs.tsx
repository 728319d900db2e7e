// Dialogs for labels of proposals: labels of a single proposal, and labels applied automatically to
// a rule or a group of rules.

import { Button, Checkbox, Group } from '@mantine/core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import type { BillingLabel } from '../../../shared/analytics/billing/labels.schema.ts';
import type { Proposal } from '../../../shared/analytics/billing/proposals.schema.ts';
import { LabelWord, type LabelActs } from '../../ui/LabelsDialog.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say as sayShort, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import {
  assignLabels,
  bringLabelBack,
  changeLabel,
  dropLabel,
  KEY,
  makeLabel,
  saveLabelConfig,
  targetOf,
  type Labels,
} from './proposals-calls.ts';
import { useBillingTexts, type BillingKey } from './proposals-texts.ts';
import { say } from './words.ts';
import { Modal } from '../../ui/Modal.tsx';

/** Returns the actions of the label dialog. */
export const labelActs = (queries: QueryClient): LabelActs => ({
  make: makeLabel,
  change: changeLabel,
  drop: dropLabel,
  bringBack: bringLabelBack,
  fresh: () => queries.invalidateQueries({ queryKey: [KEY] }),
});

/**
 * Labels of proposals; each toggle is saved immediately, digit keys toggle labels.
 * @param ones a label is ticked where all of them have it
 */
export function AssignDialog({
  ones,
  labels,
  onClose,
  onManage,
}: {
  ones: readonly Proposal[];
  labels: readonly BillingLabel[];
  onClose: () => void;
  onManage: () => void;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    queries = useQueryClient(),
    [own, setOwn] = useState<ReadonlyMap<Proposal, readonly string[]>>(
      () => new Map(ones.map((one) => [one, one.labels])),
    ),
    [first] = ones,
    { isBusy, run } = useSubmit();
  const isOn = (id: string): boolean => [...own.values()].every((of) => of.includes(id));
  const toggle = (id: string): void => {
    const isAdded = !isOn(id),
      saved = new Map(own),
      next = new Map(
        [...own].map(([one, before]) => {
          const others = before.filter((given) => given !== id);
          return [one, isAdded ? [...others, id] : others];
        }),
      );
    setOwn(next);
    void run(
      async () => {
        for (const [one, before] of own)
          if (before.includes(id) !== isAdded) {
            const answer = await assignLabels(targetOf(one), next.get(one) ?? [], before);
            saved.set(one, answer.labels);
          }
        setOwn(saved);
        await queries.invalidateQueries({ queryKey: [KEY] });
      },
      (error) => {
        setOwn(saved);
        sayError(error);
      },
    );
  };
  const byDigit = (event: KeyboardEvent): void => {
    const named = /^[1-9]$/.test(event.key) ? labels[Number(event.key) - 1] : undefined;
    if (named && !isBusy) {
      event.preventDefault();
      toggle(named.id);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('label.fuer', {
        was:
          ones.length === 1 && first
            ? say(first.titel, language)
            : t('gemeinsam.gewaehlt', { n: ones.length }),
      })}
      size={420}
    >
      <div className="p-stack">
        {labels.length === 0 && <p className="p-muted">{t('label.keine')}</p>}
        {labels.map(({ id, name, color }, at) => (
          <Checkbox
            key={id}
            {...(at === 0 && { 'data-autofocus': true })}
            label={
              <LabelWord label={{ name, color }}>
                {at < 9 && <kbd aria-hidden>{at + 1}</kbd>}
              </LabelWord>
            }
            aria-label={name}
            checked={isOn(id)}
            disabled={isBusy && !isOn(id)}
            onKeyDown={byDigit}
            onChange={() => toggle(id)}
          />
        ))}
        <Group justify="space-between">
          <Button size="xs" variant="subtle" onClick={onManage}>
            {t('label.verwalten')}
          </Button>
          <Button size="xs" onClick={onClose}>
            {t('fertig')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

/**
 * Labels as toggle buttons; each press is saved immediately. `of`: a group of rules, or a rule's
 * id.
 */
export function LabelPicks({
  of,
  name,
  labels: { items, labelConfig },
  isDisabled = false,
}: {
  of: string;
  name: string;
  labels: Labels;
  isDisabled?: boolean;
}) {
  const t = useBillingTexts(),
    queries = useQueryClient(),
    { isBusy, run } = useSubmit(),
    given = labelConfig[of] ?? [];
  const turn = (id: string): void =>
    void run(
      async () => {
        const next = given.includes(id) ? given.filter((one) => one !== id) : [...given, id];
        await saveLabelConfig(
          Object.fromEntries(
            Object.entries({ ...labelConfig, [of]: next }).filter(([, all]) => all.length > 0),
          ),
        );
        await queries.invalidateQueries({ queryKey: [KEY] });
        sayShort(t('label.selbstGesagt'));
      },
      (error) => {
        sayError(error);
        void queries.invalidateQueries({ queryKey: [KEY, 'labels'] });
      },
    );
  return (
    <span className="ab-picks" role="group" aria-label={name}>
      {items.map((one) => (
        <button
          key={one.id}
          type="button"
          className="ab-pick"
          aria-pressed={given.includes(one.id)}
          disabled={isDisabled || isBusy}
          onClick={() => turn(one.id)}
        >
          <LabelWord label={one} />
        </button>
      ))}
    </span>
  );
}

/** @param gruppen groups of rules that may get labels automatically */
export function GroupLabels({
  labels,
  rowGroups,
}: {
  labels: Labels;
  rowGroups: readonly string[];
}) {
  const t = useBillingTexts(),
    name = (group: string): string => t(`gruppe.${group}` as BillingKey);
  if (rowGroups.length === 0 || labels.items.length === 0) return null;
  return (
    <details className="ab-history">
      <summary>{t('label.selbst')}</summary>
      <p className="p-muted">{t('label.selbstErklaert')}</p>
      <dl className="ab-config">
        {rowGroups.map((group) => [
          <dt key={`${group} dt`}>{name(group)}</dt>,
          <dd key={group}>
            <LabelPicks of={group} name={name(group)} labels={labels} />
          </dd>,
        ])}
      </dl>
    </details>
  );
}
