// Folders and formats of the practice software, tried by the server before they are saved; each
// rejection is shown at its field.

import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  Radio,
  Select,
  Stack,
  TextInput,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import { FOLDER_PROBLEMS } from '../../../shared/records/transfer.ts';
import type { Transfer } from '../../../shared/records/transfer.schema.ts';
import { CallError } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { saveSettings } from './transfer-calls.ts';
import { useTransferTexts, type TransferKey } from './transfer-texts.ts';
import { VddsLines } from './VddsLines.tsx';

type Settings = NonNullable<Transfer['settings']>;

const PATH_FIELD = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  maxLength: 500,
  classNames: { input: 'ds-file' },
} as const;

interface FieldsProps {
  now: Settings;
  set: (part: Partial<Settings>) => void;
  /** The text of a rejection at this field. */
  problem: (field: string) => string | undefined;
}

/** Edits the settings of the practice software and saves them. */
export function SetupForm({
  version,
  settings,
  onClose,
  onSaved,
}: {
  version: number;
  settings: Settings;
  onClose: () => void;
  onSaved: () => void;
}) {
  const t = useTransferTexts(),
    [now, setNow] = useState(settings),
    { isBusy, failed, run } = useSubmit();
  const set = (part: Partial<Settings>): void => setNow({ ...now, ...part });
  const fields =
    failed instanceof CallError && failed.code === 'validation' ? (failed.fields ?? {}) : undefined;
  const problem = (field: string): string | undefined => {
    const word = Object.entries(fields ?? {}).find(
      ([key]) => key === field || key.endsWith(`.${field}`),
    )?.[1];
    if (word === undefined) return undefined;
    if (word === 'gdt_or_pdf') return t('set.gdt_or_pdf');
    return t(
      [...FOLDER_PROBLEMS, 'missing'].some((one) => one === word)
        ? (`folder.${word}` as TransferKey)
        : 'field.wrong',
    );
  };
  const save = (): void =>
    void run(async () => {
      await saveSettings(version, now);
      say(t('set.saved'));
      onSaved();
    });
  return (
    <form
      className="p-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      aria-labelledby="ds-set"
    >
      <Title order={2} id="ds-set" className="ds-h2" mb={12}>
        {t('set.title')}
      </Title>
      <div className="ds-form">
        <ReadFields now={now} set={set} problem={problem} />
        <WriteFields now={now} set={set} problem={problem} />
      </div>
      <VddsLines />
      {failed !== null && (fields === undefined || Object.keys(fields).length === 0) && (
        <ErrorNotice error={failed} isSave />
      )}
      <Group justify="flex-end" mt={16}>
        <Button variant="default" onClick={onClose}>
          {t('set.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('set.save')}
        </Button>
      </Group>
    </form>
  );
}

/** Input of Molar: folders, and the ids of both programs. */
function ReadFields({ now, set, problem }: FieldsProps) {
  const t = useTransferTexts();
  return (
    <Stack gap={16}>
      <TextInput
        {...PATH_FIELD}
        label={t('set.in')}
        description={t('set.in.hint')}
        placeholder="/mnt/pvs/von-pvs"
        value={now.inFolder ?? ''}
        onChange={(event) =>
          set({ inFolder: event.currentTarget.value === '' ? null : event.currentTarget.value })
        }
        error={problem('inFolder')}
      />
      <Radio.Group
        label={t('set.after')}
        value={now.afterRead}
        onChange={(value) => set({ afterRead: value === 'move' ? 'move' : 'delete' })}
      >
        <Stack gap={8} mt={4}>
          <Radio value="delete" label={t('set.after.delete')} />
          <Radio value="move" label={t('set.after.move')} />
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('set.arrival')}
        checked={now.notesArrival}
        onChange={(event) => set({ notesArrival: event.currentTarget.checked })}
      />
      <TextInput
        {...PATH_FIELD}
        label={t('set.scan')}
        description={t('set.scan.hint')}
        placeholder="/mnt/scans"
        value={now.scanFolder ?? ''}
        onChange={(event) =>
          set({
            scanFolder: event.currentTarget.value === '' ? null : event.currentTarget.value,
          })
        }
        error={problem('scanFolder')}
      />
      <TextInput
        label={t('set.pvsId')}
        maxLength={8}
        value={now.pvsId}
        onChange={(event) => set({ pvsId: event.currentTarget.value })}
        error={problem('pvsId')}
      />
      <TextInput
        label={t('set.ownId')}
        maxLength={8}
        value={now.ownId}
        onChange={(event) => set({ ownId: event.currentTarget.value })}
        error={problem('ownId')}
      />
    </Stack>
  );
}

/** Output of Molar: the folder, and the formats. */
function WriteFields({ now, set, problem }: FieldsProps) {
  const t = useTransferTexts();
  const as = now.targets.gdt ? 'gdt' : now.targets.pdf ? 'pdf' : 'none';
  return (
    <Stack gap={16}>
      <TextInput
        {...PATH_FIELD}
        label={t('set.out')}
        description={t('set.out.hint')}
        placeholder="/mnt/pvs/zum-pvs"
        value={now.outFolder ?? ''}
        onChange={(event) =>
          set({
            outFolder: event.currentTarget.value === '' ? null : event.currentTarget.value,
          })
        }
        error={problem('outFolder')}
      />
      <Radio.Group
        label={t('set.what')}
        value={as}
        onChange={(value) =>
          set({ targets: { ...now.targets, gdt: value === 'gdt', pdf: value === 'pdf' } })
        }
        error={problem('targets')}
      >
        <Stack gap={8} mt={4}>
          <Radio value="none" label={t('set.none')} />
          <Radio value="gdt" label={t('target.gdt')} />
          <Radio value="pdf" label={t('target.pdf')} />
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('set.fhir')}
        checked={now.targets.fhir}
        onChange={(event) =>
          set({ targets: { ...now.targets, fhir: event.currentTarget.checked } })
        }
      />
      {as !== 'none' && (
        <Checkbox
          label={t('set.persons')}
          description={t(`set.persons.${as}`)}
          checked={now.sendsPersons}
          onChange={(event) => set({ sendsPersons: event.currentTarget.checked })}
        />
      )}
      {as === 'gdt' && <GdtFields now={now} set={set} problem={problem} />}
    </Stack>
  );
}

