// The last weeks at a glance: one bar a day, told by shape and colour, and once more in words for who cannot see it.

import type { BackupStatus } from '../../shared/backup.schema.ts';
import { germanDay } from '../../shared/dates.ts';
import { useBackupTexts } from './backup-texts.ts';

type Day = NonNullable<BackupStatus['details']>['days'][number];
type Mark = 'good' | 'failed' | 'none';
/** A day that ended with something safe is a good one, whatever failed before. */
const markOf = (day: Day): Mark => (day.good > 0 ? 'good' : day.failed > 0 ? 'failed' : 'none');

const STEP = 16;
const WIDTH = 12;
const HEIGHT = 32;

/** @param days oldest first, the last one is today */
export function DayStrip({ days }: { days: readonly Day[] }) {
  const t = useBackupTexts();
  const [first] = days;
  if (first === undefined) return null;
  const count = (mark: Mark): number => days.filter((one) => markOf(one) === mark).length;
  const failed = days.filter((one) => markOf(one) === 'failed').map((one) => germanDay(one.day)).join(', ');
  const words = [t('strip.label', { days: days.length, good: count('good'), none: count('none') }), ...(failed === '' ? [] : [t('strip.failedDays', { days: failed })])].join(' ');
  return (
    <figure className="b-strip">
      <svg viewBox={`0 0 ${days.length * STEP - (STEP - WIDTH)} ${HEIGHT}`} role="img" aria-label={words}>
        {days.map((one, at) => <Bar key={one.day} mark={markOf(one)} x={at * STEP} title={`${germanDay(one.day)}: ${t(`strip.${markOf(one)}`)}`} />)}
      </svg>
      <figcaption className="p-small p-muted" aria-hidden>
        <span>{germanDay(first.day)}</span>
        <span className="b-legend">
          <span><i data-state="good" />{t('strip.good')}</span>
          <span><i data-state="failed" />{t('strip.failed')}</span>
          <span><i data-state="none" />{t('strip.none')}</span>
        </span>
        <span>{t('strip.today')}</span>
      </figcaption>
    </figure>
  );
}

function Bar({ mark, x, title }: { mark: Mark; x: number; title: string }) {
  if (mark === 'good') return <rect className="b-bar" data-state="good" x={x} width={WIDTH} height={HEIGHT} rx={3}><title>{title}</title></rect>;
  if (mark === 'none') return <rect className="b-bar" data-state="none" x={x + 1} y={HEIGHT - 9} width={WIDTH - 2} height={8} rx={3}><title>{title}</title></rect>;
  return (
    <g className="b-bar" data-state="failed">
      <title>{title}</title>
      <rect x={x + 1} y={1} width={WIDTH - 2} height={HEIGHT - 2} rx={3} />
      <path d={`M${x + 3.5} ${HEIGHT / 2 - 2.5}l5 5m0-5l-5 5`} />
    </g>
  );
}
