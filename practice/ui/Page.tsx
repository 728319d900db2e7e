// Frame of a page: heading line with actions, and the empty and loading states.

import { Group, Loader, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useUiTexts } from './ErrorNotice.tsx';

export function Page({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Molar`;
  }, [title]);
  return (
    <div className="p-page">
      <Group justify="space-between" mb={16} gap={12}>
        <Title order={1} className="p-title">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </div>
  );
}

/** Nothing for a moment, then a sign, after a second words, after five what to expect. */
export function Loading() {
  const t = useUiTexts();
  return (
    <Group gap={8} p={16} role="status" className="p-loading">
      <Loader size={16} />
      <Text size="sm" c="dimmed">
        {t('loading')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('loading.slow')}
      </Text>
    </Group>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return <div className="p-empty">{children}</div>;
}
