// What proofs rest on, for an owner: certificates of the server, trusted roots and lists, roots of
// the own seals, each with its end and where it comes from.

import { Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { berlinDay, dayText } from '../../../../shared/base/dates.ts';
import type { HeldCertificates } from '../../../../shared/papers/seal/held-certificate.schema.ts';
import { call } from '../../../api.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useDocumentsTexts } from '../documents-texts.ts';

type Held = HeldCertificates['items'][number];
const LOOK = {
  ok: { tone: 'ok', icon: IconCircleCheck },
  early: { tone: 'warn', icon: IconClock },
  soon: { tone: 'warn', icon: IconClock },
  last: { tone: 'bad', icon: IconAlertTriangle },
  over: { tone: 'bad', icon: IconAlertTriangle },
} as const;

/** Requests what the practice's proofs rest on. */
const getTrust = (): Promise<HeldCertificates> =>
  call<HeldCertificates>('/documents/trust', { isR4c: true });

export function TrustCard() {
  const t = useDocumentsTexts(),
    trust = useQuery({ queryKey: ['seal', 'trust'], queryFn: getTrust });
  if (trust.isError)
    return <ErrorNotice error={trust.error} onRetry={() => void trust.refetch()} />;
  const items = trust.data?.items ?? [];
  const isEmpty = trust.isSuccess && items.every((one) => one.use === 'authority');
  return (
    <section className="p-card p-noprint">
      <Title order={2} mb={4}>
        {t('trust.title')}
      </Title>
      <Text mb={8}>{t('trust.text')}</Text>
      {isEmpty && <Text mb={8}>{t('trust.empty')}</Text>}
      <ul className="d-keys">
        {items.map((one) => (
          <TrustLine key={`${one.use}:${one.sha256 ?? one.source}:${one.source}`} one={one} />
        ))}
      </ul>
    </section>
  );
}

function TrustLine({ one }: { one: Held }) {
  const t = useDocumentsTexts(),
    language = useLanguage(),
    look = LOOK[one.state];
  const day = (at: number): string => dayText(berlinDay(at), language);
  return (
    <li>
      <div>
        <Text fw={600} size="sm">
          {t(`trust.${one.use}`)}
          {one.name !== '' && `: ${one.name}`}
        </Text>
        <Text size="sm">
          {one.until === null
            ? t('trust.noEnd')
            : t(one.state === 'over' ? 'trust.ended' : 'trust.until', { day: day(one.until) })}
          {' · '}
          {one.source === '' ? t('trust.ours') : one.source}
        </Text>
        {one.sha256 !== null && (
          <Text size="xs" c="dimmed" className="d-print">
            SHA-256 {one.sha256.toUpperCase().replace(/(.{4})(?=.)/g, '$1 ')}
          </Text>
        )}
      </div>
      {one.isFormer ? (
        <StateWord tone="off" icon={IconHistory}>
          {t('trust.former')}
        </StateWord>
      ) : (
        <StateWord tone={look.tone} icon={look.icon}>
          {t(`trust.state.${one.state}`)}
        </StateWord>
      )}
    </li>
  );
}
