// Filters of a work list, kept in the address.

import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { HKP_REASONS, RECALL_REASONS } from '../../../shared/analytics/reports/worklist.ts';
import { PAR_REASONS } from '../../../shared/analytics/reports/par-list.ts';
import type { WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { useSearchText } from '../../ui/use-search-text.ts';
import { useListTexts, type ListKey } from './worklists-texts.ts';
import type { WorklistState } from './use-worklist.ts';

const REASON_KEYS: Readonly<Record<WorklistKind, readonly string[]>> = {
  hkp: HKP_REASONS,
  par: PAR_REASONS,
  recall: RECALL_REASONS,
};
export function WorklistFilters({
  kind,
  worklist: {
    params: { values, set },
    labels,
    team,
  },
}: {
  kind: WorklistKind;
  worklist: WorklistState;
}) {
  const t = useListTexts(),
    [typed, setTyped] = useSearchText(values.q ?? '', (text) => set('q', text));
  // A figure may filter the list by several reasons at once.
  const several =
    values.grund?.includes(',') === true
      ? values.grund
          .split(',')
          .map((one) => t(`grund.${one}` as ListKey))
          .join(', ')
      : '';
  return (
    <div role="search" className="al-filter p-noprint" aria-label={t('filter')}>
      <TextInput
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
        label={t('all')}
        checked={values.alle === 'ja'}
        onChange={(event) => set('alle', event.currentTarget.checked ? 'ja' : '')}
      />
    </div>
  );
}
