// Parked submissions of tablets: person, content, reason, and possible actions.

import './parked.css';
import { Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';
import type { ParkedItem } from '../../../shared/exchange/sync.schema.ts';
import { TakeMenu } from '../../report-kit/TakeMenu.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { ChosenBar } from '../../ui/lists/ChosenBar.tsx';
import { ListSearch } from '../../ui/lists/ListSearch.tsx';
import { useChosen } from '../../ui/lists/use-chosen.ts';
import { Tick } from '../../ui/lists/Tick.tsx';
import { useDrawn } from '../../ui/lists/use-drawn.ts';
import { useListKeys } from '../../ui/lists/use-list-keys.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { holdsWords } from '../../ui/wording/match-words.ts';
import { useToday } from '../../ui/wording/now.ts';
import type { Search } from './AssignAnswers.tsx';
import { OpenDialog } from './OpenDialog.tsx';
import { applyParked, getParked, PARKED_KEY, settleParked } from './parked-calls.ts';
import { kindKey, useParkedTexts, whyKey } from './parked-texts.ts';

const POLL_MS = 20_000;
/** Keys of other lists. */
const ABSENT = ['called', 'label', 'undo'] as const;

/** Words of a submission, for the screen, the search and the file. */
function useItemWords() {
  const t = useParkedTexts(),
    language = useLanguage();
  return {
    name: ({ patient }: ParkedItem): string => patient?.name ?? t('unknownPerson'),
    what: ({ kind }: ParkedItem): string => t(kindKey(kind)),
    why: ({ code }: ParkedItem): string => t(whyKey(code), { code }),
    tablet: ({ tabletName }: ParkedItem): string =>
      tabletName === '' ? t('tablet.unknown') : tabletName,
    at: ({ receivedAt }: ParkedItem): string => showInstant(receivedAt, language),
  };
}

/** @param PatientSearch search component of another area */
export function ParkedPage({ PatientSearch }: { PatientSearch: Search }) {
  const t = useParkedTexts(),
    queries = useQueryClient(),
    words = useItemWords(),
    search = useQueryParams(['q']),
    { q = '' } = search.values,
    [opened, setOpened] = useState<ParkedItem | null>(null),
    root = useRef<HTMLDivElement>(null),
    keys = useListKeys(root, { without: ABSENT });
  const parked = useQuery({ queryKey: PARKED_KEY, queryFn: getParked, refetchInterval: POLL_MS });
  const items = (parked.data ?? []).filter((one) =>
      holdsWords(
        [words.name, words.what, words.why, words.tablet].map((of) => of(one)).join(' '),
        q,
      ),
    ),
    chosen = useChosen(items, ({ id }) => id),
    drawn = useDrawn(items);
  const act = async (work: () => Promise<void>, said: string): Promise<void> => {
    await work().then(() => say(said), sayError);
    await queries.invalidateQueries({ queryKey: PARKED_KEY });
  };
  return (
    <Page
      title={t('title')}
      actions={parked.data && parked.data.length > 0 && <TakeParked items={items} />}
    >
      <div className="p-stack zl-page" ref={root}>
        {keys}
        <Text c="dimmed">{t('text')}</Text>
        {parked.isPending && <Loading />}
        {parked.isError && (
          <ErrorNotice error={parked.error} onRetry={() => void parked.refetch()} />
        )}
        {parked.data?.length === 0 && (
          <div className="p-card">
            <Empty>{t('empty')}</Empty>
          </div>
        )}
        {parked.data && parked.data.length > 0 && (
          <ListSearch label={t('search')} kept={q} onSearch={(text) => search.set('q', text)} />
        )}
        {parked.data && parked.data.length > 0 && items.length === 0 && (
          <Empty>{t('search.none')}</Empty>
        )}
        {items.length > 0 && (
          <ul className="zl-rows p-card" data-rows aria-busy={drawn.length < items.length}>
            {drawn.map((item) => (
              <Row
                key={item.id}
                item={item}
                isChosen={chosen.has(item)}
                onChoose={() => chosen.toggle(item)}
                onOpen={() => setOpened(item)}
                onApply={() => void act(() => applyParked(item.id), t('apply.done'))}
                onDone={() => void act(() => settleParked(item.id), t('done.said'))}
              />
            ))}
          </ul>
        )}
        <ChosenBar n={chosen.rows.length} onNone={chosen.clear}>
          <ConfirmButton
            size="xs"
            question={t('done.askAll', { n: chosen.rows.length })}
            yes={t('done.yes')}
            onYes={() =>
              void act(async () => {
                for (const { id } of chosen.rows) await settleParked(id);
                chosen.clear();
              }, t('done.said'))
            }
          >
            {t('done')}
          </ConfirmButton>
        </ChosenBar>
      </div>
      <OpenDialog
        item={opened}
        onClose={() => setOpened(null)}
        PatientSearch={PatientSearch}
        onAssigned={(said) => {
          setOpened(null);
          say(said);
          void queries.invalidateQueries({ queryKey: PARKED_KEY });
        }}
      />
    </Page>
  );
}

/** Formats bytes as `1,2 MB` or `34 kB`. */
const sizeText = (bytes: number, language: string): string => {
  const isLarge = bytes >= 1_000_000;
  return `${new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', { maximumFractionDigits: isLarge ? 1 : 0 }).format(bytes / (isLarge ? 1_000_000 : 1_000))} ${isLarge ? 'MB' : 'kB'}`;
};

/** Exports the list as it is filtered: what came, when, and why it waits; never its content. */
function TakeParked({ items }: { items: readonly ParkedItem[] }) {
  const t = useParkedTexts(),
    words = useItemWords(),
    today = useToday();
  return (
    <TakeMenu
      title={t('title')}
      fileName={(ending) => `${t('title')}_${today}.${ending}`}
      table={() => ({
        spalten: [
          { key: 'name', titel: t('col.name'), typ: 'text' },
          { key: 'born', titel: t('col.born'), typ: 'tag' },
          { key: 'what', titel: t('col.what'), typ: 'text' },
          { key: 'why', titel: t('col.why'), typ: 'text' },
          { key: 'tablet', titel: t('col.tablet'), typ: 'text' },
          { key: 'at', titel: t('col.at'), typ: 'text' },
        ],
        zeilen: items.map((one) => ({
          name: words.name(one),
          born: one.patient?.geburtsdatum ?? null,
          what: words.what(one),
          why: words.why(one),
          tablet: words.tablet(one),
          at: words.at(one),
        })),
      })}
    />
  );
}

function Row({
  item,
  isChosen,
  onChoose,
  onOpen,
  onApply,
  onDone,
}: {
  item: ParkedItem;
  isChosen: boolean;
  onChoose: () => void;
  onOpen: () => void;
  onApply: () => void;
  onDone: () => void;
}) {
  const t = useParkedTexts(),
    language = useLanguage(),
    words = useItemWords(),
    name = words.name(item),
    what = words.what(item);
  return (
    <li className="zl-row" data-row tabIndex={-1}>
      <Tick label={t('choose', { what, name })} checked={isChosen} onChange={onChoose} />
      <div className="zl-who">
        <Text>
          {item.patient ? (
            <Link data-whole to={`/patient/${numberInPath(item.patient.patid)}`}>
              <strong>{name}</strong>
            </Link>
          ) : (
            <strong>{name}</strong>
          )}
          {item.patient && (
            <>
              {' '}
              <span className="p-tabular">
                {t('born', { day: dayText(item.patient.geburtsdatum, language) })}
              </span>
            </>
          )}{' '}
          · {what}
        </Text>
        <Text size="sm">{words.why(item)}</Text>
        <Text size="sm" c="dimmed" className="p-tabular">
          {t('from', {
            tablet: words.tablet(item),
            at: words.at(item),
            size: sizeText(item.bytes, language),
          })}
        </Text>
      </div>
      <div className="zl-acts">
        <Button data-default onClick={onOpen} aria-label={t('openOne', { what, name })}>
          {t('open')}
        </Button>
        {item.canApply && (
          <ConfirmButton
            variant="default"
            question={t('apply.ask')}
            yes={t('apply')}
            onYes={onApply}
          >
            {t('apply')}
          </ConfirmButton>
        )}
        <ConfirmButton
          variant="default"
          question={t('done.ask')}
          yes={t('done.yes')}
          onYes={onDone}
        >
          {t('done')}
        </ConfirmButton>
      </div>
    </li>
  );
}
