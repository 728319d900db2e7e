// Frame of a page: heading line with actions, and the empty and loading states.

import { Group, Loader, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { CallError } from '../../shared/base/client.ts';
import { ErrorNotice, useUiTexts } from './ErrorNotice.tsx';

/**
 * @param refused error of the call that the page lives from: without the right to it only the reason
 * is shown, no field or button that cannot help
 */
export function Page({
  title,
  actions,
  refused,
  children,
}: {
  title: string;
  actions?: ReactNode;
  refused?: unknown;
  children: ReactNode;
}) {
  const isRefused = refused instanceof CallError && refused.code === 'forbidden';
  useEffect(() => {
    document.title = `${title} · Molar`;
  }, [title]);
  return (
    <div className="p-page">
      <Group justify="space-between" mb={16} gap={12}>
        <Title order={1} className="p-title">
          {title}
        </Title>
        {!isRefused && actions}
      </Group>
      {isRefused ? <ErrorNotice error={refused} /> : children}
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
