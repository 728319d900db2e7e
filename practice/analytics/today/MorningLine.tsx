// Status line of the morning: five facts, each with a word, a sign and a link to fix it.

import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Situation } from '../../../shared/analytics/reports/today.schema.ts';
import { euroText } from '../../../shared/papers/paper-risk.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { useSession } from '../../session.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useTodayTexts, type TodayTexts } from './today-texts.ts';

type Tone = 'ok' | 'warn' | 'bad' | 'off';
const RANK: Readonly<Record<Tone, number>> = { bad: 0, warn: 1, off: 2, ok: 3 };
export interface Fact {
  readonly key: string;
  readonly name: string;
  readonly word: string;
  readonly more: string;
  readonly tone: Tone;
  /** Null: the user may not open the place where it is mended. */
  readonly to: string | null;
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
  isOwner: boolean,
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
      to: isOwner ? '/daten' : null,
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

/** What needs attention comes first; what is in order takes one line and unfolds. */
export function SituationLine({ situation }: { situation: Situation }) {
  const t = useTodayTexts(),
    language = useLanguage(),
    { user } = useSession(),
    facts = factsOf(situation, t, language, user?.role === 'owner'),
    wanting = facts
      .filter(({ tone }) => tone !== 'ok')
      .toSorted((a, b) => RANK[a.tone] - RANK[b.tone]),
    well = facts.filter(({ tone }) => tone === 'ok');
  return (
    <div className="h-state">
      {wanting.length > 0 && <Facts facts={wanting} label={t('line')} />}
      {well.length > 0 && (
        <details className="h-well">
          <summary>
            <IconCircleCheck size={16} stroke={1.75} aria-hidden />
            {t(wanting.length === 0 ? 'well.all' : 'well', { count: well.length })}
          </summary>
          <Facts facts={well} label={t('well.list')} />
        </details>
      )}
    </div>
  );
}

function Facts({ facts, label }: { facts: readonly Fact[]; label: string }) {
  return (
    <ul className="h-line" aria-label={label}>
      {facts.map(({ key, name, word, more, tone, to }) => {
        const Icon = ICONS[tone],
          words = (
            <>
              <Icon size={18} stroke={1.75} aria-hidden />
              <span className="h-words">
                <span className="h-name">{name}</span>
                <strong>{word}</strong>
                {more !== '' && <span className="h-more">{more}</span>}
              </span>
            </>
          );
        return (
          <li key={key}>
            {to === null ? (
              <span className="h-fact p-card" data-tone={tone}>
                {words}
              </span>
            ) : (
              <Link to={to} className="h-fact p-card" data-tone={tone}>
                {words}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
