/**
 * Identifies the team member who writes down the patient's answers: a name or initials, stored with
 * every answer.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanName } from '../../shared/desk/patient.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { TextField } from '../ui/fields/TextField.tsx';

export interface TeamDialogProps {
  readonly open: boolean;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

const MOST = 60;

export function TeamDialog(props: TeamDialogProps) {
  return props.open ? <TeamFields {...props} /> : null;
}

/** Mounted only while the dialog is open: the name is discarded with it. */
function TeamFields({ onName, onClose }: TeamDialogProps) {
  const { t } = useTranslation('task');
  const [name, setName] = useState(''),
    [isMissing, setMissing] = useState(false);
  const say = (): void => {
    const said = cleanName(name);
    if (said === '') setMissing(true);
    else onName(said);
  };
  return (
    <Modal
      open
      title={t('team.ask.title')}
      onEscape={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('team.ask.no')}</Button>
          <Button kind="primary" onPress={say}>
            {t('team.ask.yes')}
          </Button>
        </>
      }
    >
      <TextField
        id="team-name"
        keys="latin"
        label={t('team.ask.name')}
        hint={t('team.ask.why')}
        value={name}
        maxLength={MOST}
        error={isMissing && t('team.ask.missing')}
        onChange={(text) => {
          setMissing(false);
          setName(text);
        }}
        onEnter={say}
      />
    </Modal>
  );
}
