// Accompanying persons and signers with their roles: selected in plain words, edited by hand where
// that does not fit.

import { Button, Checkbox, CloseButton, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { v7 as uuidv7 } from 'uuid';
import { isAdult, type Standing } from '../../../../shared/desk/mappe-family.ts';
import { useToday } from '../../../ui/wording/now.ts';
import { ROLE_TEXT, useBoardTexts, type BoardKey } from '../board-texts.ts';
import { besideIn, besideOf, rowsBeside, type Beside, type FamilyPerson } from './family-rules.ts';
import { allowedRoles, type Missing, type SignerRow, type Template } from './send-rules.ts';
import { endOfId } from './element-ids.ts';

const WITH_CAPACITY: readonly Standing['role'][] = [
  'parent1',
  'parent2',
  'guardian',
  'proxy',
  'companion',
];
const BESIDE: Record<Beside, { label: BoardKey; says: BoardKey }> = {
  one: { label: 'beside.one', says: 'beside.one.says' },
  both: { label: 'beside.both', says: 'beside.both.says' },
  second_away: { label: 'beside.second_away', says: 'beside.second_away.says' },
  guardian: { label: 'beside.guardian', says: 'beside.guardian.says' },
  companion: { label: 'beside.companion', says: 'beside.companion.says' },
  self: { label: 'beside.self', says: 'beside.self.says' },
};
/** The selection was edited by hand. */
const BY_HAND = 'hand';
interface Props {
  person: FamilyPerson | undefined;
  /** Holder of the tablet in a Mappe of several people: the likely parent. */
  adult?: FamilyPerson;
  isFamily?: boolean;
  templates: readonly Template[];
  signers: readonly SignerRow[];
  onChange: (signers: SignerRow[]) => void;
  missing: readonly Missing[];
}

/** The accompanying persons and signers of one person. */
export function SendSigners({
  person,
  adult,
  isFamily = false,
  templates,
  signers,
  onChange,
  missing,
}: Props) {
  const t = useBoardTexts(),
    today = useToday();
  if (!person) return null;
  const { patid } = person,
    owner = isFamily ? { patid } : {},
    isChild = !isAdult(person.geburtsdatum, today),
    beside = besideIn(signers);
  const roles = allowedRoles(templates);
  const change = (id: string, part: Partial<SignerRow>): void =>
    onChange(signers.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const chooseRole = (signer: SignerRow, role: Standing['role']): void =>
    change(signer.id, {
      role,
      isAway: false,
      ...(role === 'patient' && { name: person.name, capacity: '' }),
    });
  const chooseBeside = (value: Beside): void =>
    onChange(
      rowsBeside(value, person, signers, uuidv7, adult).map((row) => ({ ...row, ...owner })),
    );
  const unused = roles.find((role) => !signers.some((one) => one.role === role));
  const isMine = (one: Missing): boolean => !('patid' in one) || one.patid === owner.patid;
  const wrong = missing.find(
    (one) => (one.what === 'signer' || one.what === 'custody') && isMine(one),
  );
  // An adult signs for themselves by default: the question is shown only for a child or after
  // another choice.
  const isAsked = isChild || beside !== 'self';

  return (
    <fieldset className="e-fieldset" id={`send-signer${endOfId(isFamily ? patid : undefined)}`}>
      <legend>{t('send.signers')}</legend>
      {wrong && (
        <Text size="xs" role="alert" className="e-bad">
          {t(wrong.what === 'custody' ? `send.missing.${wrong.why}` : 'send.missing.signer')}
        </Text>
      )}
      {isAsked && (
        <BesideChoice person={person} isChild={isChild} beside={beside} onChoose={chooseBeside} />
      )}
      {signers.map((signer) => (
        <SignerFields
          key={signer.id}
          signer={signer}
          roles={roles}
          isChild={isChild}
          isOnly={signers.length === 1}
          missing={missing}
          onChange={(part) => change(signer.id, part)}
          onRole={(role) => chooseRole(signer, role)}
          onRemove={() => onChange(signers.filter((one) => one.id !== signer.id))}
        />
      ))}
      {unused !== undefined && (
        <Group>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() =>
              onChange([
                ...signers,
                { id: uuidv7(), role: unused, name: '', capacity: '', ...owner },
              ])
            }
          >
            {t('send.addSigner')}
          </Button>
        </Group>
      )}
    </fieldset>
  );
}

function BesideChoice({
  person,
  isChild,
  beside,
  onChoose,
}: {
  person: FamilyPerson;
  isChild: boolean;
  beside: Beside | undefined;
  onChoose: (value: Beside) => void;
}) {
  const t = useBoardTexts(),
    today = useToday();
  return (
    <div>
      <NativeSelect
        label={t(isChild ? 'beside' : 'beside.adult')}
        value={beside ?? BY_HAND}
        onChange={(event) => {
          if (event.currentTarget.value !== BY_HAND) onChoose(event.currentTarget.value as Beside);
        }}
        data={[
          ...besideOf(person.geburtsdatum, today).map((one) => ({
            value: one,
            label: t(BESIDE[one].label),
          })),
          ...(beside === undefined ? [{ value: BY_HAND, label: t('beside.hand') }] : []),
        ]}
      />
      {beside && (
        <Text
          size="xs"
          mt={4}
          {...(beside === 'companion' ? { className: 'e-warn' } : { c: 'dimmed' })}
        >
          {t(BESIDE[beside].says)}
        </Text>
      )}
    </div>
  );
}

function SignerFields({
  signer,
  roles,
  isChild,
  isOnly,
  missing,
  onChange,
  onRole,
  onRemove,
}: {
  signer: SignerRow;
  roles: ReturnType<typeof allowedRoles>;
  isChild: boolean;
  isOnly: boolean;
  missing: readonly Missing[];
  onChange: (part: Partial<SignerRow>) => void;
  onRole: (role: Standing['role']) => void;
  onRemove: () => void;
}) {
  const t = useBoardTexts();
  const has = (what: 'signerName' | 'signerRole', id: string): boolean =>
    missing.some((one) => one.what === what && one.id === id);
  return (
    <div className="e-signer">
      <NativeSelect
        id={`send-role-${signer.id}`}
        label={t('send.signerRole')}
        value={signer.role}
        error={has('signerRole', signer.id) ? t('send.missing.signerRole') : undefined}
        onChange={(event) => onRole(event.currentTarget.value as Standing['role'])}
        data={[...new Set([...roles, 'companion' as const, signer.role])].map((role) => ({
          value: role,
          label: t(ROLE_TEXT[role]),
        }))}
      />
      <TextInput
        id={`send-name-${signer.id}`}
        label={t('send.signerName')}
        autoComplete="off"
        maxLength={120}
        value={signer.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={has('signerName', signer.id) ? t('send.missing.signerName') : undefined}
      />
      {WITH_CAPACITY.includes(signer.role) && (
        <TextInput
          className="e-capacity"
          label={t('send.capacity')}
          placeholder={t(
            signer.role === 'companion'
              ? 'beside.companionHint'
              : signer.role === 'guardian' && isChild
                ? 'beside.guardianHint'
                : 'send.capacityHint',
          )}
          autoComplete="off"
          maxLength={120}
          value={signer.capacity}
          onChange={(event) => onChange({ capacity: event.currentTarget.value })}
        />
      )}
      {!isOnly && signer.role !== 'companion' && (
        <Checkbox
          className="e-signer-away"
          size="xs"
          label={t('beside.isAway')}
          checked={signer.isAway === true}
          onChange={(event) => onChange({ isAway: event.currentTarget.checked })}
        />
      )}
      {!isOnly && (
        <CloseButton
          className="e-remove"
          aria-label={t('send.removeSigner', {
            name: signer.name || t(ROLE_TEXT[signer.role]),
          })}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
