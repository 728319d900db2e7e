// Bulk actions for the selected lines: labels, the next step, letters and mails.

import { Button, Group, Menu, Popover } from '@mantine/core';
import { IconCheck, IconMail, IconTag, IconTargetArrow, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Label, WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { say, sayError, sayWithUndo } from '../../ui/toast.tsx';
import { useSubmit, type Submit } from '../../ui/saving/use-submit.ts';
import { assign, LABELS_KEY, LIST_KEY, writeStep, type Line } from './worklists-calls.ts';
import { useListTexts } from './worklists-texts.ts';
import { StepForm } from './StepForm.tsx';
import { WriteDialog } from './WriteDialog.tsx';

interface Props {
  kind: WorklistKind;
  lines: readonly Line[];
  labels: readonly Label[];
  team: ReadonlyMap<string, string>;
  onDone: () => void;
}

export function BulkBar({ kind, lines, labels, team, onDone }: Props) {
  const t = useListTexts(),
    queries = useQueryClient(),
    busy = useSubmit(),
    [isWriting, setWriting] = useState(false);
  const ids = lines.map((one) => one.id);
  const fresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: [LIST_KEY] });
    await queries.invalidateQueries({ queryKey: LABELS_KEY });
  };
  return (
    <div className="al-bulk p-noprint" role="region" aria-label={t('bulk')}>
      <strong className="p-tabular" aria-live="polite">
        {t(lines.length === 1 ? 'bulk.one' : 'bulk.n', { n: lines.length })}
      </strong>
      <Group gap={8}>
        <LabelMenu kind={kind} lines={lines} labels={labels} fresh={fresh} busy={busy} />
        <StepMenu
          kind={kind}
          ids={ids}
          team={team}
          isBusy={busy.isBusy}
          fresh={fresh}
          onDone={onDone}
        />
        <Button
          size="xs"
          variant="default"
          disabled={busy.isBusy}
          leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
          onClick={() => setWriting(true)}
        >
          {t('write')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconX size={16} stroke={1.75} aria-hidden />}
          onClick={onDone}
        >
          {t('bulk.none')}
        </Button>
      </Group>
      {isWriting && (
        <WriteDialog
          kind={kind}
          lines={lines}
          onClose={() => {
            setWriting(false);
            void fresh();
          }}
        />
      )}
    </div>
  );
}

/** Puts a label on every line; one that all have is removed. */
function LabelMenu({
  kind,
  lines,
  labels,
  fresh,
  busy: { isBusy, run },
}: Pick<Props, 'kind' | 'lines' | 'labels'> & { fresh: () => Promise<void>; busy: Submit }) {
  const t = useListTexts(),
    ids = lines.map((one) => one.id);
  const put = (label: Label): void => {
    // A label that every line has is removed; otherwise the lines that lack it get it.
    const without = lines.filter((one) => !one.labels.includes(label.id)).map((one) => one.id),
      isOff = without.length === 0,
      targets = isOff ? ids : without;
    void run(async () => {
      await assign(kind, targets, isOff ? [] : [label.id], isOff ? [label.id] : []);
      await fresh();
      sayWithUndo(
        t(isOff ? 'label.off' : 'label.on', { label: label.name, n: targets.length }),
        async () => {
          await assign(kind, targets, isOff ? [label.id] : [], isOff ? [] : [label.id]);
          await fresh();
        },
      );
    }, sayError);
  };
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          disabled={labels.length === 0 || isBusy}
          data-list-label
          aria-keyshortcuts="L"
          leftSection={<IconTag size={16} stroke={1.75} aria-hidden />}
        >
          {t('label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {labels.map((one) => (
          <Menu.Item
            key={one.id}
            onClick={() => put(one)}
            leftSection={<span className="p-label-dot" data-color={one.color} />}
            rightSection={
              lines.every((line) => line.labels.includes(one.id)) ? (
                <IconCheck size={16} stroke={1.75} aria-label={t('label.has')} />
              ) : null
            }
          >
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Sets the next step of every line. */
function StepMenu({
  kind,
  ids,
  team,
  isBusy,
  fresh,
  onDone,
}: Pick<Props, 'kind' | 'team' | 'onDone'> & {
  ids: readonly string[];
  isBusy: boolean;
  fresh: () => Promise<void>;
}) {
  const t = useListTexts(),
    [isStep, setStep] = useState(false);
  return (
    <Popover
      opened={isStep}
      onChange={setStep}
      width={320}
      trapFocus
      withRoles
      position="top-start"
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          leftSection={<IconTargetArrow size={16} stroke={1.75} aria-hidden />}
          onClick={() => setStep(!isStep)}
        >
          {t('step')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('step')}>
        <StepForm
          kind={kind}
          step={null}
          team={team}
          onSave={async (step) => {
            await writeStep(kind, ids, step);
            setStep(false);
            await fresh();
            say(t('step.saved'));
            onDone();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
