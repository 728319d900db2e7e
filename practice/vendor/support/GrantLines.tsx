// The lines about active vendor grants: the own one, with its end, and those of guests.

import './support.css';
import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { berlinTime, momentText } from '../../../shared/base/dates.ts';
import { CallError } from '../../../shared/base/client.ts';
import type { GrantView } from '../../../shared/vendor/grants.schema.ts';
import { stopActing, useSession } from '../../session.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { recordOf, whatOf } from './grant-words.ts';
import { answerGrant, endOwn, useGrantNews, useGrants } from './use-grants.ts';
import { useSupportTexts } from './support-texts.ts';

export function ActingLine() {
  const t = useSupportTexts(),
    navigate = useNavigate(),
    news = useGrantNews();
  const { acting } = useSession(),
    { data, error } = useGrants();
  const own = data?.items.find((g) => g.id === acting?.id);
  // Without the grant every call that names the practice is rejected.
  const isRefused = error instanceof CallError && error.status === 403;
  const isOver = acting !== null && (isRefused || (data !== undefined && own?.state !== 'active'));
  useEffect(() => {
    if (!isOver) return;
    stopActing();
    say(t('ended'));
    void navigate('/betrieb');
  }, [isOver, navigate, t]);
  if (!acting) return null;
  const end = async (): Promise<void> => {
    // Ends here at once; the server is notified, or the grant expires.
    stopActing();
    await navigate('/betrieb');
    await endOwn(acting.id).catch(() => undefined);
    await news();
  };
  return (
    <section className="z-banner" aria-label={t('acting.banner')}>
      <IconUserShield size={20} stroke={1.75} aria-hidden />
      <p role="status">
        {t('acting', {
          praxis: acting.praxisName,
          what: t(whatOf(acting)),
          time: berlinTime(acting.expiresAt),
          reason: acting.reason === '' ? t(`kind.${acting.kind}`) : acting.reason,
        })}
      </p>
      {acting.kind === 'break_glass' &&
        acting.patids.map((patid) => (
          <Button key={patid} component={Link} to={recordOf(patid)} size="xs" variant="default">
            {t('acting.record', { patid })}
          </Button>
        ))}
      <Button size="xs" color="warn" onClick={() => void end()}>
        {t('acting.end')}
      </Button>
    </section>
  );
}

export function GuestLines({
  active,
  asked,
  overdue,
}: {
  active: readonly GrantView[];
  asked: readonly GrantView[];
  overdue: readonly GrantView[];
}) {
  const t = useSupportTexts(),
    language = useLanguage(),
    news = useGrantNews();
  const end = async (id: string): Promise<void> => {
    await answerGrant(id, 'end');
    say(t('ended'));
    await news();
  };
  return (
    <>
      {active.map((g) => (
        <section key={g.id} className="z-banner" aria-label={t('banner')}>
          <IconUserShield size={20} stroke={1.75} aria-hidden />
          <p role="status">
            {t(g.kind === 'spoken' ? 'guest.spoken' : 'guest', {
              name: g.name,
              role: t(`role.${g.role}`),
              what: t(whatOf(g)),
              time: berlinTime(g.expiresAt ?? 0),
              reason: g.reason,
            })}
          </p>
          <Button size="xs" color="warn" onClick={() => void end(g.id).catch(() => undefined)}>
            {t('end')}
          </Button>
        </section>
      ))}
      {asked.map((g) => (
        <section key={g.id} className="z-banner" aria-label={t('banner')}>
          <IconUserShield size={20} stroke={1.75} aria-hidden />
          <p role="alert">
            {t(g.patids.length === 1 ? 'asked.banner_one' : 'asked.banner_other', {
              name: g.name,
              role: t(`role.${g.role}`),
              n: g.patids.length,
              reason: g.reason,
            })}
          </p>
          <Button component={Link} to="/einstellungen/zugriff" size="xs" color="warn">
            {t('asked.open')}
          </Button>
        </section>
      ))}
      {overdue.map((g) => (
        <section key={g.id} className="z-banner" aria-label={t('banner')}>
          <IconUserShield size={20} stroke={1.75} aria-hidden />
          <p role="status">
            {t('overdue', {
              name: g.name,
              role: t(`role.${g.role}`),
              day: momentText(g.approvedAt ?? g.askedAt, language),
            })}
          </p>
          <Button component={Link} to="/einstellungen/zugriff" size="xs" color="warn">
            {t('overdue.open')}
          </Button>
        </section>
      ))}
    </>
  );
}
