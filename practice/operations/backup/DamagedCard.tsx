// Entries of the practice that were damaged on the disk: what each is, whose, and from when.

import { Text, Title } from '@mantine/core';
import type { Damaged } from '../../../shared/operations/damage.schema.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useBackupTexts } from './backup-texts.ts';
import { useDamaged } from './use-backup.ts';

export function DamagedCard() {
  const t = useBackupTexts(),
    { data } = useDamaged();
  if (!data || data.items.length === 0) return null;
  return (
    <section className="p-card p-stack" aria-labelledby="damaged-title">
      <Title order={2} id="damaged-title">
        {t('damaged.title')}
      </Title>
      <Notice tone="bad">{t('damaged.what')}</Notice>
      <ul className="b-ticks">
        {data.items.map((one) => (
          <Line key={`${one.kind} ${one.id}`} one={one} />
        ))}
      </ul>
      {data.more > 0 && <Text>{t('damaged.more', { count: data.more })}</Text>}
    </section>
  );
}

function Line({ one }: { one: Damaged['items'][number] }) {
  const t = useBackupTexts(),
    language = useLanguage();
  const facts = [
    one.title ?? '',
    one.name ?? one.patid ?? '',
    one.at === null ? '' : showInstant(one.at, language),
    t('damaged.found', { at: showInstant(one.foundAt, language) }),
  ].filter((part) => part !== '');
  return (
    <li>
      <strong>{t(`damaged.kind.${one.kind}`)}</strong> · {facts.join(' · ')}
    </li>
  );
}
