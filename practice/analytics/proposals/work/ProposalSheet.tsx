// The right side: why this is proposed, what argues against it, what the record must contain, its
// source, and the day with its history.

import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BillingLabel } from '../../../../shared/analytics/billing/labels.schema.ts';
import type { Proposal } from '../../../../shared/analytics/billing/proposals.schema.ts';
import { dayText } from '../../../../shared/base/dates.ts';
import { numberInPath } from '../../../../shared/desk/patient-number.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { PhoneLink } from '../../../ui/lists/PhoneLink.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useToday } from '../../../ui/wording/now.ts';
import { useWorth } from '../../../ui/wording/worth.ts';
import { getDay, KEY } from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { DaySheet } from './DaySheet.tsx';
import {
  against,
  dayName,
  evidence,
  isOwnRule,
  lateWords,
  offer,
  percent,
  periodName,
  personName,
  say,
  STATE_LOOK,
  surenessOf,
} from '../words.ts';

/** Returns the query of the proposal's day. */
export const dayQuery = ({ patid, tag }: Pick<Proposal, 'patid' | 'tag'>) => ({
  queryKey: [KEY, 'tag', patid, tag],
  queryFn: () => getDay(patid, tag),
  staleTime: 60_000,
});

interface Props {
  one: Proposal;
  labels: readonly BillingLabel[];
  /** Buttons at the bottom, or a form in their place. */
  acts: ReactNode;
  onBack: () => void;
  onLabels: () => void;
}
export function ProposalSheet({ one, labels, acts, onBack, onLabels }: Props) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth(),
    late = lateWords(one, t, useToday()),
    day = useQuery(dayQuery(one));
  return (
    <section className="ab-sheet p-card" aria-label={t('blatt')}>
      <div className="ab-sheet-body">
        <Button
          variant="subtle"
          size="compact-sm"
          className="ab-back"
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
          onClick={onBack}
        >
          {t('zurListe')}
        </Button>
        <p className="ab-person">
          <Link className="ab-inline" data-whole to={`/patient/${numberInPath(one.patid)}`}>
            <strong>{personName(one, t)}</strong>
          </Link>
          {one.geburtsdatum !== null && (
            <span className="p-muted p-tabular"> *{dayText(one.geburtsdatum, language)}</span>
          )}{' '}
          <PhoneLink number={one.telefon} />{' '}
          <span className="p-muted">
            · {dayName(one.tag, language)}
            {one.behandlerName === '' ? '' : ` · ${one.behandlerName}`}
          </span>{' '}
          <Link className="ab-inline" to={`/dokumente?patid=${encodeURIComponent(one.patid)}`}>
            {t('papiere')}
          </Link>{' '}
          <Link
            className="ab-inline p-noprint"
            to={`/abrechnung/protokoll?patid=${encodeURIComponent(one.patid)}`}
          >
            {t('protokoll.blatt')}
          </Link>
        </p>
        <h2 className="ab-h">
          {isOwnRule(one.regel) ? '' : `${one.regel} `}
          {say(one.titel, language)}
        </h2>
        <p className="ab-offer p-tabular">
          {offer(one, t, language, worth)}
          {one.bezeichnung !== '' && <span className="p-muted"> {one.bezeichnung}</span>}
        </p>
        <Facts one={one} labels={labels} onLabels={onLabels} />
        {late !== '' && <p className="p-muted">{late}</p>}
        <Why one={one} />
        <DaySheet
          one={one}
          day={day.data}
          isPending={day.isPending}
          error={day.error}
          retry={() => void day.refetch()}
        />
      </div>
      <Group gap={8} className="ab-acts p-noprint">
        {acts}
      </Group>
    </section>
  );
}

/** How sure it is, its state, when it expires, and its labels. */
function Facts({ one, labels, onLabels }: Pick<Props, 'one' | 'labels' | 'onLabels'>) {
  const t = useBillingTexts(),
    language = useLanguage(),
    own = labels.filter(({ id }) => one.labels.includes(id)),
    sure = surenessOf(one.konfidenz),
    look = STATE_LOOK[one.state];
  return (
    <p className="ab-facts">
      {one.art === 'PRUEFUNG' ? (
        <StateWord tone="warn" icon={IconAlertTriangle}>
          {t('pruefung')}
        </StateWord>
      ) : (
        <span className="ab-sure" data-sure={sure}>
          {t(`sicher.${sure}`)}{' '}
          <span className="p-muted p-tabular">{percent(one.konfidenz, language)}</span>
        </span>
      )}
      {one.state !== 'NEU' && (
        <StateWord tone={look.tone} icon={look.icon}>
          {t(`state.${one.state}`)}
        </StateWord>
      )}
      {one.verfaelltMit !== null && (
        <span className="p-muted">
          {t('verfaelltMit', {
            bereich: t(`bereich.${one.verfaelltMit.bereich}`),
            zeitraum: periodName(one.verfaelltMit.zeitraum),
          })}
        </span>
      )}
      {own.map(({ id, name, color }) => (
        <span key={id} className="p-label" data-color={color}>
          {name}
        </span>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconTag size={14} stroke={1.75} aria-hidden />}
        onClick={onLabels}
      >
        {t('label')}
      </Button>
    </p>
  );
}

/** Why it is proposed, what argues against it, what the record must contain, and the source. */
function Why({ one }: { one: Proposal }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    why = evidence(one, t, language),
    contra = against(one, t, language);
  return (
    <dl className="ab-why">
      <dt>{t('warum')}</dt>
      <dd>
        {say(one.grund, language)}
        {why.length > 0 && (
          <ul>
            {why.map((text) => (
              <li key={text} className="p-tabular">
                {text}
              </li>
            ))}
          </ul>
        )}
      </dd>
      {contra.length > 0 && (
        <>
          <dt>{t('dagegen')}</dt>
          <dd>
            {contra.length === 1 ? (
              contra[0]
            ) : (
              <ul>
                {contra.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
          </dd>
        </>
      )}
      <dt>{t('noetig')}</dt>
      <dd>{say(one.noetig, language)}</dd>
      <dt>{t('quelle')}</dt>
      <dd lang="de">{one.quelle}</dd>
    </dl>
  );
}
