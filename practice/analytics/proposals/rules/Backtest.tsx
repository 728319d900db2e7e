// Back-test of a custom rule on the practice's own history: how often it would have fired, its
// value and the days; required before the rule goes live.

import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type {
  OwnRule,
  BacktestResult,
} from '../../../../shared/analytics/billing/own-rules.schema.ts';
import { isDay, dayText } from '../../../../shared/base/dates.ts';
import { addDays, quarterStart } from '../../../../shared/base/day-math.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useToday } from '../../../ui/wording/now.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useWorth } from '../../../ui/wording/worth.ts';
import { backtest } from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { count, personName } from '../words.ts';
import { DayField } from '../../../ui/DayField.tsx';

const YEAR_DAYS = 365;

type Tried = NonNullable<OwnRule['rueckrechnung']>;
interface Props {
  saved: OwnRule | undefined;
  isChanged: boolean;
  isBusy: boolean;
  onTried: (result: BacktestResult) => void;
  onLive: () => void;
  onWithdraw: () => void;
  language: string;
}
export function Backtest({
  saved,
  isChanged,
  isBusy,
  onTried,
  onLive,
  onWithdraw,
  language,
}: Props) {
  const t = useBillingTexts(),
    today = useToday(),
    { isBusy: isRunning, failed, run } = useSubmit(),
    [from, setFrom] = useState(() => addDays(today, -YEAR_DAYS)),
    [to, setTo] = useState(today),
    [found, setFound] = useState<BacktestResult | null>(null),
    [asked, setAsked] = useState<'speichern' | 'rechnen' | 'zeit' | null>(null);
  // Typing changes the rule, so the last result is for a different rule.
  const tried = saved !== undefined && !isChanged ? (saved.rueckrechnung ?? null) : null,
    samples = found !== null && tried !== null && found.am === tried.am ? found.beispiele : [];
  const isPeriod = isDay(from) && isDay(to) && from <= to;
  const ask = (): void => {
    if (saved === undefined || isChanged) {
      setAsked('speichern');
      return;
    }
    if (!isPeriod) {
      setAsked('zeit');
      return;
    }
    setAsked(null);
    void run(async () => {
      const answer = await backtest(saved.regelId, saved.rev, from, to);
      setFound(answer);
      onTried(answer);
    });
  };
  const live = (): void => {
    if (saved === undefined || isChanged) setAsked('speichern');
    else if (tried === null) setAsked('rechnen');
    else {
      setAsked(null);
      onLive();
    }
  };
  return (
    <section className="p-card p-stack ab-backtest" aria-labelledby="ab-backtest">
      <h2 id="ab-backtest" className="ab-h2">
        {t('rueck.titel')}
      </h2>
      <p className="p-muted">{t('rueck.wie')}</p>
      <Group gap={8} align="end">
        <DayField label={t('filter.von')} value={from} onChange={setFrom} />
        <DayField label={t('filter.bis')} value={to} onChange={setTo} />
        <LastQuarter today={today} onChoose={(a, b) => [setFrom(a), setTo(b)]} />
        <Button variant="default" loading={isRunning} onClick={ask}>
          {t('rueck.tun')}
        </Button>
      </Group>
      {asked !== null && (
        <p role="alert" className="ab-asked">
          {t(`rueck.erst.${asked}`)}
        </p>
      )}
      {failed !== null && <ErrorNotice error={failed} onRetry={ask} />}
      <div role="status">
        {tried !== null && <Found tried={tried} language={language} />}
        {tried !== null && tried.treffer === 0 && <p className="p-muted">{t('rueck.nichts')}</p>}
      </div>
      {samples.length > 0 && <Samples samples={samples} language={language} />}
      <Group gap={8}>
        {saved?.state !== 'LIVE' && (
          <Button loading={isBusy} onClick={live}>
            {t('rueck.live')}
          </Button>
        )}
        {saved?.state === 'LIVE' && (
          <Button variant="default" loading={isBusy} onClick={onWithdraw}>
            {t('rueck.zurueckziehen')}
          </Button>
        )}
      </Group>
    </section>
  );
}

/** Chooses the quarter before the present one. */
function LastQuarter({
  today,
  onChoose,
}: {
  today: string;
  onChoose: (first: string, last: string) => unknown;
}) {
  const t = useBillingTexts();
  return (
    <Button
      variant="default"
      onClick={() => onChoose(quarterStart(today, -1), addDays(quarterStart(today), -1))}
    >
      {t('rueck.quartal')}
    </Button>
  );
}

/** How often the rule would have fired, and its worth. */
function Found({ tried, language }: { tried: Tried; language: string }) {
  const t = useBillingTexts(),
    worth = useWorth();
  return (
    <dl className="ab-figures">
      <div className="ab-figure">
        <dt>{t('rueck.treffer')}</dt>
        <dd className="p-tabular">
          <strong>{count(tried.treffer, language)}</strong>
        </dd>
      </div>
      <div className="ab-figure">
        <dt>{t('spalte.wert')}</dt>
        <dd className="p-tabular">
          <strong>{worth.sum({ ...tried, anzahl: tried.treffer })}</strong>
        </dd>
      </div>
      <div className="ab-figure">
        <dt>{t('filter.zeit')}</dt>
        <dd className="p-tabular">
          {dayText(tried.von, language)} – {dayText(tried.bis, language)}
        </dd>
      </div>
    </dl>
  );
}

/** Days on which the rule would have fired. */
function Samples({
  samples,
  language,
}: {
  samples: BacktestResult['beispiele'];
  language: string;
}) {
  const t = useBillingTexts(),
    worth = useWorth();
  return (
    <>
      <h3 className="ab-h3">{t('rueck.beispiele', { n: samples.length })}</h3>
      <ul className="ab-many">
        {samples.map((one) => (
          <li key={`${one.patid} ${one.tag} ${one.zahn}`}>
            <span className="p-tabular">{dayText(one.tag, language)}</span> ·{' '}
            <Link className="ab-inline" to={`/dokumente?patid=${encodeURIComponent(one.patid)}`}>
              {personName(one, t)}
            </Link>
            {one.zahn === '' ? '' : ` · ${t('zahn', { zahn: one.zahn })}`} ·{' '}
            <span className="p-tabular">{worth.of(one)}</span>
            {one.schonAbgerechnet && <span className="p-muted"> · {t('rueck.schon')}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
