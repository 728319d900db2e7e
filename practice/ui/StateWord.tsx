// A state as icon, word and colour together; colour alone is never the only sign.

import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';

export type Tone = 'off' | 'info' | 'primary' | 'ok' | 'ok-outline' | 'warn' | 'bad' | 'text';

export function StateWord({
  tone,
  icon: Icon,
  children,
}: {
  tone: Tone;
  icon: ComponentType<IconProps>;
  children: ReactNode;
}) {
  return (
    <span className="p-state" data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
