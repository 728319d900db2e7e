// The line of an area's pages above the page; where it is too long, it scrolls sideways.

import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { bringIntoView } from '../ui/lists/bring-into-view.ts';
import { SettingsLine } from './parts.ts';
import { useAppTexts } from './app-texts.ts';
import { usePlace } from './use-areas.ts';

export function AreaPages() {
  const t = useAppTexts(),
    place = usePlace(),
    { pathname } = useLocation();
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
      {place.area.pages.map(({ to, text }) =>
        to === place.page?.to ? (
          <Link key={`${to} here`} to={to} ref={bringIntoView} aria-current="page">
            {t(text)}
          </Link>
        ) : (
          <Link key={to} to={to}>
            {t(text)}
          </Link>
        ),
      )}
    </nav>
  );
}
