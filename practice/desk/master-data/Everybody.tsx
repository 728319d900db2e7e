// Everyone with open changes, and the accepted ones that are still to be entered in the practice
// software.

import { Button, Group, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import type { OpenChangesEntry } from '../../../shared/desk/master-data.schema.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { ChosenBar } from '../../ui/lists/ChosenBar.tsx';
import { ListSearch } from '../../ui/lists/ListSearch.tsx';
import { useChosen } from '../../ui/lists/use-chosen.ts';
import { Tick } from '../../ui/lists/Tick.tsx';
import { useDrawn } from '../../ui/lists/use-drawn.ts';
import { useListKeys } from '../../ui/lists/use-list-keys.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useFieldNames } from '../../ui/wording/field-names.ts';
import { holdsWords } from '../../ui/wording/match-words.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { ChosenChanges } from './ChosenChanges.tsx';
import { useMasterDataTexts } from './master-data-texts.ts';
import { TakeChanges } from './TakeChanges.tsx';
import { TakenChanges } from './TakenChanges.tsx';
import { useOpenChanges, useTakenChanges } from './use-changes.ts';

/** Keys of other lists: people are not called or labelled here. */
const ABSENT = ['called', 'label', 'peek'] as const;

export function Everybody() {
  const t = useMasterDataTexts(),
    open = useOpenChanges(),
    taken = useTakenChanges(),
    search = useQueryParams(['q']),
    { q = '' } = search.values,
    root = useRef<HTMLDivElement>(null),
    keys = useListKeys(root, { without: ABSENT });
  const isMeant = ({ name }: { name: string }): boolean => holdsWords(name, q),
    people = (open.data ?? []).filter(isMeant),
    noted = (taken.data ?? []).filter(isMeant),
    hasAny = (open.data?.length ?? 0) + (taken.data?.length ?? 0) > 0;
  return (
    <Page title={t('list.title')} actions={hasAny && <TakeChanges open={people} taken={noted} />}>
      <div className="p-stack sd-page" ref={root}>
        {keys}
        <div className="p-noprint p-stack">
          <Text c="dimmed">{t('list.lead')}</Text>
          {open.isPending && <Loading />}
          {open.isError && <ErrorNotice error={open.error} onRetry={() => void open.refetch()} />}
          {hasAny && (
            <ListSearch label={t('search')} kept={q} onSearch={(text) => search.set('q', text)} />
          )}
          {open.data && people.length === 0 && (
            <div className="p-card">
              <Empty>{t(open.data.length === 0 ? 'list.empty' : 'search.none')}</Empty>
            </div>
          )}
          {people.length > 0 && <People people={people} />}
        </div>
        <Taken taken={taken} shown={noted} isNarrowed={q !== ''} />
      </div>
    </Page>
  );
}

/** People with open changes; those of several are accepted together. */
function People({ people }: { people: readonly OpenChangesEntry[] }) {
  const t = useMasterDataTexts(),
    nameOf = useFieldNames(),
    language = useLanguage(),
    chosen = useChosen(people, ({ patid }) => patid),
    drawn = useDrawn(people),
    [isReading, setReading] = useState(false);
  return (
    <>
      <ul className="p-card sd-people" data-rows aria-busy={drawn.length < people.length}>
        {drawn.map((one) => (
          <li key={one.patid} className="sd-person" data-row tabIndex={-1}>
            <Tick
              label={t('choose', { name: one.name })}
              checked={chosen.has(one)}
              onChange={() => chosen.toggle(one)}
            />
            <span className="sd-who">
              <Link data-whole to={`/patient/${numberInPath(one.patid)}`}>
                <strong>{one.name}</strong>
              </Link>{' '}
              <span className="p-tabular p-muted">*{dayText(one.geburtsdatum, language)}</span>
            </span>
            <span className="sd-fields">{one.fields.map((field) => nameOf(field)).join(', ')}</span>
            <span className="p-muted">
              {t('list.since', { at: showInstant(one.since, language) })}
            </span>
            <Button
              size="xs"
              variant="default"
              data-default
              component={Link}
              to={`/stammdaten?patid=${encodeURIComponent(one.patid)}`}
              aria-label={t('list.openOf', { name: one.name })}
            >
              {t('list.open')}
            </Button>
          </li>
        ))}
      </ul>
      <ChosenBar n={chosen.rows.length} onNone={chosen.clear}>
        <Button size="xs" onClick={() => setReading(true)}>
          {t('many.open')}
        </Button>
      </ChosenBar>
      {isReading && (
        <ChosenChanges
          people={chosen.rows}
          onClose={() => setReading(false)}
          onDone={() => {
            setReading(false);
            chosen.clear();
          }}
        />
      )}
    </>
  );
}

/** Accepted changes, to be ticked off once they are in the practice software. */
function Taken({
  taken,
  shown,
  isNarrowed,
}: {
  taken: ReturnType<typeof useTakenChanges>;
  shown: NonNullable<ReturnType<typeof useTakenChanges>['data']>;
  isNarrowed: boolean;
}) {
  const t = useMasterDataTexts(),
    language = useLanguage(),
    drawn = useDrawn(shown);
  return (
    <section className="p-stack" aria-labelledby="sd-all-taken">
      <Group justify="space-between" gap={8}>
        <Title order={2} id="sd-all-taken" className="sd-h2">
          {t('taken.title')}
        </Title>
        {shown.length > 0 && (
          <Button
            className="p-noprint"
            variant="default"
            leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('taken.print')}
          </Button>
        )}
      </Group>
      <Text c="dimmed">{t('taken.lead')}</Text>
      {taken.isPending && <Loading />}
      {taken.isError && <ErrorNotice error={taken.error} onRetry={() => void taken.refetch()} />}
      {taken.isSuccess && shown.length === 0 && (
        <div className="p-card">
          <Empty>{t(isNarrowed && taken.data.length > 0 ? 'search.none' : 'taken.empty')}</Empty>
        </div>
      )}
      {drawn.map((one) => (
        <section key={one.patid} className="p-card" aria-label={one.name}>
          <Text className="sd-who" mb={8}>
            <strong>{one.name}</strong>{' '}
            <span className="p-tabular p-muted">*{dayText(one.geburtsdatum, language)}</span>
          </Text>
          <TakenChanges {...one} />
        </section>
      ))}
    </section>
  );
}
