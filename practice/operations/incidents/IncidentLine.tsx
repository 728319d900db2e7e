// Lines about troubles of the server, open incidents and coming maintenance, with the latest word of
// the operator.

import { current } from '../../../shared/operations/incidents.ts';
import type { Incidents } from '../../../shared/operations/incidents.schema.ts';
import { TROUBLES } from '../../../shared/operations/troubles.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useNow } from '../../ui/wording/now.ts';
import { useIncidentTexts } from './incident-texts.ts';

const MINUTE_MS = 60_000;

export function IncidentLine({ incidents: all }: { incidents: Incidents }) {
  const t = useIncidentTexts(),
    language = useLanguage() === 'en' ? 'en' : 'de',
    { incidents, maintenance } = current(all, useNow(MINUTE_MS)),
    moment = (at: string): string => showInstant(Date.parse(at), language);
  return (
    <>
      {all.troubles.map((one) => (
        <Notice key={one} tone={TROUBLES[one] === 'late' ? 'warn' : 'bad'} role="status">
          <strong>{t(`trouble.${one}`)}</strong> {t(`trouble.${one}.do`)}
        </Notice>
      ))}
      {incidents.map(({ id, title, impact, state, updates: [latest] }) => (
        <Notice key={id} tone={impact === 'minor' ? 'warn' : 'bad'} role="status">
          <strong>{title[language]}</strong> · {t(`state.${state}`)}
          {latest && (
            <>
              {' · '}
              {latest[language]} ({moment(latest.at)})
            </>
          )}
        </Notice>
      ))}
      {maintenance.map(({ id, title, from, until }) => (
        <Notice key={id} tone="info" role="status">
          {t('maintenance', { title: title[language], from: moment(from), until: moment(until) })}
        </Notice>
      ))}
    </>
  );
}
