// The line of an area's pages above the page; where it is too long, it scrolls sideways.

import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
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
      {partsOf(place.area.pages).map((part) => {
        if (Array.isArray(part))
          return <GroupMenu key={part[0]?.group} pages={part} here={place.page?.to} />;
        const page = part as AreaPage,
          isHere = page.to === place.page?.to;
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

/** Splits the pages of a line: single ones, and groups at the place of their first page. */
function partsOf(pages: readonly AreaPage[]): readonly (AreaPage | readonly AreaPage[])[] {
  return pages.flatMap((page): (AreaPage | readonly AreaPage[])[] => {
    if (page.group === undefined) return [page];
    const all = pages.filter(({ group }) => group === page.group);
    return all[0] === page ? [all] : [];
  });
}

/** Pages behind one button, which shows the current one of them. */
function GroupMenu({ pages, here }: { pages: readonly AreaPage[]; here: string | undefined }) {
  const t = useAppTexts(),
    [first] = pages,
    current = pages.find(({ to }) => to === here);
  if (first?.group === undefined) return null;
  const name = t(first.group);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton
          // A new element, so that the current page is brought into view.
          key={current?.to}
          className="p-group"
          {...(current && {
            'aria-current': 'true',
            'aria-label': t('group.here', { group: name, page: t(current.text) }),
            ref: bringIntoView,
          })}
        >
          {current ? t(current.text) : name}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {pages.map(({ to, text }) => (
          <Menu.Item
            key={to}
            component={Link}
            to={to}
            {...(to === here && { 'aria-current': 'page' as const })}
          >
            {t(text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
