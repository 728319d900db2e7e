// The last weeks at a glance: one bar a day, distinguished by shape and colour, and repeated in
// words for screen readers.

import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { dayText } from '../../../shared/base/dates.ts';
import { useBackupTexts } from './backup-texts.ts';
import { useLanguage } from '../../ui/texts.ts';

type Day = NonNullable<BackupStatus['details']>['days'][number];
type Mark = 'good' | 'failed' | 'none';
/** A day that ended with a good backup is good, whatever failed before. */
const markOf = (day: Day): Mark => (day.good > 0 ? 'good' : day.failed > 0 ? 'failed' : 'none');

/** @param days oldest first, the last one is today */
export function DayStrip({ days }: { days: readonly Day[] }) {
  const language = useLanguage();
  const t = useBackupTexts();
  const [first] = days;
  if (first === undefined) return null;
  const count = (mark: Mark): number => days.filter((one) => markOf(one) === mark).length;
  const failed = days
    .filter((one) => markOf(one) === 'failed')
    .map((one) => dayText(one.day, language))
    .join(', ');
  const words = [
    t('strip.label', { days: days.length, good: count('good'), none: count('none') }),
    ...(failed === '' ? [] : [t('strip.failedDays', { days: failed })]),
  ].join(' ');
  return (
    <figure className="b-strip">
      <div className="b-days" role="img" aria-label={words}>
        {days.map((one) => (
          <i
            key={one.day}
            data-state={markOf(one)}
            title={`${dayText(one.day, language)}: ${t(`strip.${markOf(one)}`)}`}
          />
        ))}
      </div>
      <figcaption className="p-small p-muted" aria-hidden>
        <span>{dayText(first.day, language)}</span>
        <span className="b-legend">
          <span>
            <i data-state="good" />
            {t('strip.good')}
          </span>
          <span>
            <i data-state="failed" />
            {t('strip.failed')}
          </span>
          <span>
            <i data-state="none" />
            {t('strip.none')}
          </span>
        </span>
        <span>{t('strip.today')}</span>
      </figcaption>
    </figure>
  );
}
