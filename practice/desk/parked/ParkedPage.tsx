// Parked submissions of tablets: person, content, reason, and possible actions.

import './parked.css';
import { Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dayText } from '../../../shared/base/dates.ts';
import type { ParkedItem } from '../../../shared/exchange/sync.schema.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useListKeys } from '../../ui/lists/use-list-keys.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import type { Search } from './AssignAnswers.tsx';
import { OpenDialog } from './OpenDialog.tsx';
import { applyParked, getParked, PARKED_KEY, settleParked } from './parked-calls.ts';
import { kindKey, useParkedTexts, whyKey } from './parked-texts.ts';

const POLL_MS = 20_000;
/** Keys of other lists. */
const ABSENT = ['whole', 'called', 'choose', 'span', 'label', 'export', 'filter', 'undo'] as const;

/** @param PatientSearch search component of another area */
export function ParkedPage({ PatientSearch }: { PatientSearch: Search }) {
  const t = useParkedTexts(),
    queries = useQueryClient(),
    [chosen, setChosen] = useState<ParkedItem | null>(null),
    root = useRef<HTMLDivElement>(null),
    keys = useListKeys(root, { without: ABSENT });
  const parked = useQuery({ queryKey: PARKED_KEY, queryFn: getParked, refetchInterval: POLL_MS });
  const act = async (work: () => Promise<void>, said: string): Promise<void> => {
    await work().then(() => say(said), sayError);
    await queries.invalidateQueries({ queryKey: PARKED_KEY });
  };
  return (
    <Page title={t('title')}>
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
          <ul className="zl-rows p-card" data-rows>
            {parked.data.map((item) => (
              <Row
                key={item.id}
                item={item}
                onOpen={() => setChosen(item)}
                onApply={() => void act(() => applyParked(item.id), t('apply.done'))}
                onDone={() => void act(() => settleParked(item.id), t('done.said'))}
              />
            ))}
          </ul>
        )}
      </div>
      <OpenDialog
        item={chosen}
        onClose={() => setChosen(null)}
        PatientSearch={PatientSearch}
        onAssigned={(said) => {
          setChosen(null);
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

function Row({
  item,
  onOpen,
  onApply,
  onDone,
}: {
  item: ParkedItem;
  onOpen: () => void;
  onApply: () => void;
  onDone: () => void;
}) {
  const t = useParkedTexts(),
    language = useLanguage(),
    name = item.patient?.name ?? t('unknownPerson'),
    what = t(kindKey(item.kind));
  return (
    <li className="zl-row" data-row tabIndex={-1}>
      <div className="zl-who">
        <Text>
          <strong>{name}</strong>
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
        <Text size="sm">{t(whyKey(item.code), { code: item.code })}</Text>
        <Text size="sm" c="dimmed" className="p-tabular">
          {t('from', {
            tablet: item.tabletName === '' ? t('tablet.unknown') : item.tabletName,
            at: showInstant(item.receivedAt, language),
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
