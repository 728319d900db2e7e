// Technical measures as they are now: read from the settings and the backup, never typed in.

import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import { HOUR_MS } from '../../../shared/base/day-math.ts';
import type { Compliance } from '../../../shared/vendor/compliance.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useNow } from '../../ui/wording/now.ts';
import { useBackupFacts, useSettingsFacts } from './compliance-calls.ts';
import { useComplianceTexts } from './compliance-texts.ts';

export function FactsCard({ storage }: { storage: Compliance['storage'] }) {
  const t = useComplianceTexts(),
    language = useLanguage(),
    now = useNow(HOUR_MS),
    settings = useSettingsFacts(),
    backup = useBackupFacts(),
    failed = settings.error ?? backup.error;
  const facts: { text: string; isGood: boolean }[] =
    settings.data && backup.data
      ? [
          {
            isGood: backup.data.level === 'ok',
            text:
              backup.data.lastGood === null
                ? t('fact.noBackup')
                : t('fact.backup', { at: showInstant(backup.data.lastGood.at, language) }),
          },
          {
            isGood: settings.data.lockMinutes <= 15,
            text: t('fact.lock', { count: settings.data.lockMinutes }),
          },
          {
            isGood:
              settings.data.staffFactorFrom !== '' &&
              settings.data.staffFactorFrom <= berlinDay(now),
            text:
              settings.data.staffFactorFrom === ''
                ? t('fact.ownersOnly')
                : t('fact.factor', { day: dayText(settings.data.staffFactorFrom, language) }),
          },
          { isGood: true, text: t('fact.files') },
          { isGood: true, text: t('fact.chain') },
          { isGood: storage.isSealed, text: t(storage.isSealed ? 'fact.sealed' : 'fact.readable') },
          {
            isGood: storage.isKeyApart,
            text: t(storage.isKeyApart ? 'fact.apart' : 'fact.together'),
          },
        ]
      : [];
  return (
    <section className="p-card p-stack" aria-labelledby="co-facts">
      <h2 id="co-facts">{t('facts')}</h2>
      {failed && <ErrorNotice error={failed} />}
      <ul className="co-facts">
        {facts.map(({ text, isGood }) => (
          <li key={text}>
            <StateWord
              tone={isGood ? 'ok' : 'warn'}
              icon={isGood ? IconCircleCheck : IconAlertTriangle}
            >
              {t(isGood ? 'fact.good' : 'fact.look')}
            </StateWord>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
