// One grant in a list: user, kind, reason, period.

import { Text } from '@mantine/core';
import { IconBan, IconHourglass, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { momentText } from '../../../shared/base/dates.ts';
import type { GrantView } from '../../../shared/vendor/grants.schema.ts';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { whatOf } from './grant-words.ts';
import { useSupportTexts } from './support-texts.ts';
import { useLanguage } from '../../ui/texts.ts';

const TONES: Record<GrantView['state'], Tone> = {
  asked: 'warn',
  active: 'info',
  refused: 'off',
  over: 'off',
};
const ICONS = {
  asked: IconHourglass,
  active: IconPlayerPlay,
  refused: IconBan,
  over: IconPlayerStop,
} as const;

export function GrantLine({
  grant: g,
  title,
  children,
}: {
  grant: GrantView;
  title: string;
  children?: ReactNode;
}) {
  const language = useLanguage();
  const t = useSupportTexts();
  const span =
    g.approvedAt === null
      ? t('asked.at', { at: momentText(g.askedAt, language) })
      : t('from', {
          from: momentText(g.approvedAt, language),
          until: momentText(Math.min(g.endedAt ?? Infinity, g.expiresAt ?? g.approvedAt), language),
        });
  return (
    <li>
      <div className="z-words">
        <Text fw={600}>{title}</Text>
        <p>
          <StateWord tone={TONES[g.state]} icon={ICONS[g.state]}>
            {t(`state.${g.state}`)}
          </StateWord>{' '}
          {t(`kind.${g.kind}`)}: {t(whatOf(g))}
        </p>
        {g.reason !== '' && <p>{g.reason}</p>}
        <Text size="sm" c="dimmed">
          {[
            g.ticket !== '' && t('ticket', { ticket: g.ticket }),
            g.patids.length > 0 && t('patients', { patids: g.patids.join(', ') }),
            span,
            g.approvedBy !== null && t('approvedBy', { name: g.approvedBy }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      {children !== undefined && <div className="z-acts">{children}</div>}
    </li>
  );
}
