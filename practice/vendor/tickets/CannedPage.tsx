// Canned answers of the vendor's staff: list, write, change, delete.

import './tickets.css';
import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { CannedTexts } from '../../../shared/vendor/tickets.schema.ts';
import { TICKET_LIMITS } from '../../../shared/vendor/tickets.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say } from '../../ui/toast.tsx';
import {
  removeCannedText,
  storeCannedText,
  useCannedTexts,
  useFreshCannedTexts,
} from './ticket-calls.ts';
import { useTicketTexts } from './ticket-texts.ts';

type CannedText = CannedTexts['items'][number];

export function CannedPage() {
  const t = useTicketTexts(),
    list = useCannedTexts(),
    [editing, setEditing] = useState<CannedText | null>(null),
    items = list.data?.items ?? [];
  return (
    <Page
      title={t('canned.title')}
      actions={
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={editing !== null}
          onClick={() => setEditing({ id: uuidv7(), title: '', text: '' })}
        >
          {t('canned.new')}
        </Button>
      }
    >
      <div className="p-narrow p-stack">
        <Text>{t('canned.lead')}</Text>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {editing && <CannedForm key={editing.id} first={editing} onEnd={() => setEditing(null)} />}
        {list.data && items.length === 0 && editing === null && <Empty>{t('canned.none')}</Empty>}
        {items.length > 0 && (
          <ul className="p-card tk-list">
            {items.map((item) => (
              <li key={item.id} className="tk-canned">
                <div>
                  <Text fw={600}>{item.title}</Text>
                  <Text size="sm" c="dimmed" lineClamp={2}>
                    {item.text}
                  </Text>
                </div>
                <Button
                  size="xs"
                  variant="default"
                  disabled={editing !== null}
                  onClick={() => setEditing(item)}
                >
                  {t('canned.change')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Page>
  );
}

function CannedForm({ first, onEnd }: { first: CannedText; onEnd: () => void }) {
  const t = useTicketTexts(),
    fresh = useFreshCannedTexts(),
    { isBusy, failed, run } = useSubmit();
  const [title, setTitle] = useState(first.title),
    [text, setText] = useState(first.text),
    isEmpty = title.trim() === '' || text.trim() === '';
  const store = (): Promise<boolean> =>
    run(async () => {
      await storeCannedText(first.id, { title: title.trim(), text: text.trim() });
      await fresh();
      say(t('canned.stored'));
      onEnd();
    });
  const remove = (): Promise<boolean> =>
    run(async () => {
      await removeCannedText(first.id);
      await fresh();
      say(t('canned.removed'));
      onEnd();
    });
  useUnsaved(title !== first.title || text !== first.text, store);
  return (
    <form
      className="p-card p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) void store();
      }}
    >
      <TextInput
        label={t('canned.name')}
        maxLength={TICKET_LIMITS.title}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label={t('canned.text')}
        maxLength={TICKET_LIMITS.text}
        autosize
        minRows={4}
        maxRows={16}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group>
        <Button type="submit" disabled={isEmpty} loading={isBusy}>
          {t('canned.store')}
        </Button>
        <Button variant="default" onClick={onEnd}>
          {t('canned.cancel')}
        </Button>
        {first.title !== '' && (
          <ConfirmButton
            variant="subtle"
            color="red"
            question={t('canned.question')}
            yes={t('canned.remove')}
            onYes={() => void remove()}
          >
            {t('canned.remove')}
          </ConfirmButton>
        )}
      </Group>
    </form>
  );
}
