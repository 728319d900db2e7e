// One questionnaire of the tray: author, form, source, waiting time, decision.

import { Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArchive,
  IconDeviceTablet,
  IconFileCheck,
  IconHome,
  IconPlayerPause,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fullName, type PatientName } from '../../../../shared/desk/patient.ts';
import { UNMATCHED_WARN_MS } from '../../../../shared/forms/task/home.ts';
import type { UnmatchedEntry } from '../../../../shared/forms/task/home.schema.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import { showInstant } from '../../../ui/wording/moments.ts';
import { usePaperTitle } from '../../../ui/wording/paper-titles.ts';
import { DamagedWord } from '../../../ui/lists/DamagedWord.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { PersonWritten } from './PersonWritten.tsx';
import { ageOf, useTrayTexts } from './tray-texts.ts';

/** Name of the person; the title of the entry is its form's. */
export const personOf = ({ firstName, lastName }: PatientName): string =>
  fullName({ firstName, lastName });

export function TrayRow({
  one,
  now,
  tick,
  action,
}: {
  one: UnmatchedEntry;
  now: number;
  /** Chooses it; decided ones cannot be chosen. */
  tick?: ReactNode;
  action: ReactNode;
}) {
  const t = useTrayTexts(),
    language = useLanguage(),
    paperTitle = usePaperTitle();
  const facts = [
    paperTitle(one.form, one.title),
    one.language === 'de' ? '' : languageName(one.language, language),
    showInstant(one.receivedAt, language),
    one.label ?? '',
    one.invited && one.state !== 'filed' ? t('fact.invited', { name: one.invited.name }) : '',
  ].filter((part) => part !== '');
  return (
    <li
      className="z-row"
      {...(tick !== undefined && { 'data-row': true, 'data-ticked': true, tabIndex: -1 })}
    >
      {tick}
      <div className="z-row-who">
        <Text>
          <PersonWritten one={one} />
        </Text>
        <Text size="sm" c="dimmed" className="p-tabular">
          {facts.join(' · ')}
        </Text>
        {one.decided && <Text size="sm">{decisionOf(one, t, language)}</Text>}
      </div>
      <div className="z-row-states">
        {one.origin === 'home' ? (
          <StateWord tone="text" icon={IconHome}>
            {t('origin.home')}
          </StateWord>
        ) : (
          <StateWord tone="text" icon={IconDeviceTablet}>
            {one.origin === 'parked' ? t('origin.parked') : (one.tabletName ?? t('origin.tablet'))}
          </StateWord>
        )}
        {one.state === 'open' && (
          <span className="p-small p-tabular" data-old={now - one.receivedAt > UNMATCHED_WARN_MS}>
            {now - one.receivedAt > UNMATCHED_WARN_MS ? (
              <StateWord tone="warn" icon={IconAlertTriangle}>
                {ageOf(one.receivedAt, now, t)}
              </StateWord>
            ) : (
              ageOf(one.receivedAt, now, t)
            )}
          </span>
        )}
        {one.isDamaged && <DamagedWord />}
        {one.isStopped && (
          <StateWord tone="warn" icon={IconPlayerPause}>
            {t('stopped')}
          </StateWord>
        )}
        {one.problems > 0 && !one.isStopped && (
          <StateWord tone="warn" icon={IconAlertTriangle}>
            {t('problems', { n: one.problems })}
          </StateWord>
        )}
        {one.state === 'filed' && (
          <StateWord tone="ok" icon={IconFileCheck}>
            {t('state.filed')}
          </StateWord>
        )}
        {one.state === 'discarded' && (
          <StateWord tone="off" icon={IconArchive}>
            {t('state.discarded')}
          </StateWord>
        )}
      </div>
      {action}
    </li>
  );
}

function decisionOf(
  { state, decided }: UnmatchedEntry,
  t: ReturnType<typeof useTrayTexts>,
  language: string,
): string {
  if (!decided) return '';
  const at = showInstant(decided.at, language),
    by = decided.by === '' ? t('decided.itself') : decided.by;
  return state === 'filed'
    ? t('decided.filed', { name: decided.patientName ?? decided.patid ?? '', at, by })
    : t('decided.discarded', { reason: decided.reason, at, by });
}
