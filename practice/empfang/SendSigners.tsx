// Who signs, and as what; for a minor the parents, whose names must be given.

import { Button, CloseButton, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { v7 as uuidv7 } from 'uuid';
import type { SignerRole } from '../../shared/mappe.ts';
import { fullName } from '../../shared/patient.ts';
import type { Patient } from '../../shared/patient.schema.ts';
import { useToday } from '../ui/now.ts';
import { ROLE_TEXT, useEmpfangTexts } from './empfang-texts.ts';
import { allowedRoles, isMinor, type Missing, type SignerRow, type Template } from './send-rules.ts';

const WITH_CAPACITY: readonly SignerRole[] = ['parent1', 'parent2', 'guardian', 'proxy'];
interface Props { patient: Patient; templates: readonly Template[]; signers: readonly SignerRow[]; onChange: (signers: SignerRow[]) => void; missing: readonly Missing[] }

export function SendSigners({ patient, templates, signers, onChange, missing }: Props) {
  const t = useEmpfangTexts();
  const today = useToday();
  const roles = allowedRoles(templates);
  const change = (id: string, part: Partial<SignerRow>): void => onChange(signers.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const chooseRole = (signer: SignerRow, role: SignerRole): void => change(signer.id, { role, ...(role === 'patient' && { name: fullName(patient), capacity: '' }) });
  const unused = roles.find((role) => !signers.some((one) => one.role === role));
  const has = (what: 'signerName' | 'signerRole', id: string): boolean => missing.some((one) => one.what === what && one.id === id);

  return (
    <fieldset className="e-fieldset" id="send-signer">
      <legend>{t('send.signers')}</legend>
      {isMinor(patient.geburtsdatum, today) && <Text size="xs" c="dimmed">{t('send.minor')}</Text>}
      {missing.some((one) => one.what === 'signer') && <Text size="xs" className="e-bad">{t('send.missing.signer')}</Text>}
      {signers.map((signer) => (
        <div key={signer.id} className="e-signer">
          <NativeSelect
            id={`send-role-${signer.id}`} label={t('send.signerRole')} value={signer.role} error={has('signerRole', signer.id) ? t('send.missing.signerRole') : undefined}
            onChange={(event) => chooseRole(signer, event.currentTarget.value as SignerRole)}
            data={[...new Set([...roles, signer.role])].map((role) => ({ value: role, label: t(ROLE_TEXT[role]) }))}
          />
          <TextInput
            id={`send-name-${signer.id}`} label={t('send.signerName')} autoComplete="off" maxLength={120} value={signer.name}
            onChange={(event) => change(signer.id, { name: event.currentTarget.value })} error={has('signerName', signer.id) ? t('send.missing.signerName') : undefined}
          />
          {WITH_CAPACITY.includes(signer.role) && (
            <TextInput className="e-capacity" label={t('send.capacity')} placeholder={t('send.capacityHint')} autoComplete="off" maxLength={120} value={signer.capacity} onChange={(event) => change(signer.id, { capacity: event.currentTarget.value })} />
          )}
          {signers.length > 1 && <CloseButton className="e-remove" aria-label={t('send.removeSigner', { name: signer.name || t(ROLE_TEXT[signer.role]) })} onClick={() => onChange(signers.filter((one) => one.id !== signer.id))} />}
        </div>
      ))}
      {unused !== undefined && (
        <Group>
          <Button size="xs" variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onChange([...signers, { id: uuidv7(), role: unused, name: '', capacity: '' }])}>{t('send.addSigner')}</Button>
        </Group>
      )}
    </fieldset>
  );
}
