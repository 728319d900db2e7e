// Certificates and lists that a server rests on: use and name, end, source, and how soon each ends.

import './held-list.css';
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconHistory } from '@tabler/icons-react';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import type { HeldCertificates } from '../../../shared/papers/seal/held-certificate.schema.ts';
import { useUiTexts } from '../ErrorNotice.tsx';
import { StateWord } from '../StateWord.tsx';
import { useLanguage } from '../texts.ts';

type Held = HeldCertificates['items'][number];
const LOOK = {
  ok: { tone: 'ok', icon: IconCircleCheck },
  early: { tone: 'warn', icon: IconClock },
  soon: { tone: 'warn', icon: IconClock },
  last: { tone: 'bad', icon: IconAlertTriangle },
  over: { tone: 'bad', icon: IconAlertTriangle },
} as const;

export function HeldList({ items }: { items: readonly Held[] }) {
  return (
    <ul className="he-list">
      {items.map((one) => (
        <HeldLine key={`${one.use}:${one.sha256 ?? one.source}:${one.source}`} one={one} />
      ))}
    </ul>
  );
}

function HeldLine({ one }: { one: Held }) {
  const t = useUiTexts(),
    language = useLanguage(),
    look = LOOK[one.state];
  const day = (at: number): string => dayText(berlinDay(at), language);
  return (
    <li>
      <div>
        <Text fw={600} size="sm">
          {t(`held.${one.use}`)}
          {one.name !== '' && `: ${one.name}`}
        </Text>
        <Text size="sm">
          {one.until === null
            ? t('held.noEnd')
            : t(one.state === 'over' ? 'held.ended' : 'held.until', { day: day(one.until) })}
          {' · '}
          {one.source === '' ? t('held.ours') : one.source}
        </Text>
        {one.sha256 !== null && (
          <Text size="xs" c="dimmed" className="he-print">
            SHA-256 {one.sha256.toUpperCase().replace(/(.{4})(?=.)/g, '$1 ')}
          </Text>
        )}
      </div>
      {one.isFormer ? (
        <StateWord tone="off" icon={IconHistory}>
          {t('held.former')}
        </StateWord>
      ) : (
        <StateWord tone={look.tone} icon={look.icon}>
          {t(`held.state.${one.state}`)}
        </StateWord>
      )}
    </li>
  );
}
