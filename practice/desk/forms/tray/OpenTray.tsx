// Questionnaires that wait for a record: search, keys, export, and several set aside together.

import { Button, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { dayText, isDay } from '../../../../shared/base/dates.ts';
import type { UnmatchedEntry } from '../../../../shared/forms/task/home.schema.ts';
import { TakeMenu } from '../../../report-kit/TakeMenu.tsx';
import { ChosenBar } from '../../../ui/lists/ChosenBar.tsx';
import { ListSearch } from '../../../ui/lists/ListSearch.tsx';
import { useChosen, type Chosen } from '../../../ui/lists/use-chosen.ts';
import { Tick } from '../../../ui/lists/Tick.tsx';
import { useDrawn } from '../../../ui/lists/use-drawn.ts';
import { useListKeys } from '../../../ui/lists/use-list-keys.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { Empty } from '../../../ui/Page.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { sayWithUndo } from '../../../ui/toast.tsx';
import { useQueryParams } from '../../../ui/use-query-params.ts';
import { holdsWords } from '../../../ui/wording/match-words.ts';
import { showInstant } from '../../../ui/wording/moments.ts';
import { useToday } from '../../../ui/wording/now.ts';
import { usePaperTitle } from '../../../ui/wording/paper-titles.ts';
import { DiscardForm } from './DiscardForm.tsx';
import { personOf, TrayRow } from './TrayRow.tsx';
import type { Tray } from './tray-calls.ts';
import { useTrayTexts } from './tray-texts.ts';

/** Keys of other lists: no person here has a record yet. */
const ABSENT = ['whole', 'called', 'label'] as const;

export function OpenTray({
  tray,
  now,
  onOpen,
  fresh,
  back,
}: {
  tray: Tray;
  now: number;
  onOpen: (id: string) => void;
  fresh: () => Promise<void>;
  /** Lets one wait again. */
  back: (id: string) => Promise<void>;
}) {
  const t = useTrayTexts(),
    language = useLanguage(),
    paperTitle = usePaperTitle(),
    search = useQueryParams(['q']),
    { q = '' } = search.values,
    root = useRef<HTMLDivElement>(null),
    keys = useListKeys(root, { without: ABSENT });
  // A birth date is found as it is written here.
  const wordsOf = (one: UnmatchedEntry): string =>
      `${personOf(one)} ${isDay(one.geburtsdatum) ? dayText(one.geburtsdatum, language) : ''} ${paperTitle(one.form, one.title)}`,
    shown = tray.open.filter((one) => holdsWords(wordsOf(one), q)),
    chosen = useChosen(shown, ({ id }) => id),
    drawn = useDrawn(shown);
  return (
    <section aria-labelledby="z-open" className="p-stack" ref={root}>
      {keys}
      <Title order={2} id="z-open" className="z-h2">
        {t('open.title')} <span className="p-muted p-tabular">{tray.count}</span>
      </Title>
      {tray.open.length > 0 && (
        <div className="z-tools p-noprint">
          <ListSearch label={t('search')} kept={q} onSearch={(text) => search.set('q', text)} />
          <TakeTray rows={shown} left={q === '' ? tray.count - tray.open.length : 0} />
        </div>
      )}
      {shown.length === 0 ? (
        <div className="p-card">
          <Empty>{t(tray.open.length === 0 ? 'open.empty' : 'search.none')}</Empty>
        </div>
      ) : (
        <ul className="z-rows p-card" data-rows aria-busy={drawn.length < shown.length}>
          {drawn.map((one) => (
            <TrayRow
              key={one.id}
              one={one}
              now={now}
              tick={
                <Tick
                  label={t('choose', { name: personOf(one) })}
                  checked={chosen.has(one)}
                  onChange={() => chosen.toggle(one)}
                />
              }
              action={
                <Button
                  data-default
                  onClick={() => onOpen(one.id)}
                  aria-label={t('open.goOne', { name: personOf(one) })}
                >
                  {t('open.go')}
                </Button>
              }
            />
          ))}
        </ul>
      )}
      {tray.count > tray.open.length && (
        <Text size="sm" c="dimmed">
          {t('open.more', { n: tray.count - tray.open.length })}
        </Text>
      )}
      <DiscardChosen chosen={chosen} fresh={fresh} back={back} />
    </section>
  );
}

/** Sets the chosen ones aside with one reason. */
function DiscardChosen({
  chosen,
  fresh,
  back,
}: {
  chosen: Chosen<UnmatchedEntry>;
  fresh: () => Promise<void>;
  back: (id: string) => Promise<void>;
}) {
  const t = useTrayTexts(),
    [isDiscarding, setDiscarding] = useState(false),
    ids = chosen.rows.map(({ id }) => id);
  const end = (): void => setDiscarding(false);
  return (
    <>
      <ChosenBar n={ids.length} onNone={chosen.clear}>
        <Button size="xs" variant="default" onClick={() => setDiscarding(true)}>
          {t('discard.go')}
        </Button>
      </ChosenBar>
      {isDiscarding && (
        <Modal opened onClose={end} title={t('discard.go')}>
          <DiscardForm
            ids={ids}
            onBack={end}
            onDone={(text) => {
              end();
              chosen.clear();
              void fresh();
              sayWithUndo(text, async () => {
                for (const id of ids) await back(id);
              });
            }}
          />
        </Modal>
      )}
    </>
  );
}

/** @param left number of further ones that the list does not hold yet; the file states it */
function TakeTray({ rows, left }: { rows: readonly UnmatchedEntry[]; left: number }) {
  const t = useTrayTexts(),
    language = useLanguage(),
    paperTitle = usePaperTitle(),
    today = useToday();
  return (
    <TakeMenu
      title={t('open.title')}
      fileName={(ending) => `${t('open.title')}_${today}.${ending}`}
      table={() => ({
        spalten: [
          { key: 'name', titel: t('col.name'), typ: 'text' },
          { key: 'born', titel: t('col.born'), typ: 'tag' },
          { key: 'form', titel: t('col.form'), typ: 'text' },
          { key: 'at', titel: t('col.at'), typ: 'text' },
          { key: 'from', titel: t('col.from'), typ: 'text' },
        ],
        zeilen: rows.map((one) => ({
          name: personOf(one),
          born: isDay(one.geburtsdatum) ? one.geburtsdatum : null,
          form: paperTitle(one.form, one.title),
          at: showInstant(one.receivedAt, language),
          from:
            one.origin === 'home'
              ? t('origin.home')
              : one.origin === 'parked'
                ? t('origin.parked')
                : (one.tabletName ?? t('origin.tablet')),
        })),
        ...(left > 0 && { notes: [t('open.more', { n: left })] }),
      })}
    />
  );
}
