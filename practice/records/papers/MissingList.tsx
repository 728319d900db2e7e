// The list of missing signatures: its sums, search, filter and order in the address, rows by day,
// and the papers of several people ticked off together.

import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { euroText } from '../../../shared/papers/paper-risk.ts';
import type { Missing, MissingVisit } from '../../../shared/papers/papers.schema.ts';
import { callR4c } from '../../api.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { focusedRow } from '../../ui/lists/row-keys.ts';
import { useDrawn } from '../../ui/lists/use-drawn.ts';
import { useListKeys } from '../../ui/lists/use-list-keys.tsx';
import { Empty } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { sayError, sayWithUndo } from '../../ui/toast.tsx';
import { useQueryParams, type QueryParams } from '../../ui/use-query-params.ts';
import { useSearchText } from '../../ui/use-search-text.ts';
import { MISSING_KINDS, MISSING_ORDERS, shownVisits } from './missing-list.ts';
import { MissingVisitRow, paperPath, type CallsPart } from './MissingVisitRow.tsx';
import { usePapersTexts, type PapersKey } from './papers-texts.ts';
import { Filters } from '../../ui/lists/Filters.tsx';

interface Props {
  list: Missing;
  /** A day in words. */
  words: (day: string) => string;
  Calls: CallsPart;
  onChanged: () => Promise<void>;
}
const FILTERS = ['q', 'stand', 'sort', 'zeile'] as const;

export function MissingList({ list, words, Calls, onChanged }: Props) {
  const t = usePapersTexts(),
    filter = useQueryParams(FILTERS),
    [chosen, setChosen] = useState<ReadonlySet<string>>(new Set()),
    [isNoting, setNoting] = useState(false),
    root = useRef<HTMLDivElement>(null),
    { q, stand, sort, zeile } = filter.values;
  const toggle = (patid: string): void =>
    zeile === patid ? filter.set('zeile', '') : filter.visit('zeile', patid);
  const keys = useListKeys(root, {
    without: ['label'],
    // A note belongs to a person: N opens their calls and notes, and the field of a new note.
    onNote: () => {
      const calls = focusedRow()?.querySelector<HTMLElement>('[data-call]');
      if (!calls) return false;
      setNoting(true);
      if (calls.getAttribute('aria-expanded') !== 'true') calls.click();
      return true;
    },
  });
  const order = MISSING_ORDERS.find((one) => one === sort),
    visits = shownVisits(list, {
      q,
      kind: MISSING_KINDS.find((one) => one === stand),
      order,
    }),
    drawn = useDrawn(visits),
    byDay = new Map<string, MissingVisit[]>();
  for (const one of drawn) byDay.set(one.day, [...(byDay.get(one.day) ?? []), one]);
  const row = (one: MissingVisit, day?: string) => (
    <MissingVisitRow
      key={one.terminId}
      visit={one}
      day={day}
      isChosen={chosen.has(one.terminId)}
      onChoose={() =>
        setChosen((before) => {
          const next = new Set(before);
          if (!next.delete(one.terminId)) next.add(one.terminId);
          return next;
        })
      }
      Calls={Calls}
      isNoting={isNoting}
      onNoting={() => setNoting(false)}
      isOpen={zeile === one.patid}
      onOpen={() => toggle(one.patid)}
      onChanged={onChanged}
    />
  );
  if (list.visits.length === 0) return <Empty>{t('empty')}</Empty>;
  return (
    <>
      {keys}
      <Sums list={list} />
      <MissingFilters filter={filter} />
      {visits.length === 0 && (
        <Empty>
          {t('filter.none')}{' '}
          <Button size="xs" variant="default" onClick={filter.reset}>
            {t('filter.reset')}
          </Button>
        </Empty>
      )}
      <div ref={root} aria-busy={drawn.length < visits.length}>
        {order === undefined ? (
          [...byDay].map(([day, of]) => (
            <section key={day} aria-labelledby={`pa-${day}`}>
              <h2 id={`pa-${day}`} className="pa-day">
                {words(day)}
              </h2>
              <ul className="pa-list" data-rows>
                {of.map((one) => row(one))}
              </ul>
            </section>
          ))
        ) : (
          <ul className="pa-list" data-rows aria-label={t('title')}>
            {drawn.map((one) => row(one, words(one.day)))}
          </ul>
        )}
      </div>
      <ChosenBar
        visits={visits.filter(({ terminId }) => chosen.has(terminId))}
        onDone={() => {
          setChosen(new Set());
          void onChanged();
        }}
        onNone={() => setChosen(new Set())}
      />
    </>
  );
}

