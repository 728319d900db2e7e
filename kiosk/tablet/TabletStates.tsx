/**
 * States in which no patient can begin: each explains the cause, which data is safe, and the next
 * step.
 */
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { StaffDots, TabletBottom, TabletTop } from './TabletFrame.tsx';
import './tablet.css';

export interface RevokedProps {
  /** Sealed ops that the server has not accepted yet. */
  readonly unsent: number;
  readonly onRegister: () => void;
}

export function Revoked({ unsent, onRegister }: RevokedProps) {
  const { t } = useTranslation('tablet');
  return (
    <Screen header={<TabletTop />}>
      <Question>{t('revoked.title')}</Question>
      <Notice kind="info" title={t('revoked.patient')} />
      <p>{t('revoked.safe')}</p>
      {unsent > 0 && <Notice kind="warn" title={t('revoked.unsent', { count: unsent })} />}
      <Button onPress={onRegister}>{t('revoked.again')}</Button>
    </Screen>
  );
}

/**
 * The server's database was replaced, or it is another server: stated explicitly, because waiting
 * helps only in the second case.
 */
export function NotKnown({ unsent, onRegister }: RevokedProps) {
  const { t } = useTranslation('tablet');
  return (
    <Screen header={<TabletTop />}>
      <Question>{t('notKnown.title')}</Question>
      <Notice kind="info" title={t('revoked.patient')} />
      <p>{t('notKnown.staff')}</p>
      {unsent > 0 && <Notice kind="warn" title={t('notKnown.unsent', { count: unsent })} />}
      <Button onPress={onRegister}>{t('revoked.again')}</Button>
    </Screen>
  );
}

export interface LeaseExpiredProps {
  readonly praxis: string;
  readonly tablet: string;
  readonly onStaff: () => void;
}

export function LeaseExpired({ praxis, tablet, onStaff }: LeaseExpiredProps) {
  const { t } = useTranslation('tablet');
  return (
    <Screen
      header={<TabletTop praxis={praxis} tablet={tablet} />}
      footer={
        <TabletBottom state={null}>
          <StaffDots label={t('home.staff')} onPress={onStaff} />
        </TabletBottom>
      }
    >
      <Question>{t('lease.title')}</Question>
      <p className="tab-lead">{t('lease.patient')}</p>
      <Notice kind="offline" title={t('lease.staff')}>
        <p>{t('lease.safe')}</p>
      </Notice>
    </Screen>
  );
}

export interface AlreadyOpenProps {
  readonly onTakeOver: () => void;
}

export function AlreadyOpen({ onTakeOver }: AlreadyOpenProps) {
  const { t } = useTranslation('tablet');
  return (
    <Screen
      header={<TabletTop />}
      footer={
        <Footer
          primary={
            <Button kind="primary" grow onPress={onTakeOver}>
              {t('open.take')}
            </Button>
          }
        />
      }
    >
      <Question reason={t('open.body')}>{t('open.title')}</Question>
    </Screen>
  );
}

export interface StorageTroubleProps {
  readonly trouble: 'quota' | 'broken' | 'blocked';
  readonly onRetry: () => void;
  readonly onHelp: () => void;
}

export function StorageTrouble({ trouble, onRetry, onHelp }: StorageTroubleProps) {
  const { t } = useTranslation('tablet');
  return (
    <Screen
      header={<TabletTop />}
      footer={
        <Footer
          primary={
            <Button kind="primary" grow icon="help" onPress={onHelp}>
              {t('help.call')}
            </Button>
          }
        />
      }
    >
      <Question>{t('storage.title')}</Question>
      <Notice kind="warn" title={t('storage.safe')}>
        <p>{t('storage.now')}</p>
      </Notice>
      <p className="tab-muted">{t(`storage.${trouble}`)}</p>
      <Button onPress={onRetry}>{t('storage.retry')}</Button>
    </Screen>
  );
}
