// One step of the import: its number, its heading, its content.

import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

export const Step = ({ n, title, children }: { n: number; title: string; children: ReactNode }) => (
  <section className="p-card ei-step" aria-label={title}>
    <Group gap={8} wrap="nowrap">
      <span className="ei-number" aria-hidden>
        {n}
      </span>
      <h2 className="ei-title">{title}</h2>
    </Group>
    <div className="p-stack ei-body">{children}</div>
  </section>
);
