// An owner opens the recorded handwriting of a paper: asks for the escrow key, retrieves the
// encrypted recording after a step-up, and decrypts it in this browser.

import { Button, FileButton, Group, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Handwriting } from '../../../../shared/papers/evidence/handwriting.schema.ts';
import { callR4c } from '../../../api.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { StepUp } from '../../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../../ui/saving/with-step-up.ts';
import { Fact } from '../Fact.tsx';
import { readEscrowKey, type KeyFault } from './escrow-key.ts';
import { useHandwritingTexts, type HandwritingKey } from './handwriting-texts.ts';
import { openSignatures, type OpenedSigner } from './open-signatures.ts';
import { SignatureView } from './SignatureView.tsx';
import './handwriting.css';

interface Opened {
  paper: Handwriting;
  signers: OpenedSigner[];
}
/** A key file is small; anything larger is another file. */
const KEY_FILE_MAX = 10_000;

const getHandwriting = (fileId: string): Promise<Handwriting> =>
  callR4c<Handwriting>(
    `/documents/file/${encodeURIComponent(fileId)}/handwriting`,
    undefined,
    'POST',
  );

/** State of the dialog: the typed key, the retrieved paper, the opened signatures. */
function useOpening(fileId: string) {
  const asking = useWithStepUp(),
    { isBusy, failed, run, clear } = useSubmit();
  const [fault, setFault] = useState<KeyFault | { kind: 'empty' } | null>(null),
    [opened, setOpened] = useState<Opened | null>(null),
    // Retrieved once: another try with the key makes no second entry in the log.
    paper = useRef<Handwriting>(undefined);
  const open = (given: string): void => {
    clear();
    setFault(given.trim() === '' ? { kind: 'empty' } : null);
    if (given.trim() === '') return;
    void run(() =>
      asking.run(async () => {
        const found = (paper.current ??= await getHandwriting(fileId));
        const hasStored = found.signers.some((one) => one.state === 'stored');
        const read = hasStored ? await readEscrowKey(given, found.escrow) : undefined;
        if (read?.fault) return setFault(read.fault);
        const signers = read?.key
          ? await openSignatures(read.key, found)
          : found.signers.map((one) => ({ ...one, opened: null, why: notStored(one.state) }));
        setOpened({ paper: found, signers });
      }),
    );
  };
  return { asking, isBusy, failed, fault, opened, open };
}
const notStored = (state: Handwriting['signers'][number]['state']) =>
  state === 'stored' ? 'unknown' : state;

export function HandwritingDialog({ fileId, onClose }: { fileId: string; onClose: () => void }) {
  const t = useHandwritingTexts(),
    { asking, isBusy, failed, fault, opened, open } = useOpening(fileId);
  return (
    <>
      <Modal opened onClose={onClose} title={t('title')} size={720}>
        {opened ? (
          <Result {...opened} />
        ) : (
          <KeyForm isBusy={isBusy} failed={failed} fault={fault} onOpen={open} onClose={onClose} />
        )}
      </Modal>
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('stepUp')}
        actionLabel={t('go')}
      />
    </>
  );
}

function KeyForm({
  isBusy,
  failed,
  fault,
  onOpen,
  onClose,
}: {
  isBusy: boolean;
  failed: unknown;
  fault: KeyFault | { kind: 'empty' } | null;
  onOpen: (given: string) => void;
  onClose: () => void;
}) {
  const t = useHandwritingTexts();
  const [code, setCode] = useState('');
  const groups = fault?.kind === 'groups' ? fault.groups : [];
  const wrong: string | undefined =
    fault === null
      ? undefined
      : t(`fault.${fault.kind}` satisfies HandwritingKey, {
          count: groups.length,
          groups: groups.join(', '),
        });
  const choose = async (file: File | null): Promise<void> => {
    if (file) onOpen(file.size > KEY_FILE_MAX ? '-----BEGIN' : await file.text());
  };
  return (
    <form
      noValidate
      className="p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(code);
      }}
    >
      <Text size="sm">{t('what')}</Text>
      <Notice tone="info">
        <Text size="sm">{t('stays')}</Text>
        <Text size="sm">{t('logged')}</Text>
      </Notice>
      <Textarea
        data-autofocus
        label={t('code')}
        description={t('code.hint')}
        value={code}
        error={wrong}
        rows={3}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'h-code' }}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {failed !== null && <ErrorNotice error={failed} />}
      <Text size="sm" className="p-muted">
        {t('file.hint')}
      </Text>
      <Group justify="space-between" gap={8}>
        <FileButton accept=".pem" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" disabled={isBusy} {...props}>
              {t('file')}
            </Button>
          )}
        </FileButton>
        <Group gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('go')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

function Result({ paper, signers }: Opened) {
  const t = useHandwritingTexts();
  return (
    <div className="p-stack">
      {signers.length === 0 && (
        <Notice tone="info">
          <Text size="sm">{t('none')}</Text>
        </Notice>
      )}
      {signers.map((one) => (
        <SignatureView key={one.index} signer={one} envelopeId={paper.envelopeId} />
      ))}
      <dl className="d-facts">
        <Fact word={t('fact.paper')}>
          <code className="h-sha">{paper.paperSha256}</code>
        </Fact>
      </dl>
    </div>
  );
}
