// The work lists of plans, perio cases and recalls: lines that need attention, overdue first;
// filters in the address, bulk actions, one line next to the list.

import './worklists.css';
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SegmentedControl,
  Table,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { IconSearch, IconTags } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { HKP_REASONS, RECALL_REASONS } from '../../../shared/analytics/reports/worklist.ts';
import { PAR_REASONS } from '../../../shared/analytics/reports/par-list.ts';
import { AGAIN_MS, isLoadingData, whileReading } from '../../report-kit/use-report.ts';
import {
  LISTEN,
  type WorklistKind,
  type ListReport,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { LabelsDialog } from '../../ui/LabelsDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useTeamNames } from '../../ui/wording/team-names.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useListTexts, type ListKey } from './worklists-texts.ts';
import {
  bringLabelBack,
  changeLabel,
  dropLabel,
  getLabels,
  getList,
  LABELS_KEY,
  lineOf,
  LIST_KEY,
  makeLabel,
} from './worklists-calls.ts';
import { BulkBar } from './BulkBar.tsx';
import { FIGURES } from './figures.ts';
import { LinePanel } from './LinePanel.tsx';
import { money } from './line-words.ts';
import { TakeList } from './TakeList.tsx';
import { WorklistRow } from './WorklistRow.tsx';

const REASON_KEYS: Readonly<Record<WorklistKind, readonly string[]>> = {
  hkp: HKP_REASONS,
  par: PAR_REASONS,
  recall: RECALL_REASONS,
};
const COLUMN: Readonly<Record<WorklistKind, ListKey>> = {
  hkp: 'col.plan',
  par: 'col.case',
  recall: 'col.recall',
};

/** Lines loaded per press. */
const STEP = 200;

