// What can be done with the chosen rows of a list; it stands below the list and covers no row.

import './chosen-bar.css';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUiTexts } from '../ErrorNotice.tsx';

/**
 * @param n number of chosen rows; without any there is no bar
 * @param children the actions
 */
export function ChosenBar({
  n,
  onNone,
  children,
}: {
  n: number;
  onNone: () => void;
  children: ReactNode;
}) {
  const t = useUiTexts();
  if (n === 0) return null;
  return (
    <div className="p-chosen p-noprint" role="region" aria-label={t('chosen')}>
      <strong className="p-tabular" aria-live="polite">
        {t('chosen.n', { n })}
      </strong>
      <Group gap={8}>
        {children}
        <Button size="xs" variant="subtle" onClick={onNone}>
          {t('chosen.none')}
        </Button>
      </Group>
    </div>
  );
}