function Sums({ list }: { list: Missing }) {
  const t = usePapersTexts(),
    count = list.visits.reduce((sum, one) => sum + one.papers.length, 0),
    n = (one: PapersKey, many: PapersKey, of: number): string =>
      t(of === 1 ? one : many, { n: of });
  return (
    <section className="p-card pa-sum" aria-live="polite">
      <p className="pa-figure">
        <strong>{n('sum.papersOne', 'sum.papers', count)}</strong>{' '}
        <span className="p-muted">{n('sum.peopleOne', 'sum.people', list.visits.length)}</span>
      </p>
      {list.riskCents > 0 && (
        <p className="pa-figure pa-risk">
          <strong className="p-tabular">{euroText(list.riskCents)}</strong> {t('sum.risk')}{' '}
          <span className="p-muted p-small">{t('sum.risk.what')}</span>
        </p>
      )}
      {list.unknownRisk > 0 && (
        <p className="p-muted p-small">{n('sum.unknownOne', 'sum.unknown', list.unknownRisk)}</p>
      )}
    </section>
  );
}

function MissingFilters({
  filter: { values, set },
}: {
  filter: QueryParams<(typeof FILTERS)[number]>;
}) {
  const t = usePapersTexts(),
    [typed, setTyped] = useSearchText(values.q ?? '', (text) => set('q', text));
  return (
    <Filters className="pa-filter" aria-label={t('filter')}>
      <TextInput
        data-list-search
        size="xs"
        aria-label={t('filter.search')}
        placeholder={t('filter.search')}
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        aria-label={t('filter.kind')}
        value={values.stand ?? ''}
        onChange={(event) => set('stand', event.currentTarget.value)}
        data={[
          { value: '', label: t('filter.kind.all') },
          ...MISSING_KINDS.map((value) => ({ value, label: t(`filter.kind.${value}`) })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label={t('sort')}
        value={values.sort ?? ''}
        onChange={(event) => set('sort', event.currentTarget.value)}
        data={[
          { value: '', label: t('sort.time') },
          ...MISSING_ORDERS.map((value) => ({ value, label: t(`sort.${value}`) })),
        ]}
      />
    </Filters>
  );
}

/** Ticks off the papers of several people that came back signed. */
function ChosenBar({
  visits,
  onDone,
  onNone,
}: {
  visits: readonly MissingVisit[];
  onDone: () => void;
  onNone: () => void;
}) {
  const t = usePapersTexts(),
    { isBusy, run } = useSubmit(),
    papers = visits.flatMap((one) => one.papers.filter(({ state }) => state === 'paper'));
  if (visits.length === 0) return null;
  const file = (): void =>
    void run(async () => {
      const done: typeof papers = [];
      try {
        for (const one of papers) {
          await callR4c(paperPath(one).filed, {});
          done.push(one);
        }
        sayWithUndo(t('bulk.done', { n: papers.length }), async () => {
          for (const one of done) await callR4c(`${paperPath(one).filed}/undo`, {});
          onDone();
        });
      } finally {
        // Those before a failure are filed.
        onDone();
      }
    }, sayError);
  return (
    <div className="pa-bulk p-noprint" role="region" aria-label={t('bulk')}>
      <strong className="p-tabular" aria-live="polite">
        {t(visits.length === 1 ? 'bulk.one' : 'bulk.n', { n: visits.length })}
      </strong>
      <Group gap={8}>
        <ConfirmButton
          size="xs"
          loading={isBusy}
          disabled={papers.length === 0}
          question={t('bulk.ask', { n: papers.length })}
          yes={t('bulk.yes')}
          onYes={file}
        >
          {t('bulk.file', { n: papers.length })}
        </ConfirmButton>
        <Button size="xs" variant="subtle" onClick={onNone}>
          {t('bulk.none')}
        </Button>
      </Group>
    </div>
  );
}
