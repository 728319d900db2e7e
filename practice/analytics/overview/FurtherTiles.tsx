// Adds a tile to the overview: any figure, found by its name.

import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { FURTHER_TILES, MOST_TILES } from '../../../shared/analytics/reports/overview.ts';
import { isInList } from '../../../shared/analytics/reports/read-right.ts';
import { useKpiWords } from '../../report-kit/use-kpi-words.ts';
import { useSession } from '../../session.ts';
import { matching } from '../../ui/wording/matching.ts';
import { useOverviewTexts } from './overview-texts.ts';

/** Figures offered at once. */
const MOST = 8;

/**
 * @param shown keys of the tiles that are in the list already
 * @param isFull whether the overview has as many tiles as it holds
 */
export function FurtherTiles({
  shown,
  isFull,
  onAdd,
}: {
  shown: readonly string[];
  isFull: boolean;
  onAdd: (key: string) => void;
}) {
  const t = useOverviewTexts(),
    of = useKpiWords(),
    { user } = useSession(),
    [typed, setTyped] = useState('');
  const offered = [...FURTHER_TILES]
      .filter(([key, path]) => !shown.includes(key) && isInList(user?.figures ?? 'alle', path))
      .map(([key]) => ({ key, label: of(key).name })),
    found = matching(offered, typed, MOST);
  return (
    <section className="u-further" aria-label={t('further')}>
      <h2>{t('further')}</h2>
      {isFull && <p className="p-muted">{t('further.full', { n: MOST_TILES })}</p>}
      <TextInput
        aria-label={t('further.search')}
        placeholder={t('further.search')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed.trim() !== '' && found.length === 0 && (
        <p className="p-muted" role="status">
          {t('further.none')}
        </p>
      )}
      <ul className="u-order">
        {found.map(({ key, label }) => (
          <li key={key} className="u-row">
            <span className="u-row-name">{label}</span>
            <Button
              size="xs"
              variant="default"
              disabled={isFull}
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              aria-label={t('further.addOf', { name: label })}
              onClick={() => onAdd(key)}
            >
              {t('further.add')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
