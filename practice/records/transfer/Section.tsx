// A card with a heading, the number of rows, and rows.

import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function Section({
  id,
  title,
  count,
  lead,
  children,
}: {
  id: string;
  title: string;
  count?: number;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <section className="p-card" aria-labelledby={id}>
      <Title order={3} id={id} className="ds-h3">
        {title}{' '}
        {count !== undefined && count > 0 && <span className="p-muted p-tabular">{count}</span>}
      </Title>
      {lead !== undefined && (
        <Text size="sm" c="dimmed">
          {lead}
        </Text>
      )}
      <div className="ds-rows" role="list">
        {children}
      </div>
    </section>
  );
}
