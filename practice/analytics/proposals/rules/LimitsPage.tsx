// Limits of the fee schedules that no delivered row answers: each with its source and its certainty,
// and the reason why no rule checks it. Search and filters are kept in the address.

import { NativeSelect, SegmentedControl } from '@mantine/core';
import { IconBook2, IconCheck, IconHelp, IconQuestionMark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import {
  LIMIT_CERTAINTIES,
  LIMIT_SYSTEMS,
} from '../../../../shared/analytics/billing/limits/limit.ts';
import { LIMIT_GAPS } from '../../../../shared/analytics/billing/limits/limit-state.ts';
import type { Limits, OpenLimit } from '../../../../shared/analytics/billing/rules.schema.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { ListSearch } from '../../../ui/lists/ListSearch.tsx';
import { Empty, Loading } from '../../../ui/Page.tsx';
import { StateWord, type Tone } from '../../../ui/StateWord.tsx';
import { useQueryParams } from '../../../ui/use-query-params.ts';
import { BillingFrame } from '../ProposalsFrame.tsx';
import { getLimits, KEY } from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { useDrawn } from '../../../ui/lists/use-drawn.ts';
import { Filters } from '../../../ui/lists/Filters.tsx';

const SYSTEMS = { BEMA: 'BEMA', GOZ: 'GOZ', GOAE: 'GOÄ' } as const;
const MARKS: Readonly<Record<OpenLimit['sicherheit'], { tone: Tone; icon: typeof IconCheck }>> = {
  confirmed: { tone: 'ok', icon: IconCheck },
  likely: { tone: 'info', icon: IconHelp },
  unsure: { tone: 'warn', icon: IconQuestionMark },
};
const fits = (one: OpenLimit, words: readonly string[]): boolean => {
  const text = `${SYSTEMS[one.system]} ${one.nr} ${one.text} ${one.quelle}`.toLocaleLowerCase('de');
  return words.every((word) => text.includes(word));
};

export function LimitsPage() {
  const t = useBillingTexts(),
    book = useQuery({ queryKey: [KEY, 'grenzen'], queryFn: getLimits });
  return (
    <BillingFrame title={t('grenzen.titel')}>
      <p className="ab-lead p-muted">
        {t('grenzen.wie')} <Link to="/abrechnung/regeln">{t('grenzen.zurueck')}</Link>
      </p>
      {book.isPending && <Loading />}
      {book.isError && <ErrorNotice error={book.error} onRetry={() => void book.refetch()} />}
      {book.data && <OpenLimits book={book.data} />}
    </BillingFrame>
  );
}

function OpenLimits({ book: { zahl, offen } }: { book: Limits }) {
  const t = useBillingTexts(),
    { values, set } = useQueryParams(['suche', 'system', 'grund', 'sicherheit']),
    words = (values.suche ?? '').toLocaleLowerCase('de').split(/\s+/).filter(Boolean),
    isKept = (one: OpenLimit, name: 'system' | 'grund' | 'sicherheit'): boolean =>
      values[name] === undefined || values[name] === one[name],
    found = offen.filter(
      (one) =>
        isKept(one, 'system') &&
        isKept(one, 'grund') &&
        isKept(one, 'sicherheit') &&
        fits(one, words),
    ),
    drawn = useDrawn(found),
    numberOf = (name: 'system' | 'grund' | 'sicherheit', value: string): number =>
      offen.filter((one) => one[name] === value).length;
  return (
    <div className="p-stack">
      <p className="ab-lead">
        {t('grenzen.stand', {
          geprueft: zahl.GEPRUEFT,
          anders: zahl.REGEL + zahl.ANDERE,
          beschreibung: zahl.BESCHREIBUNG,
          offen: zahl.OFFEN,
        })}
      </p>
      <Filters className="ab-filter" aria-label={t('filter')}>
        <ListSearch
          label={t('grenzen.suchen')}
          kept={values.suche ?? ''}
          onSearch={(text) => set('suche', text)}
        />
        <SegmentedControl
          aria-label={t('grenzen.ordnung')}
          value={values.system ?? ''}
          data={[
            { value: '', label: t('grenzen.alle') },
            ...LIMIT_SYSTEMS.map((one) => ({
              value: one,
              label: `${SYSTEMS[one]} ${numberOf('system', one)}`,
            })),
          ]}
          onChange={(next) => set('system', next)}
        />
        <NativeSelect
          label={t('grenzen.warum')}
          value={values.grund ?? ''}
          data={[
            { value: '', label: t('grenzen.alle') },
            ...LIMIT_GAPS.filter((one) => numberOf('grund', one) > 0).map((one) => ({
              value: one,
              label: `${t(`grenzen.${one}`)} (${numberOf('grund', one)})`,
            })),
          ]}
          onChange={(event) => set('grund', event.currentTarget.value)}
        />
        <NativeSelect
          label={t('grenzen.sicherheit')}
          value={values.sicherheit ?? ''}
          data={[
            { value: '', label: t('grenzen.alle') },
            ...LIMIT_CERTAINTIES.filter((one) => numberOf('sicherheit', one) > 0).map((one) => ({
              value: one,
              label: `${t(`grenzen.${one}`)} (${numberOf('sicherheit', one)})`,
            })),
          ]}
          onChange={(event) => set('sicherheit', event.currentTarget.value)}
        />
        <span className="p-muted p-small" role="status">
          {t('grenzen.zahl', { n: found.length, alle: offen.length })}
        </span>
      </Filters>
      {found.length === 0 ? (
        <div className="p-card">
          <Empty>{t('leer.filter')}</Empty>
        </div>
      ) : (
        <ul className="p-card ab-limits" aria-busy={drawn.length < found.length}>
          {drawn.map((one) => (
            <LimitRow key={one.id} one={one} words={words} />
          ))}
        </ul>
      )}
    </div>
  );
}

function LimitRow({ one, words }: { one: OpenLimit; words: readonly string[] }) {
  const t = useBillingTexts(),
    { tone, icon } = MARKS[one.sicherheit];
  return (
    <li>
      <strong className="ab-limit-nr">
        {SYSTEMS[one.system]} {one.nr}
      </strong>
      <div className="ab-limit-text">
        <span lang="de">
          <Marked text={one.text} words={words} />
        </span>
        <span className="p-muted p-small">
          {t('grenzen.warum')}: {t(`grenzen.${one.grund}`)}
          {one.halt !== '' && (
            <>
              {' '}
              <span lang="de">{one.halt}</span>
            </>
          )}
        </span>
        <span className="p-muted p-small ab-limit-source">
          <IconBook2 size={14} stroke={1.75} aria-hidden /> {t('grenzen.quelle')}:{' '}
          <span lang="de">
            <Source text={one.quelle} />
          </span>
        </span>
      </div>
      <span className="ab-limit-sure">
        <StateWord tone={tone} icon={icon}>
          {t(`grenzen.${one.sicherheit}`)}
        </StateWord>
      </span>
    </li>
  );
}

/** The text with the searched words marked. */
function Marked({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  if (words.length === 0) return text;
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text
    .split(new RegExp(`(${pattern})`, 'i'))
    .map((part, at) =>
      at % 2 === 1 ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>,
    );
}

/** A source; the addresses in it lead to the page. */
function Source({ text }: { text: string }): ReactNode {
  return text.split(/(https:\/\/[^\s();,]+)/).map((part, at) =>
    at % 2 === 1 ? (
      <a key={at} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
