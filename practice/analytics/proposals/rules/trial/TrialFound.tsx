// Result of a trial: how often the rule would have fired, what became of its hits, and examples.

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  TRIAL_OUTCOMES,
  type OwnRule,
  type RuleTrialResult,
} from '../../../../../shared/analytics/billing/own-rules.schema.ts';
import { dayText } from '../../../../../shared/base/dates.ts';
import { useLanguage } from '../../../../ui/texts.ts';
import { useWorth } from '../../../../ui/wording/worth.ts';
import { useBillingTexts, type BillingTexts } from '../../proposals-texts.ts';
import { count, percent, personName } from '../../words.ts';

type Sums = Omit<NonNullable<OwnRule['rueckrechnung']>, 'am'>;

/**
 * @param sums result of the trial, also one of an earlier visit
 * @param found the whole result, where the trial was made just now
 */
export function TrialFound({ sums, found }: { sums: Sums; found: RuleTrialResult | null }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth();
  return (
    <>
      <div role="status">
        <dl className="ab-figures">
          <Figure name={t('rueck.treffer')}>{count(sums.treffer, language)}</Figure>
          <Figure name={t('spalte.wert')}>{worth.sum({ ...sums, anzahl: sums.treffer })}</Figure>
          {found !== null && (
            <Figure name={t('rueck.quote')} more={baseOf(found, t, language)}>
              {found.quote.wert === null ? '–' : shareOf(found, t, language)}
            </Figure>
          )}
          <Figure name={t('filter.zeit')}>
            {dayText(sums.von, language)} – {dayText(sums.bis, language)}
          </Figure>
        </dl>
        {sums.treffer === 0 && <p className="p-muted">{t('rueck.nichts')}</p>}
      </div>
      {found !== null && <Outcome found={found} />}
      {found !== null && found.beispiele.length > 0 && <Samples samples={found.beispiele} />}
    </>
  );
}

function Figure({ name, more, children }: { name: string; more?: string; children: ReactNode }) {
  return (
    <div className="ab-figure">
      <dt>{name}</dt>
      <dd className="p-tabular">
        <strong>{children}</strong>
        {more !== undefined && <span className="p-small p-muted">{more}</span>}
      </dd>
    </div>
  );
}

/** Returns the share; of a rule with a position it is a lower bound, since open hits are unproven. */
function shareOf({ quote, selbst }: RuleTrialResult, t: BillingTexts, language: string): string {
  const text = percent(quote.wert ?? 0, language);
  return selbst === null || quote.wert === 1 ? text : t('rueck.mindestens', { n: text });
}

/** Returns what the share counts, or why there is none. */
function baseOf(found: RuleTrialResult, t: BillingTexts, language: string): string {
  const { zaehler, nenner } = found.quote;
  return nenner > 0
    ? t('rueck.basis', { a: count(zaehler, language), b: count(nenner, language) })
    : t(found.treffer > 0 ? 'rueck.ohneEntscheid' : 'rueck.ohneTag');
}

/** What became of the hits, in words. */
function Outcome({ found }: { found: RuleTrialResult }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    { selbst, ausgang } = found,
    parts = TRIAL_OUTCOMES.filter((one) => ausgang[one] > 0);
  return (
    <>
      {parts.length > 0 && (
        <p>
          {parts.map((one) => `${t(`rueck.${one}`)}: ${count(ausgang[one], language)}`).join(' · ')}
        </p>
      )}
      <p className="p-muted p-small">
        {selbst === null
          ? t('rueck.quoteEntschieden')
          : t('rueck.quoteErklaert', { n: count(selbst, language) })}
      </p>
    </>
  );
}

/** Days on which the rule would have fired. */
function Samples({ samples }: { samples: RuleTrialResult['beispiele'] }) {
  const t = useBillingTexts(),
    language = useLanguage(),
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
            {one.ausgang !== 'offen' && (
              <span className="p-muted"> · {t(`rueck.${one.ausgang}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
