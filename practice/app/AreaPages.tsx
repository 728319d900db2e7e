// The line of an area's pages above the page; where it is too long, it scrolls sideways.

import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { bringIntoView } from '../ui/lists/bring-into-view.ts';
import { useSession } from '../session.ts';
import { useNotedCounts } from '../ui/page-counts.ts';
import { useListCounts } from './counts/use-list-counts.ts';
import { SettingsLine } from './parts.ts';
import { useAppTexts } from './app-texts.ts';
import { usePlace } from './use-areas.ts';

export function AreaPages() {
  const t = useAppTexts(),
    place = usePlace(),
    { pathname } = useLocation(),
    { status, acting } = useSession(),
    noted = useNotedCounts(),
    lists = useListCounts(place?.area.name === 'listen' && status === 'in' && acting === null),
    counts = { ...lists, ...noted };
  if (place?.area.name === 'einstellungen' && pathname !== place.area.to)
    return (
      <Suspense fallback={<div className="p-pages p-pages-soon" />}>
        <SettingsLine />
      </Suspense>
    );
  if (place === undefined || place.area.pages.length === 0) return null;
  return (
    <nav
      className="p-pages p-noprint"
      aria-label={t('pages.of', { area: t(place.area.text).replaceAll('\u00ad', '') })}
    >
      {place.area.pages.map(({ to, text }) => {
        const count = counts[to] ?? 0,
          // The name stays that of the page; what waits there is its description.
          about = count > 0 ? { 'aria-description': t('pages.waiting', { n: count }) } : {},
          words = (
            <>
              {t(text)}
              {count > 0 && (
                <span className="p-count" aria-hidden>
                  {count}
                </span>
              )}
            </>
          );
        return to === place.page?.to ? (
          <Link key={`${to} here`} to={to} ref={bringIntoView} aria-current="page" {...about}>
            {words}
          </Link>
        ) : (
          <Link key={to} to={to} {...about}>
            {words}
          </Link>
        );
      })}
    </nav>
  );
}
