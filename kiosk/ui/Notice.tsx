/** A message in the page: icon, text and colour together, never colour alone. */
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import './notice.css';

type NoticeKind = 'info' | 'ok' | 'warn' | 'bad' | 'offline';

export interface NoticeProps {
  readonly kind: NoticeKind;
  /** The event, in a word or a short sentence. */
  readonly title: ReactNode;
  /** Which data is safe, and the next step. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Announced when it appears; `bad` interrupts. Off for notices present from the start. */
  readonly live?: boolean;
}

const ICON: Readonly<Record<NoticeKind, IconName>> = {
  info: 'info',
  ok: 'ok',
  warn: 'warning',
  bad: 'bad',
  offline: 'offline',
};

export function Notice({ kind, title, children, action, live = false }: NoticeProps) {
  const role = live ? (kind === 'bad' ? 'alert' : 'status') : undefined;
  return (
    <div className={`k-notice k-notice--${kind}`} role={role}>
      <Icon name={ICON[kind]} />
      <div className="k-notice__words">
        <p className="k-notice__title">{title}</p>
        {children !== undefined && <div className="k-notice__body">{children}</div>}
        {action !== undefined && <div className="k-notice__action">{action}</div>}
      </div>
    </div>
  );
}
