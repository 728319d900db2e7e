// Creates the first account of an installation, by the one-time link that the server printed.

import { Button, PasswordInput, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import {
  passwordLength,
  passwordShapeProblem,
  type PasswordProblem,
} from '../../../shared/accounts/auth.ts';
import { CallError, checkFirstUserToken, createFirstUser } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useAuthTexts } from './auth-texts.ts';
import { InsecureSheet } from './SignInPage.tsx';

const FIELDS = ['praxisName', 'firstName', 'lastname', 'email', 'password'] as const;
type Field = (typeof FIELDS)[number];
const WEAK = {
  short: 'weak.short',
  long: 'weak.long',
  pattern: 'weak.pattern',
  common: 'weak.common',
  context: 'weak.context',
} as const satisfies Record<PasswordProblem, string>;

/** Reason why the server rejected a password that passed the check here. */
function refusedFor(error: unknown): PasswordProblem | undefined {
  const word =
    error instanceof CallError && error.code === 'password_weak'
      ? error.fields?.password
      : undefined;
  return word !== undefined && word in WEAK ? (word as PasswordProblem) : undefined;
}

export function FirstUserPage() {
  const t = useAuthTexts();
  const { token = '' } = useParams();
  const check = useQuery({
    queryKey: ['firstUser', token],
    queryFn: () => checkFirstUserToken(token),
    enabled: window.isSecureContext,
    retry: false,
  });
  const isOver = check.error instanceof CallError && check.error.code === 'link_invalid';
  if (!window.isSecureContext)
    return (
      <main className="p-center">
        <InsecureSheet />
      </main>
    );
  return (
    <main className="p-center">
      <div className="p-sheet p-stack">
        <Title order={1}>{t('first.title')}</Title>
        {check.isPending && <Loading />}
        {check.isError && !isOver && (
          <ErrorNotice error={check.error} onRetry={() => void check.refetch()} />
        )}
        {(isOver || check.data?.isValid === false) && (
          <div className="p-stack">
            <Notice tone="warn">{t('first.invalid')}</Notice>
            <Button component={Link} to="/" variant="default">
              {t('first.toSignIn')}
            </Button>
          </div>
        )}
        {check.data?.isValid === true && (
          <FirstUserForm
            token={token}
            needsPraxis={check.data.needsPraxis ?? false}
            needsEmail={check.data.needsEmail ?? false}
          />
        )}
      </div>
    </main>
  );
}

interface FormProps {
  token: string;
  needsPraxis: boolean;
  needsEmail: boolean;
}

/** Holds the typed values, and creates the account. */
function useFirstUser({ token, needsPraxis, needsEmail }: FormProps) {
  const t = useAuthTexts();
  const navigate = useNavigate();
  const [values, setValues] = useState<Record<Field, string>>({
    praxisName: '',
    firstName: '',
    lastname: '',
    email: '',
    password: '',
  });
  const [missing, setMissing] = useState<Field | null>(null);
  const { isBusy, failed, run, clear } = useSubmit();
  const form = useRef<HTMLFormElement>(null);

  const asked = FIELDS.filter((field) =>
    field === 'praxisName' ? needsPraxis : field !== 'email' || needsEmail,
  );
  const length = passwordLength(values.password);
  const weak: PasswordProblem | undefined =
    passwordShapeProblem(values.password) ?? refusedFor(failed);

  const submit = async (): Promise<void> => {
    clear();
    const lacks =
      asked.find(
        (field) =>
          values[field].trim() === '' ||
          (field === 'password' && passwordShapeProblem(values.password) !== undefined),
      ) ?? null;
    setMissing(lacks);
    if (lacks !== null) {
      form.current?.querySelector<HTMLInputElement>(`[name="${lacks}"]`)?.focus();
      return;
    }
    await run(async () => {
      const { praxisName, email, ...person } = values;
      await createFirstUser({
        token,
        ...person,
        ...(needsPraxis && { praxisName: praxisName.trim() }),
        ...(needsEmail && { email: email.trim() }),
      });
      await navigate(needsPraxis ? '/einrichten' : '/', { replace: true });
    });
  };
  const wrong = (field: Field): string | undefined => {
    if (
      field === 'password' &&
      weak !== undefined &&
      values.password !== '' &&
      (missing === 'password' || failed !== null)
    )
      return t(WEAK[weak]);
    if (failed instanceof CallError && failed.fields?.[field] !== undefined) return t('wrong.any');
    return missing === field && values[field].trim() === '' ? t('missing.any') : undefined;
  };
  const bind = (field: Field) => ({
    name: field,
    value: values[field],
    error: wrong(field),
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setValues((old) => ({ ...old, [field]: value }));
    },
  });
  return { form, bind, submit, length, isBusy, failed };
}

function FirstUserForm(props: FormProps) {
  const t = useAuthTexts();
  const { needsPraxis, needsEmail } = props;
  const { form, bind, submit, length, isBusy, failed } = useFirstUser(props);
  return (
    <form
      ref={form}
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Text c="dimmed">{t(needsPraxis ? 'first.lead' : 'first.leadVendor')}</Text>
      {needsPraxis && (
        <TextInput label={t('first.praxis')} autoComplete="organization" {...bind('praxisName')} />
      )}
      <TextInput label={t('first.firstName')} autoComplete="given-name" {...bind('firstName')} />
      <TextInput label={t('first.lastname')} autoComplete="family-name" {...bind('lastname')} />
      {needsEmail && (
        <TextInput label={t('email')} type="email" autoComplete="username" {...bind('email')} />
      )}
      <PasswordInput
        label={t('password')}
        description={t('first.rule')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        {...bind('password')}
      />
      <Text size="xs" c="dimmed" role="status">
        {t('first.length', { n: length })}
      </Text>
      {failed !== null && <ErrorNotice error={failed} />}
      <Button type="submit" loading={isBusy}>
        {t('first.go')}
      </Button>
    </form>
  );
}
