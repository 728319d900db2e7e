// The work lists of plans, perio cases and recalls: lines that need attention, the nearest
// deadline first; filters in the address, bulk actions, one line next to the list.

import './worklists.css';
import { Button, Group } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { Link } from 'react-router';
import type { Label, WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { LabelsDialog } from '../../ui/LabelsDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { focusedRow } from '../../ui/lists/row-keys.ts';
import { useListKeys } from '../../ui/lists/use-list-keys.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useListTexts } from './worklists-texts.ts';
import {
  bringLabelBack,
  changeLabel,
  dropLabel,
  LABELS_KEY,
  LIST_KEY,
  makeLabel,
} from './worklists-calls.ts';
import { BulkBar } from './BulkBar.tsx';
import { FigureTiles } from './FigureTiles.tsx';
import { LinePanel } from './LinePanel.tsx';
import { TakeList } from './TakeList.tsx';
import { useWorklist, type WorklistState } from './use-worklist.ts';
import { PrintedFilter, WorklistFilters } from './WorklistFilters.tsx';
import { WorklistTable } from './WorklistTable.tsx';

/** Lines loaded per press. */
const STEP = 200;

export function WorklistPage({ kind }: { kind: WorklistKind }) {
  const t = useListTexts(),
    language = useLanguage(),
    worklist = useWorklist(kind),
    { params, query, list, labels, team, lines, open, all, isReading, isFiltered } = worklist,
    { set, put } = params;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set()),
    [isNaming, setNaming] = useState(false),
    rows = useRef<HTMLDivElement>(null),
    { keys, isNoting, setNoting } = useWorklistKeys(rows, open !== undefined);
  // Only lines that are still shown are changed.
  const selected = lines.filter((one) => chosen.has(one.id));
  return (
    <Page
      title={t(`title.${kind}`)}
      actions={
        <Group gap={8} className="p-noprint">
          <Button
            variant="default"
            leftSection={<IconTags size={16} stroke={1.75} aria-hidden />}
            onClick={() => setNaming(true)}
            data-list-labels
          >
            {t('labels')}
          </Button>
          <TakeList kind={kind} all={all} query={query} labels={labels} team={team} />
        </Group>
      }
    >
      {list.data && (
        <FigureTiles
          list={list.data}
          kind={kind}
          onShow={(shows) => put(shows === 'alle' ? { alle: 'ja' } : { grund: shows.join(',') })}
        />
      )}
      <WorklistFilters kind={kind} worklist={worklist} />
      <PrintedFilter worklist={worklist} />
      {isReading ? (
        <Notice tone="info" role="status">
          {t('reading')}
        </Notice>
      ) : (
        list.isPending && <Loading />
      )}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.meta.stand === null && <NothingDelivered />}
      {list.data && list.data.meta.stand !== null && lines.length === 0 && (
        <div className="p-card">
          <Empty>{t(isFiltered ? 'empty.filter' : `empty.${kind}`)}</Empty>
        </div>
      )}
      {lines.length > 0 && (
        <div ref={rows}>
          <WorklistTable kind={kind} worklist={worklist} chosen={chosen} onChoose={setChosen} />
        </div>
      )}
      {all > lines.length && <MoreLines worklist={worklist} />}
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
          labels={labels}
          team={team}
          onDone={() => setChosen(new Set())}
        />
      )}
      {open && (
        <LinePanel
          key={open.id}
          kind={kind}
          line={open}
          labels={labels}
          team={team}
          isNoting={isNoting}
          onNoting={() => setNoting(false)}
          onClose={() => set('zeile', '')}
        />
      )}
      {keys}
      {isNaming && <KindLabels kind={kind} labels={labels} onClose={() => setNaming(false)} />}
    </Page>
  );
}

/** The keys of the list. A note belongs to a line: N opens its panel, and the field of a new note. */
function useWorklistKeys(rows: RefObject<HTMLDivElement | null>, hasPanel: boolean) {
  const [isNoting, setNoting] = useState(false);
  const keys = useListKeys(rows, {
    onNote: () => {
      const row = focusedRow();
      if (row === null && !hasPanel) return false;
      setNoting(true);
      row?.querySelector<HTMLElement>('[data-default]')?.click();
      return true;
    },
  });
  return { keys, isNoting, setNoting };
}

/** How many of the lines are shown, and the way to more. */
function MoreLines({ worklist: { params, list, lines, all } }: { worklist: WorklistState }) {
  const t = useListTexts();
  return (
    <Group justify="center" mt={12} className="p-noprint">
      <span className="p-muted">{t('shown', { n: lines.length, all })}</span>
      <Button
        variant="default"
        loading={list.isFetching}
        onClick={() => params.set('n', String(lines.length + STEP))}
      >
        {t('more')}
      </Button>
    </Group>
  );
}

/** No data yet; an owner gets the way to deliver some. */
function NothingDelivered() {
  const t = useListTexts(),
    { user } = useSession();
  return (
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
  );
}

/** The labels of one kind of list. */
function KindLabels({
  kind,
  labels,
  onClose,
}: {
  kind: WorklistKind;
  labels: Label[];
  onClose: () => void;
}) {
  const queries = useQueryClient();
  return (
    <LabelsDialog
      labels={labels}
      onClose={onClose}
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
  );
}
