// „Auch offen: Hanna Kühn“: the line of an editor that says who else has its draft open.

import './also-open.css';
import type { DraftWindow } from '../../../../shared/exchange/editing.ts';
import { useSession } from '../../../session.ts';
import { useAlsoOpenTexts } from './also-open-texts.ts';

/** @param windows the other windows (`useAlsoOpen`) */
export function AlsoOpen({ windows }: { windows: readonly DraftWindow[] }) {
  const t = useAlsoOpenTexts(),
    { user } = useSession(),
    nameOf = (userId: string, name: string): string =>
      userId === user?.id ? t('window') : name === '' ? t('somebody') : name,
    names = new Map(
      windows
        // The own windows last.
        .toSorted((a, b) => Number(a.userId === user?.id) - Number(b.userId === user?.id))
        .map(({ userId, name }) => [userId, nameOf(userId, name)]),
    );
  return (
    <p role="status" className="p-also p-muted p-small">
      {names.size > 0 && t('also', { who: [...names.values()].join(', ') })}
    </p>
  );
}
