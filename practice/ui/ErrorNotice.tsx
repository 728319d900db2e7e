// Describes an error by its code, with the request number in small print below it.

import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CallError } from '../../shared/base/client.ts';
import { errorText, ERRORS, SAVE_FAILED, type ErrorCode } from '../../shared/base/errors.ts';
import type de from './texts.de.json';
import { useLanguage, roomTexts, type TextsOf } from './texts.ts';

export type UiTexts = TextsOf<keyof typeof de>;
export const useUiTexts: () => UiTexts = roomTexts<keyof typeof de>('ui', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});

/** Describes any error of a call. */
export function describeError(error: unknown, t: UiTexts, language: string): string {
  if (!(error instanceof CallError)) return errorText('internal', language);
  if (error.code === 'network') return t('network');
  if (error.code === 'timeout') return t('timeout');
  if (error.code === 'no_host') return t('noHost');
  const text = errorText(error.code, language);
  return error.retryAfter === undefined
    ? text
    : `${text} ${t('retryIn', { seconds: error.retryAfter })}`;
}

/**
 * Returns the button that helps: another attempt, loading the state that changed, or none where the
 * same call fails again (missing rights, not found, wrong input).
 */
function remedyOf(error: unknown): 'retry' | 'reload' | undefined {
  if (!(error instanceof CallError)) return 'retry';
  if (error.code === 'no_host') return undefined;
  if (error.status === 409) return 'reload';
  const known = Object.hasOwn(ERRORS, error.code) ? ERRORS[error.code as ErrorCode] : undefined;
  return error.status === 0 || error.status >= 500 || known?.retry === 'later'
    ? 'retry'
    : undefined;
}

/**
 * @param isSave the input is not saved: the text of X2 precedes the reason
 * @param words values of placeholders, such as the address of X1
 */
export function ErrorNotice({
  error,
  onRetry,
  isSave = false,
  words = {},
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
  isSave?: boolean;
  words?: Readonly<Record<string, string>>;
}) {
  const t = useUiTexts();
  const language = useLanguage();
  const remedy = remedyOf(error),
    isForbidden = error instanceof CallError && error.code === 'forbidden';
  const requestId = error instanceof CallError ? error.requestId : undefined;
  return (
    <div role="alert" className="p-notice" data-tone="bad">
      <Group gap={8} wrap="nowrap" align="flex-start">
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden className="p-notice-icon" />
        <div>
          <Text size="sm">
            {isSave && (
              <strong>{language.startsWith('de') ? SAVE_FAILED.de : SAVE_FAILED.en} </strong>
            )}
            {describeError(error, t, language).replace(
              /\{(\w+)\}/g,
              (_, word: string) => words[word] ?? '',
            )}
            {isForbidden && ` ${t('whoMay')}`}
          </Text>
          {requestId !== undefined && (
            <Text size="xs" c="dimmed">
              {t('requestId', { id: requestId })}
            </Text>
          )}
        </div>
      </Group>
      {/* Saving the same version again cannot succeed after a conflict. */}
      {onRetry && remedy !== undefined && !(isSave && remedy === 'reload') && (
        <Button size="xs" variant="default" onClick={onRetry} mt={8}>
          {t(remedy)}
        </Button>
      )}
    </div>
  );
}
