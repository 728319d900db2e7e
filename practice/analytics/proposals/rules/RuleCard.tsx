// One rule of the book: its switch, its value in this practice, and all details when expanded.

import { Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { dayText } from '../../../../shared/base/dates.ts';
import type { RuleRow } from '../../../../shared/analytics/billing/rules.schema.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { showInstant } from '../../../ui/wording/moments.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { say as sayShort, sayError } from '../../../ui/toast.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useWorth } from '../../../ui/wording/worth.ts';
import { KEY, putRuleSwitch, type Labels } from '../proposals-calls.ts';
import { useBillingTexts, type BillingKey, type BillingTexts } from '../proposals-texts.ts';
import { LabelPicks } from '../LabelDialogs.tsx';
import { RuleTrial } from './trial/RuleTrial.tsx';
import { ruleLines } from './rule-words.ts';
import { quantityWords } from './quantity-words.ts';
import { count, percent, position, say } from '../words.ts';

/** Describes the position that a rule proposes, with its quantity. */
function offeredWords(rule: RuleRow['regel'], t: BillingTexts): string {
  if (rule.position === null) return '';
  const { system, nr } = rule.position,
    isOne = rule.art === 'PRUEFUNG' || rule.menge === '1',
    words = position(system, nr) + (isOne ? '' : ` × ${quantityWords(rule.menge, t)}`);
  if (rule.anZaehnen === undefined) return words;
  const zaehne = rule.anZaehnen.zaehne.replaceAll('-', '–').replaceAll(',', ', '),
    was = position(system, rule.anZaehnen.nr);
  return `${words}, ${t('regel.anZaehnen', { zaehne, was })}`;
}

/** Rendered again only where its own rule changes: the book has hundreds of them. */
export const RuleCard = memo(function RuleCard({
  one,
  mayWrite,
  labels,
}: {
  one: RuleRow;
  mayWrite: boolean;
  labels: Labels | undefined;
}) {
  const { regel } = one,
    t = useBillingTexts(),
    language = useLanguage(),
    queries = useQueryClient(),
    { isBusy, run } = useSubmit(),
    title = say(regel.titel, language);
  const turn = (isOn: boolean): void =>
    void run(
      async () => {
        // No custom setting is needed where it equals the start set.
        await putRuleSwitch(regel.id, isOn === one.istStart ? null : isOn);
        await queries.invalidateQueries({ queryKey: [KEY] });
        sayShort(t(isOn ? 'regel.an' : 'regel.aus', { titel: title }));
      },
      (error) => {
        sayError(error);
        void queries.invalidateQueries({ queryKey: [KEY, 'regeln'] });
      },
    );
  return (
    <article className="p-card ab-rulecard" data-on={one.istAn} aria-label={title}>
      <div className="ab-rulehead">
        <Switch
          size="md"
          checked={one.istAn}
          disabled={!mayWrite || isBusy}
          aria-label={t('regel.schalter', { titel: title })}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
        <div className="ab-rulename">
          <strong>
            {one.istEigen ? '' : `${regel.id} `}
            {title}
          </strong>
          <span className="p-muted p-small">
            {[
              t(`art.${regel.art}`),
              t(`gruppe.${regel.gruppe}` as BillingKey),
              offeredWords(regel, t),
              one.istEigen ? t('eigen') : '',
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
        </div>
        <Results one={one} />
      </div>
      {one.istAnzubieten && one.istAn && (
        <p className="ab-often">
          <StateWord tone="warn" icon={IconAlertTriangle}>
            {t('regel.oftAbgelehnt')}
          </StateWord>
        </p>
      )}
      <Details one={one} labels={labels} title={title} />
      {mayWrite && !one.istEigen && <RuleTrial ruleId={regel.id} />}
    </article>
  );
});

/** Outcome of the rule's proposals in this practice. */
function Results({ one }: { one: RuleRow }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth(),
    { regel } = one;
  return (
    <dl className="ab-rulefacts p-tabular">
      {regel.art !== 'PRUEFUNG' && (
        <div>
          <dt>{t('regel.sicherheit')}</dt>
          <dd>
            {percent(one.gelernt, language)}
            {Math.round(one.gelernt * 100) !== Math.round(regel.konfidenz * 100) && (
              <span className="p-muted">
                {' '}
                {t('regel.start', { n: percent(regel.konfidenz, language) })}
              </span>
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>{t('regel.hier')}</dt>
        <dd>
          {t('regel.entschieden', {
            a: count(one.angenommen, language),
            b: count(one.abgelehnt, language),
          })}
        </dd>
      </div>
      {one.offen.anzahl > 0 && (
        <div>
          <dt>{t('kennzahl.offen')}</dt>
          <dd>
            {count(one.offen.anzahl, language)}
            {regel.art === 'PRUEFUNG' ? '' : ` · ${worth.sum(one.offen)}`}
          </dd>
        </div>
      )}
      {one.umgesetzt.anzahl > 0 && (
        <div>
          <dt>{t('kennzahl.umgesetzt')}</dt>
          <dd>{worth.sum(one.umgesetzt)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Reason, conditions, source and labels, rendered closed. */
function Details({
  one,
  labels,
  title,
}: {
  one: RuleRow;
  labels: Labels | undefined;
  title: string;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    { regel } = one,
    [isOpen, setOpen] = useState(false),
    byGroup =
      labels?.items.filter(({ id }) => labels.labelConfig[regel.gruppe]?.includes(id)) ?? [],
    against = say(regel.dagegen, language);
  return (
    <details className="ab-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('regel.mehr')}</summary>
      <p>{say(regel.grund, language)}</p>
      <ul className="ab-lines">
        {ruleLines(regel, t, (day) => dayText(day, language)).map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      <dl className="ab-why">
        <dt>{t('noetig')}</dt>
        <dd>{say(regel.noetig, language)}</dd>
        {against !== '' && (
          <>
            <dt>{t('dagegen')}</dt>
            <dd>{against}</dd>
          </>
        )}
        <dt>{t('quelle')}</dt>
        <dd lang="de">
          {regel.quelle} <span className="p-muted">({t(`mark.${regel.mark}` as BillingKey)})</span>
        </dd>
        {isOpen && labels !== undefined && labels.items.length > 0 && (
          <>
            <dt>{t('label.regel')}</dt>
            <dd>
              <p className="p-muted ab-picks-lead">
                {t('label.regelErklaert')}
                {byGroup.length > 0 &&
                  ` ${t('label.durchGruppe', { labels: byGroup.map(({ name }) => name).join(', ') })}`}
              </p>
              <LabelPicks of={regel.id} name={`${t('label.regel')}: ${title}`} labels={labels} />
            </dd>
          </>
        )}
        {one.gesagt !== null && (
          <>
            <dt>{t('regel.gestellt')}</dt>
            <dd>
              {[one.gesagt.von, showInstant(one.gesagt.am, language)]
                .filter((part) => part !== '')
                .join(', ')}
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
