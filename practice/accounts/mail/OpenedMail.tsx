// An opened mail: rendered in an inert frame, or as plain text; its link can be copied if it was
// never sent out.

import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { OpenedMail as Opened } from '../../../shared/accounts/mail.schema.ts';
import { Notice } from '../../ui/Notice.tsx';
import { say } from '../../ui/toast.tsx';
import { useMailTexts } from './mail-texts.ts';
import { Modal } from '../../ui/Modal.tsx';

export function OpenedMail({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const t = useMailTexts();
  const [view, setView] = useState<'html' | 'text'>('html');
  const [frame, setFrame] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([opened.html], { type: 'text/html;charset=utf-8' }));
    setFrame(url);
    return () => URL.revokeObjectURL(url);
  }, [opened.html]);
  const { link, mail } = opened;
  return (
    <Modal opened onClose={onClose} size="lg" title={mail.subject}>
      <div className="p-stack">
        <Text size="sm" c="dimmed">
          {mail.to}
        </Text>
        <SegmentedControl
          value={view}
          onChange={(word) => setView(word === 'text' ? 'text' : 'html')}
          data={[
            { value: 'html', label: t('asHtml') },
            { value: 'text', label: t('asText') },
          ]}
        />
        {view === 'html' ? (
          frame !== undefined && (
            <iframe className="m-frame" src={frame} sandbox="" title={t('frame')} />
          )
        ) : (
          <pre className="m-text">{opened.text}</pre>
        )}
        {link !== null && (
          <Group gap={12}>
            <Button
              leftSection={<IconCopy size={18} aria-hidden />}
              onClick={() => void navigator.clipboard.writeText(link).then(() => say(t('copied')))}
            >
              {t('copy')}
            </Button>
            <Text size="xs" c="dimmed" className="m-link">
              {link}
            </Text>
          </Group>
        )}
        {link === null && mail.hasSecret && <Notice tone="info">{t('hidden')}</Notice>}
      </div>
    </Modal>
  );
}
