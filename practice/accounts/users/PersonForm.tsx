// Dialog for inviting or changing a user: name, role and its permissions, whether they treat
// patients.

import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Radio,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useRef, useState } from 'react';
import { isVendor, PRAXIS_ROLES, VENDOR_ROLES, type UserRole } from '../../../shared/base/roles.ts';
import { CallError } from '../../../shared/base/client.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { usePractitioners } from './use-users.ts';
import { useUsersTexts } from './users-texts.ts';
import { Modal } from '../../ui/Modal.tsx';

interface PersonValues {
  email: string;
  firstName: string;
  lastname: string;
  role: UserRole;
  behandler: boolean;
  mayDesign: boolean;
  reportGrant: 'praxis' | 'alle' | null;
  behandlerId: string | null;
  language: 'de' | 'en';
}
const FIELDS = ['email', 'firstName', 'lastname'] as const;

interface Props {
  title: string;
  lead?: string;
  goLabel: string;
  start: PersonValues;
  /** A new person also has an address and a language. */
  isNew: boolean;
  onClose: () => void;
  onGo: (values: PersonValues) => Promise<void>;
}

/** Holds the entered values of a person, and submits them once they are complete. */
function usePersonForm({ start, isNew, onGo }: Pick<Props, 'start' | 'isNew' | 'onGo'>) {
  const t = useUsersTexts();
  const [values, setValues] = useState(start);
  const [isTried, setTried] = useState(false);
  const { isBusy, failed, run, clear } = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const asked = FIELDS.filter((field) => isNew || field !== 'email');
  const put = (some: Partial<PersonValues>): void => {
    setValues((old) => ({ ...old, ...some }));
  };
  const fields = failed instanceof CallError ? failed.fields : undefined;

  const submit = async (): Promise<void> => {
    setTried(true);
    clear();
    const lacks = asked.find((field) => values[field].trim() === '');
    if (lacks !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${lacks}"]`)?.focus();
      return;
    }
    await run(() =>
      onGo({
        ...values,
        email: values.email.trim(),
        firstName: values.firstName.trim(),
        lastname: values.lastname.trim(),
      }),
    );
  };
  const bind = (field: (typeof FIELDS)[number]) => ({
    name: field,
    label: t(field),
    value: values[field],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      put({ [field]: event.currentTarget.value }),
    error:
      fields?.[field] === 'taken'
        ? t('taken')
        : fields?.[field] !== undefined
          ? t('wrong')
          : isTried && values[field].trim() === ''
            ? t('missing')
            : undefined,
  });
  return { values, isBusy, failed, form, put, submit, bind };
}

export function PersonForm({ title, lead, goLabel, start, isNew, onClose, onGo }: Props) {
  const t = useUsersTexts();
  const roles: readonly UserRole[] = isVendor(start.role) ? VENDOR_ROLES : PRAXIS_ROLES;
  const { values, isBusy, failed, form, put, submit, bind } = usePersonForm({
    start,
    isNew,
    onGo,
  });
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        ref={form}
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {lead !== undefined && (
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
        )}
        {isNew && <TextInput type="email" data-autofocus {...bind('email')} />}
        <TextInput {...bind('firstName')} />
        <TextInput {...bind('lastname')} />
        <Radio.Group
          label={t('col.role')}
          value={values.role}
          onChange={(word) => put({ role: roles.find((role) => role === word) ?? values.role })}
        >
          <Stack gap={8} mt={8}>
            {roles.map((role) => (
              <Radio
                key={role}
                value={role}
                label={t(`role.${role}`)}
                description={t(`roleWhat.${role}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {!isVendor(start.role) && <PracticeFields values={values} put={put} />}
        {isNew && (
          <Select
            label={t('language')}
            allowDeselect={false}
            value={values.language}
            data={[
              { value: 'de', label: 'Deutsch' },
              { value: 'en', label: 'English' },
            ]}
            onChange={(word) => put({ language: word === 'en' ? 'en' : 'de' })}
          />
        )}
        {failed !== null && <ErrorNotice error={failed} words={{ email: values.email }} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {goLabel}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Permissions and professions of a member of a practice, in addition to the role. */
function PracticeFields({
  values,
  put,
}: {
  values: PersonValues;
  put: (some: Partial<PersonValues>) => void;
}) {
  const t = useUsersTexts(),
    people = usePractitioners().data ?? [];
  return (
    <>
      <Checkbox
        label={t('behandler')}
        description={t('behandlerWhat')}
        checked={values.behandler}
        onChange={(event) => put({ behandler: event.currentTarget.checked })}
      />
      {values.role !== 'owner' && (
        <Checkbox
          label={t('design')}
          description={t('designWhat')}
          checked={values.mayDesign}
          onChange={(event) => put({ mayDesign: event.currentTarget.checked })}
        />
      )}
      {values.role !== 'owner' && (
        <NativeSelect
          label={t('figures')}
          description={t('figuresWhat')}
          value={values.reportGrant ?? ''}
          onChange={(event) =>
            put({
              reportGrant:
                event.currentTarget.value === 'alle' || event.currentTarget.value === 'praxis'
                  ? event.currentTarget.value
                  : null,
            })
          }
          data={(['', 'praxis', 'alle'] as const).map((value) => ({
            value,
            label: t(value === '' ? 'figures.none' : `figures.${value}`),
          }))}
        />
      )}
      {values.behandler && people.length > 0 && (
        <NativeSelect
          label={t('isBehandler')}
          description={t('isBehandlerWhat')}
          value={values.behandlerId ?? ''}
          onChange={(event) =>
            put({
              behandlerId: event.currentTarget.value === '' ? null : event.currentTarget.value,
            })
          }
          data={[
            { value: '', label: t('isBehandler.nobody') },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </>
  );
}
