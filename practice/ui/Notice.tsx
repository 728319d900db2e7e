// A message with icon, word and colour, for hints and warnings that stay on the page.

import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from './StateWord.tsx';

const ICONS = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconAlertTriangle,
  info: IconInfoCircle,
  off: IconPlugConnectedX,
} as const;

export function Notice({
  tone,
  children,
  role,
}: {
  tone: keyof typeof ICONS & Tone;
  children: ReactNode;
  role?: 'status' | 'alert';
}) {
  const Icon = ICONS[tone];
  return (
    <div className="p-notice" data-tone={tone} role={role}>
      <div className="p-notice-row">
        <Icon size={18} stroke={1.75} aria-hidden className="p-notice-icon" />
        <div>{children}</div>
      </div>
    </div>
  );
}
