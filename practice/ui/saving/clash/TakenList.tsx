// The places of a draft that one side changed alone, and that were joined without a question.

import { useClashTexts } from './clash-texts.ts';
import type { ClashWords } from './clash-words.ts';

/** Places that are named; the others are counted. */
const MOST = 6;

export function TakenList({ taken, who }: { taken: ClashWords['taken']; who: string }) {
  const t = useClashTexts();
  const places = (side: 'mine' | 'other'): string => {
    const all = [
      ...new Set(
        taken[side].map(({ is, title }) =>
          is === 'changed' ? title : t(`is.${is}`, { place: title }),
        ),
      ),
    ];
    return [
      ...all.slice(0, MOST),
      ...(all.length > MOST ? [t('more', { n: all.length - MOST })] : []),
    ].join(', ');
  };
  if (taken.mine.length + taken.other.length === 0) return null;
  return (
    <ul className="p-clash-end p-small">
      {taken.other.length > 0 && <li>{t('from', { who, places: places('other') })}</li>}
      {taken.mine.length > 0 && <li>{t('own', { places: places('mine') })}</li>}
    </ul>
  );
}
