// Settings of the practice: editable by its owner, read-only for everyone else.

import './settings.css';
import { useQuery } from '@tanstack/react-query';
import type { SettingsView } from '../../../shared/accounts/settings.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { PageList } from './PageList.tsx';
import { PinForm } from './PinForm.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { useFieldOfAddress } from './use-field-of-address.ts';
import { useSettingsTexts } from './settings-texts.ts';

export function SettingsPage() {
  const t = useSettingsTexts();
  const { user } = useSession();
  const isOwner = user?.role === 'owner';
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: () => call<SettingsView>('/api/settings', { timeout: TIMEOUT }),
    refetchOnWindowFocus: false,
  });
  useFieldOfAddress(settings.isSuccess);
  return (
    <Page title={t('title')}>
      <div className="s-page">
        <PageList />
        <div className="p-stack s-form">
          {settings.isPending && <Loading />}
          {settings.isError && (
            <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />
          )}
          {settings.data && !isOwner && <Notice tone="info">{t('readOnly')}</Notice>}
          {settings.data && <SettingsForm view={settings.data} isOwner={isOwner} />}
          {settings.data && isOwner && <PinForm view={settings.data} />}
        </div>
      </div>
    </Page>
  );
}
