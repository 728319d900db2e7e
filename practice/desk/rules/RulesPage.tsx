// Rules that fill a Mappe with papers: the practice's rules in their order, previewed on today's
// appointments before they are saved.

import './rules.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconDeviceFloppy, IconPlus, IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { v4 as uuid } from 'uuid';
import { momentText } from '../../../shared/base/dates.ts';
import type { MappeRulesView } from '../../../shared/desk/mappe-rules.schema.ts';
import type { MappeRule } from '../../../shared/desk/mappe-rules.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { say } from '../../ui/toast.tsx';
import { DraftClash } from '../../ui/saving/clash/DraftClash.tsx';
import { StepButtons } from '../../ui/saving/StepButtons.tsx';
import { bothOf, RULES_SHAPE } from './clash/rules-shape.ts';
import { describeRules } from './clash/rules-words.ts';
import { isSame, newRule, stored } from './edit-rules.ts';
import { RuleForm } from './RuleForm.tsx';
import { RuleList, useItemTitle } from './RuleList.tsx';
import { useRulesTexts } from './rules-texts.ts';
import { TodayPreview } from './TodayPreview.tsx';
import { useRuleSet } from './use-rule-set.ts';
import { useRules } from './use-rules.ts';
import { useLanguage } from '../../ui/texts.ts';
import { Modal } from '../../ui/Modal.tsx';

export function RulesPage() {
  const t = useRulesTexts(),
    rules = useRules();
  if (rules.data) return <Editor view={rules.data} />;
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

function Editor({ view }: { view: MappeRulesView }) {
  const language = useLanguage(),
    t = useRulesTexts(),
    set = useRuleSet(view),
    { rules, failed, met } = set,
    [editing, setEditing] = useState<MappeRule | null>(null),
    [isAsking, setAsking] = useState(false);
  return (
    <Page
      title={t('title')}
      actions={
        <EditorActs
          set={set}
          isShipped={isSame(rules, view.shipped)}
          onReset={() => setAsking(true)}
          onNew={() => setEditing(newRule(uuid(), ''))}
        />
      }
    >
      <div className="p-stack">
        <p className="p-muted r-lead">
          {t('lead')}{' '}
          {set.changedAt === null
            ? t('asShipped')
            : t('changed', { when: momentText(set.changedAt, language) })}
        </p>
        {failed !== null && met === null && <ErrorNotice error={failed} isSave />}
        <RulesClash view={view} set={set} />
        {set.isChanged && failed === null && (
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
              <RuleList view={view} rules={rules} onChange={set.change} onEdit={setEditing} />
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
            set.change(stored(rules, rule));
            setEditing(null);
          }}
        />
      )}
      <ResetDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onYes={() => {
          setAsking(false);
          set.reset();
        }}
      />
    </Page>
  );
}

type RuleSet = ReturnType<typeof useRuleSet>;

/** Two people changed the rules: both states of a rule, and what is to count. */
function RulesClash({ view, set }: { view: MappeRulesView; set: RuleSet }) {
  const t = useRulesTexts(),
    titleOf = useItemTitle(view);
  return (
    <DraftClash
      id="mappe-rules"
      mine={set.rules}
      met={set.met}
      shape={RULES_SHAPE}
      describe={describeRules(t, titleOf)}
      load={set.stored}
      both={(merged) => {
        say(t('both'));
        return bothOf(merged, uuid);
      }}
      onJoin={set.settle}
    />
  );
}

function EditorActs({
  set: { isChanged, isBusy, canUndo, canRedo, undo, redo, save, met },
  isShipped,
  onReset,
  onNew,
}: {
  set: RuleSet;
  isShipped: boolean;
  onReset: () => void;
  onNew: () => void;
}) {
  const t = useRulesTexts();
  return (
    <div className="p-row">
      <StepButtons {...{ canUndo, canRedo, undo, redo }} />
      <Button
        variant="default"
        disabled={isShipped && !isChanged}
        leftSection={<IconRestore size={18} stroke={1.75} aria-hidden />}
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
        disabled={!isChanged || met !== null}
        leftSection={<IconDeviceFloppy size={18} stroke={1.75} aria-hidden />}
        onClick={() => void save()}
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