export function WorklistPage({ kind }: { kind: WorklistKind }) {
  const t = useListTexts(),
    language = useLanguage(),
    { user } = useSession(),
    queries = useQueryClient(),
    navigate = useNavigate(),
    { values, set, put } = useQueryParams(['grund', 'label', 'wer', 'q', 'alle', 'n', 'zeile']);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set()),
    [isNaming, setNaming] = useState(false),
    [typed, setTyped] = useState(values.q ?? '');
  const query = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name !== 'zeile' && value !== ''),
  );
  const list = useQuery({
    queryKey: [LIST_KEY, kind, query],
    queryFn: () => getList(kind, query),
    placeholderData: keepPreviousData,
    refetchInterval: 120_000,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const labels = useQuery({ queryKey: LABELS_KEY, queryFn: getLabels }),
    own = (labels.data ?? []).filter((one) => one.kind === kind),
    team = useTeamNames();
  const lines = list.data?.zeilen.map(lineOf) ?? [],
    isReading =
      (list.isPending || list.isPlaceholderData) &&
      !list.isError &&
      isLoadingData(list.failureReason);
  // A figure may filter the list by several reasons at once.
  const several =
    values.grund?.includes(',') === true
      ? values.grund
          .split(',')
          .map((one) => t(`grund.${one}` as ListKey))
          .join(', ')
      : '';
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed !== (values.q ?? '')) set('q', typed.trim());
    }, 250);
    return () => clearTimeout(timer);
  });
  // Only lines that are still shown are changed.
  const selected = lines.filter((one) => chosen.has(one.id)),
    isAll = selected.length > 0 && selected.length === lines.length;
  const toggle = (id: string): void =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const open = lines.find((one) => one.id === values.zeile),
    isFiltered = Object.keys(query).some((name) => name !== 'n'),
    all = list.data?.kpis.find((one) => one.key === 'treffer')?.wert ?? lines.length;
  return (
    <Page
      title={t(`title.${kind}`)}
      actions={
        <Group gap={8} className="p-noprint">
          <SegmentedControl
            aria-label={t('lists')}
            value={kind}
            onChange={(one) => void navigate(`/${one}`)}
            data={LISTEN.map((value) => ({ value, label: t(`tab.${value}`) }))}
          />
          <Button
            variant="default"
            leftSection={<IconTags size={16} stroke={1.75} aria-hidden />}
            onClick={() => setNaming(true)}
          >
            {t('labels')}
          </Button>
          <TakeList kind={kind} all={all} query={query} labels={own} team={team} />
        </Group>
      }
    >
      {list.data && (
        <Figures
          list={list.data}
          kind={kind}
          onShow={(shows) => {
            setTyped('');
            put(shows === 'alle' ? { alle: 'ja' } : { grund: shows.join(',') });
          }}
        />
      )}
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
            ...own.map((one) => ({ value: one.id, label: one.name })),
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
      {isReading ? (
        <Notice tone="info" role="status">
          {t('reading')}
        </Notice>
      ) : (
        list.isPending && <Loading />
      )}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.meta.stand === null && (
        <div className="p-card">
          <Empty>
            {t('none')}{' '}
            {user?.role === 'owner' ? (
              <Link className="al-inline" to="/daten">
                {t('none.go')}
              </Link>
            ) : (
              t('none.ask')
            )}
          </Empty>
        </div>
      )}
      {list.data && list.data.meta.stand !== null && lines.length === 0 && (
        <div className="p-card">
          <Empty>{t(isFiltered ? 'empty.filter' : `empty.${kind}`)}</Empty>
        </div>
      )}
      {lines.length > 0 && (
        <div className="p-card al-card">
          <Table className="al-table" aria-label={t(`title.${kind}`)}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th className="p-noprint al-check">
                  <Checkbox
                    aria-label={t('choose.all')}
                    checked={isAll}
                    indeterminate={selected.length > 0 && !isAll}
                    onChange={() =>
                      setChosen(isAll ? new Set() : new Set(lines.map((one) => one.id)))
                    }
                  />
                </Table.Th>
                <Table.Th>{t('col.who')}</Table.Th>
                <Table.Th>{t('col.what')}</Table.Th>
                <Table.Th>{t(COLUMN[kind])}</Table.Th>
                <Table.Th className="al-num">
                  {t(kind === 'recall' ? 'col.phone' : 'col.sum')}
                </Table.Th>
                <Table.Th>{t('col.next')}</Table.Th>
                <Table.Th>
                  <VisuallyHidden>{t('col.open')}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map((line) => (
                <WorklistRow
                  key={line.id}
                  kind={kind}
                  line={line}
                  labels={own}
                  team={team}
                  isChosen={chosen.has(line.id)}
                  isOpen={open?.id === line.id}
                  onChoose={() => toggle(line.id)}
                  onOpen={() => set('zeile', line.id)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {all > lines.length && (
        <Group justify="center" mt={12} className="p-noprint">
          <span className="p-muted">{t('shown', { n: lines.length, all })}</span>
          <Button
            variant="default"
            loading={list.isFetching}
            onClick={() => set('n', String(lines.length + STEP))}
          >
            {t('more')}
          </Button>
        </Group>
      )}
      {list.data && list.data.meta.stand !== null && (
        <p className="p-muted p-small al-stand">
          {t('stand', {
            at: showInstant(list.data.meta.stand, language),
            source: list.data.meta.quelle,
          })}
        </p>
      )}
      {selected.length > 0 && (
        <BulkBar
          kind={kind}
          lines={selected}
          labels={own}
          team={team}
          onDone={() => setChosen(new Set())}
        />
      )}
      {open && (
        <LinePanel
          key={open.id}
          kind={kind}
          line={open}
          labels={own}
          team={team}
          onClose={() => set('zeile', '')}
        />
      )}
      {isNaming && (
        <LabelsDialog
          labels={own}
          onClose={() => setNaming(false)}
          acts={{
            make: (label) => makeLabel({ ...label, kind }),
            change: changeLabel,
            drop: dropLabel,
            bringBack: bringLabelBack,
            async fresh() {
              await queries.invalidateQueries({ queryKey: LABELS_KEY });
              await queries.invalidateQueries({ queryKey: [LIST_KEY] });
            },
          }}
        />
      )}
    </Page>
  );
}

function Figures({
  list,
  kind,
  onShow,
}: {
  list: ListReport;
  kind: WorklistKind;
  onShow: (shows: readonly string[] | 'alle') => void;
}) {
  const t = useListTexts(),
    language = useLanguage(),
    by = new Map(list.kpis.map((one) => [one.key, one.wert ?? 0]));
  return (
    <dl className="al-figures" aria-label={t('figures')}>
      {FIGURES[kind].map(({ key, word, isMoney, shows }) => {
        const value = isMoney
          ? money(by.get(key) ?? 0, language)
          : (by.get(key) ?? 0).toLocaleString(language === 'de' ? 'de-DE' : 'en-GB');
        return (
          <div key={key} className="p-card al-figure">
            <dt>{t(word)}</dt>
            <dd className="p-tabular">
              {shows === null ? (
                value
              ) : (
                <button
                  type="button"
                  className="al-show"
                  aria-label={t('figure.show', { name: t(word), value })}
                  onClick={() => onShow(shows)}
                >
                  {value}
                </button>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
