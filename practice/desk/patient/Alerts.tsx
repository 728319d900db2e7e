// Alerts of a patient: critical answers with their day, and what changed since the last visit;
// reception sees their number only.

import {
  IconAlertOctagonFilled,
  IconCircleDashed,
  IconHelpHexagon,
  IconStethoscope,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PatientAlerts } from '../../../shared/forms/answers/answers.schema.ts';
import { CRITICAL_WORDS } from '../../../shared/forms/answers/critical.ts';
import { callR4c } from '../../api.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { usePatientTexts } from './patient-texts.ts';

const SIGN = { added: '+', removed: '−', changed: '~', unconfirmed: '?' } as const;
/** Changes shown before the rest is counted. */
const FEW = 4;

type Entries = PatientAlerts['groups'][number]['entries'];

/** The answers of a tile, each with the day since which it waits; the newest day otherwise. */
function Answers({ entries }: { entries: Entries }) {
  const t = usePatientTexts(),
    language = useLanguage();
  const shown = entries.filter(
    (one, at) => entries.findIndex((other) => other.answer === one.answer) === at,
  );
  const waitsSince = (day: string): string =>
    t('alerts.unconfirmed', { date: showDay(day, language) });
  const confirmed = entries.find((one) => one.unconfirmed === undefined);
  return (
    <>
      {shown.map(({ answer, unconfirmed, waits = [] }, index) => (
        <span key={answer}>
          {index > 0 && ', '}
          {answer}
          {unconfirmed !== undefined && (
            <span className="p-muted p-tabular"> {waitsSince(unconfirmed)}</span>
          )}
          {waits.map((one) => (
            <span key={`${one.text} ${one.since}`} className="p-muted p-tabular">
              {' '}
              ({one.text}: {waitsSince(one.since)})
            </span>
          ))}
        </span>
      ))}
      {confirmed?.at != null && (
        <span className="p-muted p-tabular"> {showDay(confirmed.at, language)}</span>
      )}
    </>
  );
}

export function Alerts({ patid }: { patid: string }) {
  const t = usePatientTexts(),
    language = useLanguage(),
    { user } = useSession(),
    alerts = useQuery({
      queryKey: ['anamnese', 'alerts', patid],
      queryFn: () => callR4c<PatientAlerts>(`/anamnese/alerts?${new URLSearchParams({ patid })}`),
    });
  // Silence would read as "no alerts".
  if (alerts.isError)
    return <ErrorNotice error={alerts.error} onRetry={() => void alerts.refetch()} />;
  if (!alerts.data) return null;
  const { count, answeredAt, groups, unread, changes } = alerts.data;
  if (user?.role === 'reception')
    return count === 0 ? null : (
      <p className="pt-alert" data-tone="plain">
        <IconStethoscope size={18} stroke={1.75} aria-hidden />
        {t('alerts.desk', { count })}
      </p>
    );
  return (
    <section className="pt-alerts" aria-label={t('alerts')}>
      {answeredAt === null && (
        <p className="pt-alert" data-tone="plain">
          <IconCircleDashed size={18} stroke={1.75} aria-hidden />
          {t('alerts.never')}
        </p>
      )}
      {groups.length > 0 && (
        <ul className="pt-marks">
          {groups.map(({ kind, state, entries }) => (
            <li key={`${kind} ${state}`} className="pt-alert" data-tone={state}>
              {state === 'ja' ? (
                <IconAlertOctagonFilled size={18} aria-hidden />
              ) : (
                <IconHelpHexagon size={18} stroke={1.75} aria-hidden />
              )}
              <span>
                <strong>{CRITICAL_WORDS[kind][language === 'de' ? 'de' : 'en']}</strong>
                {state === 'weiss_nicht' && ` ${t('alerts.unknown')}`} <Answers entries={entries} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {answeredAt !== null && groups.length === 0 && unread.length === 0 && (
        <p className="p-muted p-small">
          {t('alerts.none', { day: showDay(answeredAt, language) })}
        </p>
      )}
      {unread.length > 0 && (
        <p className="pt-alert" data-tone="weiss_nicht">
          <IconCircleDashed size={18} stroke={1.75} aria-hidden />
          {t('alerts.unread', { titles: unread.join(', ') })}
        </p>
      )}
      {changes.length > 0 && (
        <p className="p-small pt-since">
          <strong>{t('since')}</strong>{' '}
          {changes.slice(0, FEW).map(({ what, text, before, after }) => (
            <span key={`${what} ${text} ${after ?? ''}`}>
              {SIGN[what]} {text}: {after ?? before ?? t('since.open')}
            </span>
          ))}
          {changes.length > FEW && <span>{t('since.more', { n: changes.length - FEW })}</span>}
        </p>
      )}
    </section>
  );
}
