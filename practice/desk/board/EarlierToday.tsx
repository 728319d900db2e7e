// Past appointments of today whose patients never came: collapsed, and rendered only when expanded.

import { useState } from 'react';
import type { ExpectedRow } from './board-view.ts';
import { useBoardTexts } from './board-texts.ts';
import { ExpectedCard } from './ExpectedCard.tsx';

export function EarlierToday({
  rows,
  onSend,
}: {
  rows: readonly ExpectedRow[];
  onSend: (patid: string) => void;
}) {
  const t = useBoardTexts(),
    [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details className="e-earlier" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('expected.earlier', { n: rows.length })}</summary>
        {isOpen && (
          <ul className="e-rows">
            {rows.map((row) => (
              <ExpectedCard key={row.terminId} row={row} onSend={onSend} />
            ))}
          </ul>
        )}
      </details>
    </li>
  );
}
