// Open sessions and known browsers of the own account; each can be ended, all others at once.

import { Button, Group, Text, Title } from '@mantine/core';
import { IconDeviceDesktop, IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Sessions } from '../../../shared/accounts/factors.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useProfileTexts } from './profile-texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';

export function SessionsPage() {
  const t = useProfileTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: () => call<Sessions>('/auth/sessions', { timeout: TIMEOUT }),
  });
  const { isBusy, failed, run } = useSubmit();
  const act = (path: string, method: 'POST' | 'DELETE', done: string): Promise<boolean> =>
    run(async () => {
      await call(path, { method, answer: 'none', timeout: TIMEOUT });
      await queries.invalidateQueries({ queryKey: ['sessions'] });
      say(done);
    });
  if (query.isPending) return <Loading />;
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  const { sessions, devices } = query.data;
  return (
    <>
      {failed !== null && <ErrorNotice error={failed} />}
      <section className="p-card p-stack" aria-labelledby="k-sessions">
        <Title order={2} id="k-sessions">
          {t('sessions.title')}
        </Title>
        <ul className="k-list">
          {sessions.map((one) => (
            <li key={one.id} className="k-row">
              <div>
                <Group gap={8}>
                  <Text fw={600}>{one.agent || t('sessions.unknown')}</Text>
                  {one.isThis && (
                    <StateWord tone="ok" icon={IconDeviceDesktop}>
                      {t('sessions.this')}
                    </StateWord>
                  )}
                  {one.isLocked && (
                    <StateWord tone="off" icon={IconLock}>
                      {t('sessions.locked')}
                    </StateWord>
                  )}
                </Group>
                <Text size="sm" c="dimmed">
                  {t('sessions.since', { at: showInstant(one.createdAt, language) })} ·{' '}
                  {t('sessions.used', { at: showInstant(one.lastSeenAt, language) })} ·{' '}
                  {t(`factor.${one.factor}`)}
                </Text>
              </div>
              {!one.isThis && (
                <Button
                  size="xs"
                  variant="default"
                  disabled={isBusy}
                  onClick={() =>
                    void act(`/auth/sessions/${one.id}`, 'DELETE', t('sessions.ended'))
                  }
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {sessions.length > 1 && (
          <Group>
            <Button
              variant="default"
              loading={isBusy}
              onClick={() =>
                void act('/auth/sessions/end-others', 'POST', t('sessions.endedOthers'))
              }
            >
              {t('sessions.endOthers')}
            </Button>
          </Group>
        )}
      </section>
      <DeviceList
        devices={devices}
        isBusy={isBusy}
        onForget={(id) =>
          void act(`/auth/sessions/devices/${id}`, 'DELETE', t('devices.forgotten'))
        }
      />
    </>
  );
}

/** Browsers that need no second factor. */
function DeviceList({
  devices,
  isBusy,
  onForget,
}: {
  devices: Sessions['devices'];
  isBusy: boolean;
  onForget: (id: string) => void;
}) {
  const t = useProfileTexts();
  const language = useLanguage();
  return (
    <section className="p-card p-stack" aria-labelledby="k-devices">
      <Title order={2} id="k-devices">
        {t('devices.title')}
      </Title>
      <Text>{t('devices.what')}</Text>
      {devices.length === 0 && <Text c="dimmed">{t('devices.none')}</Text>}
      <ul className="k-list">
        {devices.map((one) => (
          <li key={one.id} className="k-row">
            <div>
              <Text fw={600}>{one.agent || t('sessions.unknown')}</Text>
              <Text size="sm" c="dimmed">
                {t('devices.factor', { at: showInstant(one.factorAt, language) })}
              </Text>
            </div>
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => onForget(one.id)}>
              {t('devices.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
