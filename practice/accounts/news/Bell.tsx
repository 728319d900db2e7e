// The bell of the top bar: product news; displayed news count as read.

import './news.css';
import { ActionIcon, Indicator, Popover, Text, Title } from '@mantine/core';
import { IconBell, IconSparkles } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dayText } from '../../../shared/base/dates.ts';
import type { NewsList } from '../../../shared/accounts/news.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';
import { Empty } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useNewsTexts } from './news-texts.ts';

export function Bell() {
  const t = useNewsTexts(),
    language = useLanguage(),
    queries = useQueryClient(),
    { status } = useSession();
  const [isOpen, setOpen] = useState(false);
  /** Stays marked while the panel is open, although it is already read. */
  const [fresh, setFresh] = useState<readonly string[]>([]);
  const news = useQuery({
    queryKey: ['news'],
    queryFn: () => call<NewsList>('/auth/news', { timeout: TIMEOUT }),
    enabled: status === 'in',
    staleTime: 600_000,
    retry: false,
  });
  const unread = news.data?.unread ?? 0;
  const toggle = (next: boolean): void => {
    setOpen(next);
    if (!next) return;
    const ids = news.data?.items.filter((item) => !item.isRead).map((item) => item.id) ?? [];
    setFresh(ids);
    // If saving fails, the news is merely shown again.
    if (ids.length > 0)
      call<NewsList>('/auth/news/read', { json: { ids }, timeout: TIMEOUT }).then(
        (list) => {
          queries.setQueryData(['news'], list);
        },
        () => undefined,
      );
  };
  return (
    <Popover
      opened={isOpen}
      onChange={toggle}
      position="bottom-end"
      width={360}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={unread === 0 ? t('bell') : t('bellUnread', { count: unread })}
          onClick={() => toggle(!isOpen)}
        >
          <Indicator disabled={unread === 0} size={10} color="var(--primary)">
            <IconBell size={20} stroke={1.75} aria-hidden />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('title')}>
        <Title order={2} size="md" mb={8} tabIndex={-1} data-autofocus>
          {t('title')}
        </Title>
        {news.data?.items.length === 0 && <Empty>{t('empty')}</Empty>}
        <ul className="n-news">
          {news.data?.items.map((item) => {
            const text = language === 'de' ? item.de : item.en;
            return (
              <li key={item.id}>
                <Text fw={600}>
                  {text.title}{' '}
                  {fresh.includes(item.id) && (
                    <StateWord tone="primary" icon={IconSparkles}>
                      {t('unread')}
                    </StateWord>
                  )}
                </Text>
                <Text size="sm">{text.text}</Text>
                <Text size="xs" c="dimmed">
                  {dayText(item.date, language)}
                </Text>
              </li>
            );
          })}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
