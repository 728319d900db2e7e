// The dialog that ends a rule, with a reason.

import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FLAG_REASON_LEAST } from '../../../shared/base/flags/flags.ts';
import type { FlagRuleView } from '../../../shared/vendor/flags/flags.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useFlagTexts } from './flag-texts.ts';
import { ruleWords } from './rule-words.ts';

export function EndDialog({
  rule,
  failed,
  isBusy,
  onEnd,
  onClose,
}: {
  rule: FlagRuleView;
  failed: unknown;
  isBusy: boolean;
  onEnd: (reason: string) => void;
  onClose: () => void;
}) {
  const t = useFlagTexts(),
    [reason, setReason] = useState('');
  return (
    <Modal opened onClose={onClose} title={t('endTitle')}>
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onEnd(reason.trim());
        }}
      >
        <Text fw={600}>{ruleWords(rule, t)}</Text>
        <Text>{t('endWhat')}</Text>
        <TextInput
          label={t('reason')}
          description={t('reasonHint')}
          maxLength={240}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {failed !== null && <ErrorNotice error={failed} isSave />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={reason.trim().length < FLAG_REASON_LEAST}
          >
            {t('end')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
