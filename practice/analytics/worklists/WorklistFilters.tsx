// Filters of a work list, kept in the address.

import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { HKP_REASONS, RECALL_REASONS } from '../../../shared/analytics/reports/worklist.ts';
import { PAR_REASONS } from '../../../shared/analytics/reports/par-list.ts';
import type { WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { useSession } from '../../session.ts';
import { useSearchText } from '../../ui/use-search-text.ts';
import { useListTexts, type ListKey, type ListTexts } from './worklists-texts.ts';
import type { WorklistState } from './use-worklist.ts';

const REASON_KEYS: Readonly<Record<WorklistKind, readonly string[]>> = {
  hkp: HKP_REASONS,
  par: PAR_REASONS,
  recall: RECALL_REASONS,
};
/** Names the reasons of an address, separated by commas there. */
const reasonWords = (t: ListTexts, reasons: string): string =>
  reasons
    .split(',')
    .map((one) => t(`grund.${one}` as ListKey))
    .join(', ');

/** Practice and filter of a list in words, for paper: the filter bar is not printed. */
export function PrintedFilter({
  worklist: {
    params: { values },
    labels,
    team,
    lines,
    all,
  },
}: {
  worklist: WorklistState;
}) {
  const t = useListTexts(),
    { praxisName } = useSession(),
    { grund = '', label = '', wer = '', q = '' } = values;
  return (
    <p className="al-printed">
      {[
        praxisName,
        grund === '' ? t('what.all') : reasonWords(t, grund),
        ...(label === ''
          ? []
          : [`${t('label')}: ${labels.find((one) => one.id === label)?.name ?? '–'}`]),
        ...(wer === '' ? [] : [`${t('who')}: ${team.get(wer) ?? '–'}`]),
        ...(q === '' ? [] : [`${t('search')}: ${q}`]),
        ...(values.alle === 'ja' ? [t('all')] : []),
        t('shown', { n: lines.length, all }),
      ].join(' · ')}
    </p>
  );
}

export function WorklistFilters({
  kind,
  worklist: {
    params: { values, set },
    labels,
    team,
    resting,
  },
}: {
  kind: WorklistKind;
  worklist: WorklistState;
}) {
  const t = useListTexts(),
    [typed, setTyped] = useSearchText(values.q ?? '', (text) => set('q', text));
  // A figure may filter the list by several reasons at once.
  const several = values.grund?.includes(',') === true ? reasonWords(t, values.grund) : '';
  return (
    <div role="search" className="al-filter p-noprint" aria-label={t('filter')}>
      <TextInput
        data-list-search
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={t('what')}
        value={values.grund ?? ''}
        onChange={(event) => set('grund', event.currentTarget.value)}
        data={[
          { value: '', label: t('what.all') },
          ...(several !== '' ? [{ value: values.grund ?? '', label: several }] : []),
          ...REASON_KEYS[kind].map((one) => ({
            value: one,
            label: t(`grund.${one}` as ListKey),
          })),
        ]}
      />
      <NativeSelect
        aria-label={t('label')}
        value={values.label ?? ''}
        onChange={(event) => set('label', event.currentTarget.value)}
        data={[
          { value: '', label: t('label.all') },
          ...labels.map((one) => ({ value: one.id, label: one.name })),
        ]}
      />
      <NativeSelect
        aria-label={t('who')}
        value={values.wer ?? ''}
        onChange={(event) => set('wer', event.currentTarget.value)}
        data={[
          { value: '', label: t('who.all') },
          ...[...team].map(([value, label]) => ({ value, label })),
        ]}
      />
      <Checkbox
        label={resting === 0 ? t('all') : t('all.n', { n: resting })}
        checked={values.alle === 'ja'}
        onChange={(event) => set('alle', event.currentTarget.checked ? 'ja' : '')}
      />
    </div>
  );
}
