// Dialog that decides several proposals of one rule at once: each one is shown and selected before
// anything happens.

import { Button, Checkbox, Group, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dayText } from '../../../shared/base/dates.ts';
import type { Proposal } from '../../../shared/analytics/billing/billing.schema.ts';
import type { DecisionAction } from '../../../shared/analytics/billing/billing.ts';
import { findingKey } from '../../../shared/analytics/billing/proposal.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say as sayShort, sayError, sayWithUndo } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { sumOf, useWorth } from '../../ui/wording/worth.ts';
import { decideTogether, getProposals, KEY } from './proposals-calls.ts';
import { useBillingTexts } from './proposals-texts.ts';
import { RejectForm, type Grund } from './RejectForm.tsx';
import { personName, say } from './words.ts';

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
    ui = useUiTexts(),
    language = useLanguage(),
    worth = useWorth(),
    queries = useQueryClient(),
    { isBusy, run } = useSubmit(),
    [chosen, setChosen] = useState<ReadonlySet<string>>(new Set()),
    [isRejecting, setRejecting] = useState(false);
  const asked = { ...query, regel: one.regel, n: String(MOST) },
    list = useQuery({ queryKey: [KEY, 'gemeinsam', asked], queryFn: () => getProposals(asked) });
  const items = list.data?.items ?? [],
    selected = items.filter((given) => chosen.has(findingKey(given))),
    isAll = items.length > 0 && selected.length === items.length;
  const toggle = (key: string): void =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const act = (tat: DecisionAction, rest: { grund?: Grund; comment?: string } = {}): void =>
    void run(async () => {
      if (selected.length === 0) return;
      const targets = selected.map(({ patid, tag, zahn, rev }) => ({ patid, tag, zahn, rev })),
        answer = await decideTogether({ tat, regel: one.regel, ziele: targets, ...rest });
      await queries.invalidateQueries({ queryKey: [KEY] });
      const n = answer.entschieden.length;
      if (answer.ausgelassen.length > 0)
        sayShort(t('gemeinsam.ausgelassen', { n: answer.ausgelassen.length }));
      if (n > 0) {
        sayWithUndo(
          t(tat === 'vormerken' ? 'gemeinsam.vorgemerkt' : 'gemeinsam.abgelehnt', { n }),
          async () => {
            await decideTogether({
              tat: 'zuruecknehmen',
              regel: one.regel,
              ziele: answer.entschieden.map(({ patid, tag, zahn, rev }) => ({
                patid,
                tag,
                zahn,
                rev,
              })),
            });
            await queries.invalidateQueries({ queryKey: [KEY] });
          },
        );
      }
      onDone();
    }, sayError);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('gemeinsam.titel', { titel: say(one.titel, language) })}
      size={640}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <div className="p-stack">
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && (
          <>
            <p className="p-muted">{t('gemeinsam.wie')}</p>
            <Checkbox
              data-autofocus
              label={t('gemeinsam.alle', { n: items.length, summe: worth.sum(sumOf(items)) })}
              checked={isAll}
              indeterminate={selected.length > 0 && !isAll}
              onChange={() => setChosen(isAll ? new Set() : new Set(items.map(findingKey)))}
            />
            <ul className="ab-many">
              {items.map((given) => (
                <li key={findingKey(given)}>
                  <Checkbox
                    size="sm"
                    label={`${dayText(given.tag, language)} · ${personName(given, t)}${given.zahn === '' ? '' : ` · ${t('zahn', { zahn: given.zahn })}`}${given.art === 'PRUEFUNG' ? '' : ` · ${worth.of(given)}`}`}
                    checked={chosen.has(findingKey(given))}
                    onChange={() => toggle(findingKey(given))}
                  />
                </li>
              ))}
            </ul>
            {list.data.weiter !== null && (
              <p className="p-small p-muted">{t('gemeinsam.mehr', { n: MOST })}</p>
            )}
            {isRejecting ? (
              <RejectForm
                about={t('gemeinsam.gewaehlt', { n: selected.length })}
                onCancel={() => setRejecting(false)}
                onReject={(grund, comment) => act('ablehnen', { grund, comment })}
              />
            ) : (
              <Group gap={8} justify="space-between">
                <span className="p-small p-muted p-tabular" aria-live="polite">
                  {t('gemeinsam.gewaehlt', { n: selected.length })}
                </span>
                <Group gap={8}>
                  <Button variant="default" size="xs" onClick={onClose}>
                    {ui('cancel')}
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={selected.length === 0 || isBusy}
                    onClick={() => setRejecting(true)}
                  >
                    {t('ablehnen')}
                  </Button>
                  {mayAccept && (
                    <Button
                      size="xs"
                      loading={isBusy}
                      disabled={selected.length === 0}
                      onClick={() => act('vormerken')}
                    >
                      {t('vormerken')}
                    </Button>
                  )}
                </Group>
              </Group>
            )}
          </>
        )}
      </div>
    </Modal>
  );
}
