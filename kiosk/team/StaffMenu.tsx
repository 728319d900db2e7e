/** Staff menu: version, queue, storage, contact; sign-out is closed while anything is unsent. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { momentText } from '../../shared/base/dates.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Question, Screen } from '../ui/Screen.tsx';

export interface StaffMenuProps {
  readonly header: ReactNode;
  readonly version: string;
  readonly build: string;
  /** Sealed ops that the practice has not acknowledged, and the age of the oldest. */
  readonly unsent: number;
  readonly oldestMs: number;
  readonly isPersisted: boolean;
  readonly isOnline: boolean;
  /** ms UTC, null before the first contact. */
  readonly lastContactAt: number | null;
  readonly leaseUntil: number | null;
  readonly hasUpdate: boolean;
  /** Starts a form without a task; the texts come with the component that does it. */
  readonly blank: { readonly label: string; readonly onPress: () => void };
  /** Takes a Mappe back from a phone; the texts come with the component that does it. */
  readonly fetch: { readonly label: string; readonly onPress: () => void };
  readonly onReload: () => void;
  readonly onSignOut: () => void;
  readonly onClose: () => void;
}

export function StaffMenu(props: StaffMenuProps) {
  const { t, i18n } = useTranslation('team');
  const [isAsking, setAsking] = useState(false);
  const rows: [string, string][] = [
    [t('staff.version'), `${props.version} (${props.build})`],
    [
      t('staff.queue'),
      props.unsent === 0
        ? t('staff.unsentNone')
        : `${t('staff.unsent', { count: props.unsent })}, ${t('staff.oldest', { minutes: Math.floor(props.oldestMs / 60_000) })}`,
    ],
    [t('staff.connection'), props.isOnline ? t('staff.online') : t('staff.offline')],
    [t('staff.contact'), momentOf(props.lastContactAt, i18n.language) ?? t('staff.never')],
    [t('staff.lease'), momentOf(props.leaseUntil, i18n.language) ?? t('staff.never')],
    [t('staff.persisted'), props.isPersisted ? t('staff.yes') : t('staff.no')],
  ];
  return (
    <Screen header={props.header}>
      <Question>{t('staff.title')}</Question>
      <dl className="tab-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {props.hasUpdate && <Notice kind="info" title={t('staff.updateReady')} />}
      {props.unsent > 0 && <Notice kind="warn" title={t('staff.blocked')} />}
      <div className="tab-actions">
        <Button kind="primary" onPress={props.onClose}>
          {t('close')}
        </Button>
        <Button icon="document" onPress={props.blank.onPress}>
          {props.blank.label}
        </Button>
        <Button icon="camera" onPress={props.fetch.onPress}>
          {props.fetch.label}
        </Button>
        <Button onPress={props.onReload}>
          {props.hasUpdate ? t('staff.update') : t('staff.reload')}
        </Button>
        {props.unsent === 0 && (
          <Button onPress={() => setAsking(true)}>{t('staff.signOut')}</Button>
        )}
      </div>
      <Modal
        alert
        open={isAsking && props.unsent === 0}
        title={t('staff.signOutAsk')}
        onEscape={() => setAsking(false)}
        actions={
          <>
            <Button onPress={() => setAsking(false)}>{t('staff.signOutNo')}</Button>
            <Button onPress={props.onSignOut}>{t('staff.signOutYes')}</Button>
          </>
        }
      >
        <p>{t('staff.signOutBody')}</p>
      </Modal>
    </Screen>
  );
}

function momentOf(at: number | null, language: string): string | null {
  return at === null ? null : momentText(at, language);
}
