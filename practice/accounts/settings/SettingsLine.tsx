// The line above a page of the settings: back to all settings, and the pages of the same group.

import { Link, useLocation } from 'react-router';
import { useSession } from '../../session.ts';
import { bringIntoView } from '../../ui/lists/bring-into-view.ts';
import { settingsPageAt, settingsPagesOf } from './settings-pages.ts';
import { useSettingsTexts } from './settings-texts.ts';

export function SettingsLine() {
  const t = useSettingsTexts(),
    { user } = useSession(),
    here = settingsPageAt(useLocation().pathname),
    around = settingsPagesOf(user).filter(({ group }) => group === here?.group);
  return (
    <nav className="p-pages p-noprint" aria-label={t('line')}>
      <Link to="/einstellungen">‹ {t('title')}</Link>
      {around.map(({ to, title }) => (
        <Link
          key={`${to} ${to === here?.to}`}
          to={to}
          {...(to === here?.to && { ref: bringIntoView, 'aria-current': 'page' })}
        >
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}
