// Adds files of the practice to a patient: the patient, the kind, and a separate result for each
// file.

import { Button, CloseButton, Group, Loader, NativeSelect, Progress, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCamera,
  IconCircleCheck,
  IconFileText,
  IconFileUpload,
  IconPhoto,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import { dayText } from '../../../shared/base/dates.ts';
import { UPLOAD_KINDS, UPLOAD_TYPES, type UploadKind } from '../../../shared/papers/upload.ts';
import { describeError, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { sayWithUndo } from '../../ui/toast.tsx';
import { takeBack, unreadableReason } from './documents-calls.ts';
import { useDocumentsTexts } from './documents-texts.ts';
import { PatientFilter } from './PatientFilter.tsx';
import { REASON } from './UnreadableAnswer.tsx';
import { isFinal, useAdding, type Adding, type AddingList } from './use-adding.ts';
import { Modal } from '../../ui/Modal.tsx';

/** The patient whose record the files are added to. */
export interface Whose {
  patid: string;
  name: string;
  geburtsdatum: string;
}
interface Props {
  patient: Whose | null;
  first: readonly File[];
  onClose: () => void;
}

export function AddDialog({ onClose, ...rest }: Props) {
  const t = useDocumentsTexts(),
    [isBusy, setBusy] = useState(false);
  return (
    <Modal
      opened
      onClose={() => {
        if (!isBusy) onClose();
      }}
      title={t('add.title')}
      size={640}
      closeButtonProps={{ disabled: isBusy }}
    >
      <AddForm {...rest} onClose={onClose} onBusy={setBusy} />
    </Modal>
  );
}

function AddForm({
  patient,
  first,
  onClose,
  onBusy,
}: Props & { onBusy: (isBusy: boolean) => void }) {
  const t = useDocumentsTexts(),
    ui = useUiTexts(),
    queries = useQueryClient(),
    list = useAdding(first);
  const [whose, setWhose] = useState(patient),
    [kind, setKind] = useState<UploadKind | ''>(''),
    [isTried, setTried] = useState(false);
  const { files, isBusy } = list,
    open = files.filter(({ state }) => state !== 'saved' && !isFinal(state)),
    saved = files.filter(({ state }) => state === 'saved').length;
  const submit = async (): Promise<void> => {
    setTried(true);
    if (whose === null || kind === '' || open.length === 0) return;
    onBusy(true);
    const end = await list.send(whose.patid, kind);
    onBusy(false);
    if (end.saved.length > 0) void queries.invalidateQueries({ queryKey: ['documents'] });
    if (!end.isDone) return;
    sayWithUndo(t('add.done', { count: end.saved.length, name: whose.name }), async () => {
      for (const id of end.saved) await takeBack(id);
      await queries.invalidateQueries({ queryKey: ['documents'] });
    });
    onClose();
  };
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <WhoseChoice whose={whose} onWhose={setWhose} isTried={isTried} list={list} />
      <NativeSelect
        label={t('add.kind')}
        value={kind}
        disabled={list.isBegun}
        error={isTried && kind === '' ? t('add.kindMissing') : undefined}
        onChange={(event) =>
          setKind(UPLOAD_KINDS.find((one) => one === event.currentTarget.value) ?? '')
        }
        data={[
          { value: '', label: t('add.kindChoose') },
          ...UPLOAD_KINDS.map((one) => ({ value: one, label: t(`upload.${one}`) })),
        ]}
      />
      <DropArea list={list} />
      {isTried && files.length === 0 && (
        <Text size="sm" className="d-missing">
          {t('add.filesMissing')}
        </Text>
      )}
      {files.length > 0 && <ChosenFiles files={files} isBusy={isBusy} list={list} />}
      {list.isBegun && <SendingProgress saved={saved} files={files} />}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" disabled={isBusy} onClick={onClose}>
          {saved > 0 ? ui('close') : ui('cancel')}
        </Button>
        {(open.length > 0 || !list.isBegun) && (
          <Button type="submit" loading={isBusy}>
            {open.length === 0
              ? t('add.goNone')
              : list.isBegun
                ? ui('retry')
                : t('add.go', { count: open.length })}
          </Button>
        )}
      </Group>
    </form>
  );
}

/** Where files are dropped, chosen, or taken with the camera. */
function DropArea({ list }: { list: AddingList }) {
  const t = useDocumentsTexts(),
    [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null),
    camera = useRef<HTMLInputElement>(null);
  const { isBusy } = list;
  const take = (chosen: FileList | null): void => {
    if (chosen && !isBusy) list.add([...chosen]);
  };
  const input = (isCamera: boolean) => (
    <input
      ref={isCamera ? camera : chooser}
      type="file"
      hidden
      tabIndex={-1}
      aria-label={isCamera ? t('add.photo') : t('add.choose')}
      accept={isCamera ? 'image/*' : UPLOAD_TYPES.join(',')}
      {...(isCamera ? { capture: 'environment' as const } : { multiple: true })}
      onChange={(event) => {
        take(event.currentTarget.files);
        event.currentTarget.value = '';
      }}
    />
  );
  return (
    <div
      className="d-drop d-add"
      data-over={isOver}
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <IconFileUpload size={28} stroke={1.5} aria-hidden />
      <Text size="sm">{isOver ? t('add.drop') : t('add.lead')}</Text>
      <Group gap={8} justify="center">
        <Button variant="default" disabled={isBusy} onClick={() => chooser.current?.click()}>
          {t('add.choose')}
        </Button>
        <Button
          className="d-camera"
          variant="default"
          disabled={isBusy}
          leftSection={<IconCamera size={16} stroke={1.75} aria-hidden />}
          onClick={() => camera.current?.click()}
        >
          {t('add.photo')}
        </Button>
      </Group>
      {input(false)}
      {input(true)}
    </div>
  );
}

function WhoseChoice({
  whose,
  onWhose,
  isTried,
  list,
}: {
  whose: Whose | null;
  onWhose: (value: Whose | null) => void;
  isTried: boolean;
  list: AddingList;
}) {
  const t = useDocumentsTexts(),
    language = useLanguage();
  return (
    <>
      {whose === null ? (
        <div>
          <PatientFilter label={t('add.patient')} onPick={onWhose} />
          {isTried && (
            <Text size="sm" className="d-missing">
              {t('add.patientMissing')}
            </Text>
          )}
        </div>
      ) : (
        <div className="d-whose">
          <span>
            <span className="p-muted">{t('add.patient')}</span>
            <br />
            <strong>{whose.name}</strong>
            {whose.geburtsdatum !== '' && (
              <span className="p-tabular"> *{dayText(whose.geburtsdatum, language)}</span>
            )}
          </span>
          {!list.isBegun && (
            <Button size="xs" variant="default" onClick={() => onWhose(null)}>
              {t('add.other')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function SendingProgress({ saved, files }: { saved: number; files: Adding[] }) {
  const t = useDocumentsTexts();
  return (
    <div role="status">
      <Progress
        value={(saved / Math.max(1, files.length)) * 100}
        aria-label={t('add.progress', { n: saved, of: files.length })}
        mb={4}
      />
      <Text size="sm" c="dimmed">
        {t('add.progress', { n: saved, of: files.length })}
      </Text>
    </div>
  );
}

function ChosenFiles({
  files,
  isBusy,
  list,
}: {
  files: Adding[];
  isBusy: boolean;
  list: AddingList;
}) {
  const t = useDocumentsTexts();
  return (
    <ul className="d-files" aria-label={t('add.files')}>
      {files.map((one) => (
        <FileRow
          key={one.id}
          one={one}
          onRemove={isBusy || one.state === 'saved' ? undefined : () => list.remove(one.id)}
        />
      ))}
    </ul>
  );
}

function FileRow({ one, onRemove }: { one: Adding; onRemove: (() => void) | undefined }) {
  const t = useDocumentsTexts(),
    problem = useProblem();
  const failed = typeof one.state === 'object' ? one.state.failed : undefined;
  const Icon = one.file.type.startsWith('image/') ? IconPhoto : IconFileText;
  return (
    <li className="d-file" data-failed={failed !== undefined}>
      {one.state === 'saved' ? (
        <IconCircleCheck size={20} stroke={1.75} aria-hidden className="d-ok" />
      ) : one.state === 'sending' ? (
        <Loader size={18} />
      ) : failed === undefined ? (
        <Icon size={20} stroke={1.75} aria-hidden />
      ) : (
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden className="d-bad" />
      )}
      <span className="d-file-name">
        <span>{one.file.name}</span>
        <span className="p-small" role={failed === undefined ? undefined : 'alert'}>
          {failed === undefined
            ? t(`file.${one.state as 'waiting' | 'sending' | 'saved'}`)
            : problem(failed)}
        </span>
      </span>
      {onRemove && (
        <CloseButton
          aria-label={t('file.remove', { name: one.file.name })}
          title={t('file.remove', { name: one.file.name })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

/** Explains why a file was rejected. */
function useProblem(): (error: unknown) => string {
  const t = useDocumentsTexts(),
    ui = useUiTexts(),
    language = useLanguage();
  return (error) => {
    if (error instanceof CallError && error.code === 'too_large') return t('problem.size');
    if (error instanceof CallError && error.code === 'unsupported_media')
      return t('problem.format');
    const reason = unreadableReason(error);
    if (reason) return t(REASON[reason.reason]);
    if (error instanceof CallError && error.code === 'unreadable_file') return t('problem.picture');
    return describeError(error, ui, language);
  };
}
