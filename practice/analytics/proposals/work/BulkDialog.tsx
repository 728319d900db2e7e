// Dialog that decides several proposals of one rule at once: each one is shown and selected before
// anything happens.

import { Button, Checkbox, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayText } from '../../../../shared/base/dates.ts';
import type { Proposal } from '../../../../shared/analytics/billing/proposals.schema.ts';
import { findingKey } from '../../../../shared/analytics/billing/proposal.ts';
import { ErrorNotice, useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { Loading } from '../../../ui/Page.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { sumOf, useWorth } from '../../../ui/wording/worth.ts';
import { getProposals, KEY } from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { RejectForm } from './RejectForm.tsx';
import { useBulkDecision } from './use-bulk-decision.ts';
import { personName, say } from '../words.ts';
import { Modal } from '../../../ui/Modal.tsx';

/** Maximum number of proposals per request. */
const MOST = 200;

interface Props {
  one: Proposal;
  query: Readonly<Record<string, string>>;
  mayAccept: boolean;
  onClose: () => void;
  onDone: () => void;
}
export function BulkDialog({ one, query, mayAccept, onClose, onDone }: Props) {
  const t = useBillingTexts(),
    language = useLanguage(),
    { isBusy, decide } = useBulkDecision(onDone),
    [chosen, setChosen] = useState<ReadonlySet<string>>(new Set()),
    [isRejecting, setRejecting] = useState(false);
  const asked = { ...query, regel: one.regel, n: String(MOST) },
    list = useQuery({ queryKey: [KEY, 'gemeinsam', asked], queryFn: () => getProposals(asked) });
  const items = list.data?.items ?? [],
    selected = items.filter((given) => chosen.has(findingKey(given)));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('gemeinsam.titel', { titel: say(one.titel, language) })}
      size={640}
    >
      <div className="p-stack">
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && (
          <>
            <p className="p-muted">{t('gemeinsam.wie')}</p>
            <Selection items={items} chosen={chosen} onChoose={setChosen} />
            {list.data.weiter !== null && (
              <p className="p-small p-muted">{t('gemeinsam.mehr', { n: MOST })}</p>
            )}
            {isRejecting ? (
              <RejectForm
                about={t('gemeinsam.gewaehlt', { n: selected.length })}
                onCancel={() => setRejecting(false)}
                onReject={(reason, comment) =>
                  decide(selected, 'ablehnen', { grund: reason, comment })
                }
              />
            ) : (
              <Acts
                many={selected.length}
                isBusy={isBusy}
                onClose={onClose}
                onReject={() => setRejecting(true)}
                onAccept={mayAccept ? () => decide(selected, 'vormerken') : undefined}
              />
            )}
          </>
        )}
      </div>
    </Modal>
  );
}

/** All proposals of the rule with a tick each, and one for all. */
function Selection({
  items,
  chosen,
  onChoose,
}: {
  items: readonly Proposal[];
  chosen: ReadonlySet<string>;
  onChoose: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth(),
    many = items.filter((given) => chosen.has(findingKey(given))).length,
    isAll = items.length > 0 && many === items.length;
  const toggle = (key: string): void =>
    onChoose((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <>
      <Checkbox
        data-autofocus
        label={t('gemeinsam.alle', { n: items.length, summe: worth.sum(sumOf(items)) })}
        checked={isAll}
        indeterminate={many > 0 && !isAll}
        onChange={() => onChoose(() => (isAll ? new Set() : new Set(items.map(findingKey))))}
      />
      <ul className="ab-many">
        {items.map((given) => (
          <li key={findingKey(given)}>
            <Checkbox
              size="sm"
              label={[
                dayText(given.tag, language),
                personName(given, t),
                ...(given.zahn === '' ? [] : [t('zahn', { zahn: given.zahn })]),
                ...(given.art === 'PRUEFUNG' ? [] : [worth.of(given)]),
              ].join(' · ')}
              checked={chosen.has(findingKey(given))}
              onChange={() => toggle(findingKey(given))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** @param onAccept undefined where the proposals can only be rejected */
function Acts({
  many,
  isBusy,
  onClose,
  onReject,
  onAccept,
}: {
  many: number;
  isBusy: boolean;
  onClose: () => void;
  onReject: () => void;
  onAccept: (() => void) | undefined;
}) {
  const t = useBillingTexts(),
    ui = useUiTexts();
  return (
    <Group gap={8} justify="space-between">
      <span className="p-small p-muted p-tabular" aria-live="polite">
        {t('gemeinsam.gewaehlt', { n: many })}
      </span>
      <Group gap={8}>
        <Button variant="default" size="xs" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button variant="default" size="xs" disabled={many === 0 || isBusy} onClick={onReject}>
          {t('ablehnen')}
        </Button>
        {onAccept && (
          <Button size="xs" loading={isBusy} disabled={many === 0} onClick={onAccept}>
            {t('vormerken')}
          </Button>
        )}
      </Group>
    </Group>
  );
}
