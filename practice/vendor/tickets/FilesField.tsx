// Chooses pictures and PDFs for a message, with the sender's word that they show no patient.

import { Button, Checkbox, CloseButton, Text } from '@mantine/core';
import { IconFileText, IconPaperclip, IconPhoto } from '@tabler/icons-react';
import { useRef } from 'react';
import { UPLOAD_TYPES } from '../../../shared/papers/upload.ts';
import { TICKET_FILES } from '../../../shared/vendor/tickets.ts';
import { useTicketTexts } from './ticket-texts.ts';
import type { ChosenFiles } from './use-files.ts';

/** @param isTried shows what is missing */
export function FilesField({ list, isTried }: { list: ChosenFiles; isTried: boolean }) {
  const t = useTicketTexts(),
    chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="tk-files">
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={UPLOAD_TYPES.join(',')}
        aria-label={t('files.add')}
        onChange={(event) => {
          list.add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
        disabled={list.files.length >= TICKET_FILES.entry}
        leftSection={<IconPaperclip size={18} aria-hidden />}
        onClick={() => chooser.current?.click()}
      >
        {t('files.add')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('files.hint', { count: TICKET_FILES.entry, mb: TICKET_FILES.bytes / 1024 / 1024 })}
      </Text>
      {list.files.length > 0 && (
        <>
          <ul className="tk-chosen">
            {list.files.map(({ id, file }) => (
              <li key={id}>
                {file.type === 'application/pdf' ? (
                  <IconFileText size={20} stroke={1.75} aria-hidden />
                ) : (
                  <IconPhoto size={20} stroke={1.75} aria-hidden />
                )}
                <span className="tk-chosen-name">
                  {file.name}
                  {file.size > TICKET_FILES.bytes && (
                    <span className="tk-late"> {t('files.large')}</span>
                  )}
                </span>
                <CloseButton
                  aria-label={t('files.remove', { name: file.name })}
                  onClick={() => list.remove(id)}
                />
              </li>
            ))}
          </ul>
          <Checkbox
            label={t('files.word')}
            checked={list.isConfirmed}
            error={isTried && list.lacksWord ? t('files.wordMissing') : undefined}
            onChange={(event) => list.confirm(event.currentTarget.checked)}
          />
        </>
      )}
    </div>
  );
}
