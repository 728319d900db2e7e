// Frame of the own account: one heading and the tabs of its pages.

import './profile.css';
import { NavLink, Outlet } from 'react-router';
import { Page } from '../../ui/Page.tsx';
import { useProfileTexts } from './profile-texts.ts';

const TABS = [
  { to: '/konto', text: 'tab.profile' },
  { to: '/konto/sicherheit', text: 'tab.security' },
  { to: '/konto/sitzungen', text: 'tab.sessions' },
] as const;

export function ProfileFrame() {
  const t = useProfileTexts();
  return (
    <Page title={t('title')}>
      <nav className="k-tabs" aria-label={t('tabs')}>
        {TABS.map(({ to, text }) => (
          <NavLink key={to} to={to} end className="k-tab">
            {t(text)}
          </NavLink>
        ))}
      </nav>
      <div className="p-narrow p-stack">
        <Outlet />
      </div>
    </Page>
  );
}
