// The list of all settings: a search over pages and fields, and the pages by group.

import { NavLink, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSession } from '../../session.ts';
import { matching } from '../../ui/wording/matching.ts';
import { SETTINGS_GROUPS, settingsPagesOf } from './settings-pages.ts';
import { addressOf, sectionsFor } from './settings-sections.ts';
import { useSettingsTexts } from './settings-texts.ts';
import { useSettingsHits } from './use-settings-found.ts';

/** Hits of one search. */
const MOST = 12;

export function PageList() {
  const t = useSettingsTexts(),
    navigate = useNavigate(),
    [typed, setTyped] = useState(''),
    hits = matching(useSettingsHits(), typed, MOST),
    first = hits[0],
    isSearched = typed.trim() !== '';
  return (
    <nav className="p-card s-pages" aria-label={t('pages')}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (first) void navigate(first.to);
        }}
      >
        <TextInput
          label={t('search')}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      <VisuallyHidden role="status">
        {isSearched && t('search.found', { count: hits.length })}
      </VisuallyHidden>
      {isSearched && hits.length === 0 && <p className="s-none">{t('search.none')}</p>}
      {isSearched ? (
        hits.map(({ to, label, group, section }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            description={section ?? t(`group.${group}`)}
          />
        ))
      ) : (
        <Groups />
      )}
    </nav>
  );
}

function Groups() {
  const t = useSettingsTexts(),
    { user } = useSession(),
    pages = settingsPagesOf(user),
    sections = sectionsFor(user?.role === 'owner');
  return SETTINGS_GROUPS.map((group) => {
    const own = pages.filter((one) => one.group === group),
      parts = sections.filter((one) => one.group === group);
    if (own.length + parts.length === 0) return null;
    return (
      <section key={group} aria-label={t(`group.${group}`)}>
        <p className="s-group">{t(`group.${group}`)}</p>
        {parts.map(({ title, fields }) => (
          <NavLink key={title} component={Link} to={addressOf(fields[0].name)} label={t(title)} />
        ))}
        {own.map(({ to, icon: Icon, title }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={t(title)}
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
          />
        ))}
      </section>
    );
  });
}
