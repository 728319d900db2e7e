// The line of an area's pages above the page; where it is too long, it scrolls sideways.

import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { bringIntoView } from '../ui/lists/bring-into-view.ts';
import { useSession } from '../session.ts';
import { useNotedCounts } from '../ui/lists/page-counts.ts';
import { ListCounts, SettingsLine } from './parts.ts';
import { useAppTexts } from './app-texts.ts';
import type { AreaPage } from './navigation.ts';
import { usePlace } from './use-areas.ts';

export function AreaPages() {
  const t = useAppTexts(),
    place = usePlace(),
    { pathname } = useLocation(),
    { status, acting } = useSession(),
    counts = useNotedCounts();
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
      {place.area.name === 'listen' && status === 'in' && acting === null && (
        <Suspense>
          <ListCounts />
        </Suspense>
      )}
      {place.area.pages.map((page) => {
        const isHere = page.to === place.page?.to;
        return (
          // A new element, so that the current page is brought into view.
          <PageLink
            key={isHere ? `${page.to} here` : page.to}
            page={page}
            isHere={isHere}
            count={counts[page.to] ?? 0}
          />
        );
      })}
    </nav>
  );
}

function PageLink({
  page: { to, text },
  isHere,
  count,
}: {
  page: AreaPage;
  isHere: boolean;
  /** What waits there; nothing is shown for none. */
  count: number;
}) {
  const t = useAppTexts();
  return (
    <Link
      to={to}
      {...(isHere && { ref: bringIntoView, 'aria-current': 'page' })}
      // The name stays that of the page; the count is its description.
      {...(count > 0 && { 'aria-description': t('pages.waiting', { n: count }) })}
    >
      {t(text)}
      {count > 0 && (
        <span className="p-count" aria-hidden>
          {count}
        </span>
      )}
    </Link>
  );
}
