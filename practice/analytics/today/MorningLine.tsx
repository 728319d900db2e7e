// Status line of the morning: five facts, each with a word, a sign and a link to fix it.

import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Situation } from '../../../shared/analytics/reports/today.schema.ts';
import { euroText } from '../../../shared/papers/paper-risk.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useTodayTexts, type TodayTexts } from './today-texts.ts';

type Tone = 'ok' | 'warn' | 'bad' | 'off';
export interface Fact {
  readonly key: string;
  readonly name: string;
  readonly word: string;
  readonly more: string;
  readonly tone: Tone;
  readonly to: string;
}
const ICONS = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconAlertTriangle,
  off: IconCircleDashed,
} as const;

/** Meaning of the morning's numbers, in reading order. */
function factsOf(
  { at, tablets, backup, pvs, tray, missing, forms }: Situation,
  t: TodayTexts,
  language: string,
): Fact[] {
  const when = (ms: number): string => showInstant(ms, language),
    silent = tablets.known - tablets.connected;
  const tabletMore = [
    tablets.unsent > 0 ? t('tablets.unsent', { count: tablets.unsent }) : '',
    tablets.batteryLow > 0 ? t('tablets.low', { count: tablets.batteryLow }) : '',
  ].filter((one) => one !== '');
  return [
    {
      key: 'tablets',
      name: t('tablets'),
      to: '/empfang',
      word:
        tablets.known === 0
          ? t('tablets.none')
          : t('tablets.connected', { n: tablets.connected, of: tablets.known }),
      more: tabletMore.join(', '),
      tone:
        tablets.known === 0
          ? 'off'
          : tablets.unsent > 0
            ? 'bad'
            : silent > 0 || tablets.batteryLow > 0
              ? 'warn'
              : 'ok',
    },
    {
      key: 'backup',
      name: t('backup'),
      to: '/einstellungen/sicherung',
      word: t(`backup.${backup.level}`),
      more:
        backup.lastGoodAt === null
          ? t('backup.never')
          : t('backup.at', { when: when(backup.lastGoodAt) }),
      tone: backup.level === 'alarm' ? 'bad' : backup.level,
    },
    {
      key: 'pvs',
      name: t('pvs'),
      to: '/praxissoftware',
      word:
        pvs.stand === null
          ? t('pvs.none')
          : at - pvs.stand > DAY_MS
            ? t('pvs.old')
            : t('pvs.fresh'),
      more: pvs.stand === null ? '' : t('pvs.at', { when: when(pvs.stand) }),
      tone: pvs.stand === null ? 'off' : at - pvs.stand > DAY_MS ? 'warn' : 'ok',
    },
    {
      key: 'tray',
      name: t('tray'),
      to: '/zuordnen',
      word: tray.count === 0 ? t('tray.none') : t('tray.some', { count: tray.count }),
      more: tray.oldestAt === null ? '' : t('tray.since', { when: when(tray.oldestAt) }),
      tone: tray.count === 0 ? 'ok' : 'warn',
    },
    {
      key: 'forms',
      name: t('forms'),
      to: '/empfang',
      word: forms.forms === 0 ? t('forms.none') : t('forms.some', { count: forms.forms }),
      more: forms.forms === 0 ? '' : t('missing.people', { count: forms.people }),
      tone: forms.forms === 0 ? 'ok' : 'warn',
    },
    {
      key: 'missing',
      name: t('missing'),
      to: '/fehlend?tage=0',
      word: missing.papers === 0 ? t('missing.none') : t('missing.some', { count: missing.papers }),
      tone: missing.papers === 0 ? 'ok' : 'warn',
      more:
        missing.papers === 0
          ? ''
          : [
              t('missing.people', { count: missing.people }),
              missing.riskCents > 0 ? t('missing.risk', { sum: euroText(missing.riskCents) }) : '',
            ]
              .filter((one) => one !== '')
              .join(' · '),
    },
  ];
}

export function SituationLine({ situation }: { situation: Situation }) {
  const t = useTodayTexts(),
    language = useLanguage();
  return (
    <ul className="h-line" aria-label={t('line')}>
      {factsOf(situation, t, language).map(({ key, name, word, more, tone, to }) => {
        const Icon = ICONS[tone];
        return (
          <li key={key}>
            <Link to={to} className="h-fact p-card" data-tone={tone}>
              <Icon size={18} stroke={1.75} aria-hidden />
              <span className="h-words">
                <span className="h-name">{name}</span>
                <strong>{word}</strong>
                <span className="h-more">{more}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
