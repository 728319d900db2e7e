// Facts of one practice: people, tablets, jobs, errors, and how its light changed.

import type { FleetItem } from '../../../shared/vendor/fleet.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { windowWords } from '../../ui/wording/weekdays.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useHealthHistory } from './fleet-calls.ts';
import { useFleetTexts } from './fleet-texts.ts';

function History({ cid }: { cid: string }) {
  const t = useFleetTexts(),
    language = useLanguage(),
    history = useHealthHistory(cid);
  return (
    <section>
      {history.data && (
        <dl className="fl-facts">
          {(['agb', 'avv'] as const).map((name) => {
            const one = history.data.terms[name];
            return (
              <div key={name}>
                <dt>{t(`terms.${name}`)}</dt>
                <dd>
                  {one === null
                    ? t('terms.none')
                    : t('terms.by', {
                        version: one.version,
                        name: one.name,
                        at: showInstant(one.at, language),
                      })}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      <h3>{t('history')}</h3>
      {history.isPending && <Loading />}
      {history.isError && (
        <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />
      )}
      <ul className="fl-list">
        {history.data?.items.map(({ at, reasons }) => (
          <li key={at}>
            <span className="p-muted">{showInstant(at, language)}</span>
            <span>
              {reasons.length === 0
                ? t('history.ok')
                : reasons.map((reason) => t(`reason.${reason}`)).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function FleetFacts({ one: { cid, facts, updateWindow } }: { one: FleetItem }) {
  const t = useFleetTexts(),
    language = useLanguage(),
    at = (ms: number | null): string => (ms === null ? t('never') : showInstant(ms, language)),
    { tablets, jobs, parked } = facts;
  const rows: [label: string, value: string][] = [
    [t('sign'), at(facts.signAt)],
    [t('people'), String(facts.people)],
    [t('tablets'), t('tablets.value', { count: tablets.count, connected: tablets.connected })],
    [t('versions'), facts.versions.map((one) => t('versions.value', { ...one })).join(', ') || '–'],
    [
      t('unsent'),
      tablets.unsent === 0
        ? '0'
        : t('unsent.value', { count: tablets.unsent, at: at(tablets.unsentSince) }),
    ],
    [t('jobs'), jobs.due === 0 ? '0' : t('jobs.value', { count: jobs.due, at: at(jobs.since) })],
    [
      t('parked'),
      parked.count === 0 ? '0' : t('unsent.value', { count: parked.count, at: at(parked.since) }),
    ],
    [t('mails'), String(facts.mailsFailed)],
    [t('delivery'), at(facts.deliveryAt)],
    [t('window'), windowWords(updateWindow, language)],
  ];
  return (
    <div className="fl-body">
      <dl className="fl-facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section>
        <h3>{t('errors')}</h3>
        {facts.errors.length === 0 && <p className="p-muted p-small">{t('errors.none')}</p>}
        <ul className="fl-list">
          {facts.errors.map((error) => (
            <li key={`${error.kind} ${error.code}`}>
              <code>
                {error.kind} · {error.code}
              </code>
              <span>{t('errors.count', { count: error.count })}</span>
              <span className="p-muted">{showInstant(error.at, language)}</span>
            </li>
          ))}
        </ul>
      </section>
      <History cid={cid} />
    </div>
  );
}