/** How a GDT file refers to its PDF, and how it is named. */
function GdtFields({ now, set, problem }: FieldsProps) {
  const t = useTransferTexts();
  return (
    <>
      <TextInput
        {...PATH_FIELD}
        maxLength={300}
        label={t('set.seen')}
        description={t('set.seen.hint')}
        value={now.pathForPvs}
        onChange={(event) => set({ pathForPvs: event.currentTarget.value })}
        error={problem('pathForPvs')}
      />
      <Select
        label={t('set.charset')}
        allowDeselect={false}
        data={[
          { value: '3', label: t('set.charset.3') },
          { value: '2', label: t('set.charset.2') },
          { value: '1', label: t('set.charset.1') },
        ]}
        value={String(now.charset)}
        onChange={(value) => set({ charset: value === '1' ? 1 : value === '2' ? 2 : 3 })}
      />
      <Select
        label={t('set.names')}
        allowDeselect={false}
        data={[
          { value: 'unique', label: t('set.names.unique') },
          { value: 'counted', label: t('set.names.counted') },
        ]}
        value={now.gdtNames}
        onChange={(value) => set({ gdtNames: value === 'counted' ? 'counted' : 'unique' })}
      />
      <TextInput
        label={t('set.testId')}
        description={t('set.testId.hint')}
        maxLength={6}
        value={now.testId}
        onChange={(event) => set({ testId: event.currentTarget.value.toUpperCase() })}
        error={problem('testId')}
      />
      <NumberInput
        label={t('set.number')}
        description={t('set.number.hint')}
        min={4}
        max={64}
        allowDecimal={false}
        value={now.numberMost}
        onChange={(value) => set({ numberMost: Number(value) })}
        error={problem('numberMost')}
      />
      <NumberInput
        label={t('set.comment')}
        description={t('set.comment.hint')}
        min={20}
        max={900}
        allowDecimal={false}
        value={now.commentMost}
        onChange={(value) => set({ commentMost: Number(value) })}
        error={problem('commentMost')}
      />
    </>
  );
}
