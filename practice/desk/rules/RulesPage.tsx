// Rules that fill a Mappe with papers: the practice's rules in their order, previewed on today's
// appointments before they are saved.

import './rules.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconDeviceFloppy, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { v4 as uuid } from 'uuid';
import { momentText } from '../../../shared/base/dates.ts';
import type { MappeRulesView } from '../../../shared/desk/mappe-rules.schema.ts';
import type { MappeRule } from '../../../shared/desk/mappe-rules.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { isSame, newRule, stored } from './edit-rules.ts';
import { RuleForm } from './RuleForm.tsx';
import { RuleList } from './RuleList.tsx';
import { useRulesTexts } from './rules-texts.ts';
import { TodayPreview } from './TodayPreview.tsx';
import { resetRules, saveRules, useRules } from './use-rules.ts';
import { useLanguage } from '../../ui/texts.ts';
import { Modal } from '../../ui/Modal.tsx';

export function RulesPage() {
  const t = useRulesTexts(),
    rules = useRules();
  if (rules.data)
    return (
      <Editor
        key={`${rules.data.version}-${rules.dataUpdatedAt}`}
        view={rules.data}
        reload={() => void rules.refetch()}
      />
    );
  return (
    <Page title={t('title')}>
      {rules.isError ? (
        <ErrorNotice error={rules.error} onRetry={() => void rules.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Editor({ view, reload }: { view: MappeRulesView; reload: () => void }) {
  const language = useLanguage();
  const t = useRulesTexts(),
    { isBusy, failed, run } = useSubmit();
  const [rules, setRules] = useState<readonly MappeRule[]>(view.rules),
    [editing, setEditing] = useState<MappeRule | null>(null),
    [isAsking, setAsking] = useState(false);
  const isChanged = !isSame(rules, view.rules),
    isShipped = isSame(rules, view.shipped);
  const save = async (): Promise<boolean> => {
    const isDone = await run(() => saveRules(view.version, rules));
    if (isDone) {
      say(t('saved'));
      reload();
    }
    return isDone;
  };
  useUnsaved(isChanged, save);
  const reset = (): void => {
    setAsking(false);
    void run(() => resetRules(view.version)).then((isDone) => {
      if (isDone) {
        say(t('resetDone'));
        reload();
      }
    });
  };
  return (
    <Page
      title={t('title')}
      actions={
        <EditorActs
          isShipped={isShipped}
          isChanged={isChanged}
          onReset={() => setAsking(true)}
          onNew={() => setEditing(newRule(uuid(), ''))}
          isBusy={isBusy}
          onSave={() => void save()}
        />
      }
    >
      <div className="p-stack">
        <p className="p-muted r-lead">
          {t('lead')}{' '}
          {view.changedAt === null
            ? t('asShipped')
            : t('changed', { when: momentText(view.changedAt, language) })}
        </p>
        {failed !== null && <ErrorNotice error={failed} isSave />}
        {failed !== null && (
          <Group>
            <Button size="xs" variant="default" onClick={reload}>
              {t('reload')}
            </Button>
          </Group>
        )}
        {isChanged && failed === null && (
          <Notice tone="info" role="status">
            {t('open')}
          </Notice>
        )}
        <div className="r-board">
          <section className="p-card" aria-labelledby="r-rules">
            <Title order={2} size="md" id="r-rules">
              {t('rules')}
            </Title>
            {rules.length === 0 ? (
              <Empty>{t('none')}</Empty>
            ) : (
              <RuleList view={view} rules={rules} onChange={setRules} onEdit={setEditing} />
            )}
          </section>
          <TodayPreview view={view} rules={rules} />
        </div>
      </div>
      {editing && (
        <RuleForm
          key={editing.id}
          view={view}
          rule={editing}
          onClose={() => setEditing(null)}
          onDone={(rule) => {
            setRules(stored(rules, rule));
            setEditing(null);
          }}
        />
      )}
      <ResetDialog isOpen={isAsking} onClose={() => setAsking(false)} onYes={reset} />
    </Page>
  );
}

function EditorActs({
  isShipped,
  isChanged,
  isBusy,
  onReset,
  onNew,
  onSave,
}: {
  isShipped: boolean;
  isChanged: boolean;
  isBusy: boolean;
  onReset: () => void;
  onNew: () => void;
  onSave: () => void;
}) {
  const t = useRulesTexts();
  return (
    <div className="p-row">
      <Button
        variant="default"
        disabled={isShipped && !isChanged}
        leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
        onClick={onReset}
      >
        {t('reset')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        onClick={onNew}
      >
        {t('new')}
      </Button>
      <Button
        loading={isBusy}
        disabled={!isChanged}
        leftSection={<IconDeviceFloppy size={18} stroke={1.75} aria-hidden />}
        onClick={onSave}
      >
        {t('save')}
      </Button>
    </div>
  );
}

function ResetDialog({
  isOpen,
  onClose,
  onYes,
}: {
  isOpen: boolean;
  onClose: () => void;
  onYes: () => void;
}) {
  const t = useRulesTexts(),
    ui = useUiTexts();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('reset')}>
      <Text mb={16}>{t('resetAsk')}</Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button onClick={onYes}>{t('resetYes')}</Button>
      </Group>
    </Modal>
  );
}
