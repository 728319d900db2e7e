// The register of data breaches with the clock of 72 hours, and the form of a breach.

import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { HOUR_MS } from '../../../shared/base/day-math.ts';
import { breachDue, breachState, type BreachState } from '../../../shared/vendor/compliance.ts';
import type { Breach } from '../../../shared/vendor/compliance.schema.ts';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useNow } from '../../ui/wording/now.ts';
import { BreachForm } from './BreachForm.tsx';
import { useComplianceTexts } from './compliance-texts.ts';

const MINUTE_MS = 60_000;
const TONES: Readonly<Record<BreachState, Tone>> = { running: 'warn', late: 'bad', settled: 'ok' };
const ICONS = { running: IconClock, late: IconAlertTriangle, settled: IconCircleCheck } as const;

export function BreachCard({
  breaches,
  isOwner,
}: {
  breaches: readonly Breach[];
  isOwner: boolean;
}) {
  const t = useComplianceTexts(),
    language = useLanguage(),
    now = useNow(MINUTE_MS),
    [editing, setEditing] = useState<{ id: string; first?: Breach } | null>(null);
  return (
    <section className="p-card p-stack" aria-labelledby="co-breach">
      <h2 id="co-breach">{t('breaches')}</h2>
      <Text size="sm">{t('breachLead')}</Text>
      {breaches.length === 0 && <Text size="sm">{t('noBreach')}</Text>}
      <ul className="co-points">
        {breaches.map((breach) => {
          const state = breachState(breach, now),
            due = breachDue(breach.awareAt);
          return (
            <li key={breach.id} className="co-point">
              <StateWord tone={TONES[state]} icon={ICONS[state]}>
                {t(`breach.${state}`)}
              </StateWord>
              <div className="co-words">
                <strong>{t('aware', { at: showInstant(breach.awareAt, language) })}</strong>
                {state === 'running' && (
                  <p>
                    {t('left', {
                      count: Math.max(0, Math.floor((due - now) / HOUR_MS)),
                      at: showInstant(due, language),
                    })}
                  </p>
                )}
                {state === 'late' && <p>{t('tooLate', { at: showInstant(due, language) })}</p>}
                <p className="co-note">{breach.text}</p>
                {breach.measures !== '' && <p className="co-note">{breach.measures}</p>}
                <p className="p-muted p-small">
                  {t(`decision.${breach.decision}`)}
                  {breach.reason !== '' && ` · ${breach.reason}`}
                  {breach.reportedAt !== null &&
                    ` · ${t('reported', { at: showInstant(breach.reportedAt, language) })}`}
                  {breach.informedAt !== null &&
                    ` · ${t('informed', { at: showInstant(breach.informedAt, language) })}`}
                  {breach.people !== null && ` · ${t('concerned', { n: breach.people })}`}
                </p>
              </div>
              {editing === null && (
                <div className="co-screen co-acts">
                  <Button
                    size="xs"
                    variant="default"
                    component={Link}
                    to={`/einstellungen/datenschutz/entwurf/${breach.id}`}
                  >
                    {t('letters.open')}
                  </Button>
                  {isOwner && (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setEditing({ id: breach.id, first: breach })}
                    >
                      {t('change')}
                    </Button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {editing && <BreachForm key={editing.id} {...editing} onEnd={() => setEditing(null)} />}
      {isOwner && editing === null && (
        <Button
          color="red"
          variant="outline"
          className="co-screen co-start"
          onClick={() => setEditing({ id: uuidv7() })}
        >
          {t('newBreach')}
        </Button>
      )}
    </section>
  );
}
