// The logo of the practice: uploaded and re-encoded at once, shown as it will appear, taken away.

import { Button, FileButton, Group, Input } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IMAGE_TYPES } from '../../../shared/accounts/pictures.schema.ts';
import type { SettingsView } from '../../../shared/accounts/settings.ts';
import { call, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say } from '../../ui/toast.tsx';
import { useSettingsTexts } from './settings-texts.ts';

export function LogoField({
  logo,
  praxisName,
  isOwner,
  onSaved,
}: {
  logo: string;
  praxisName: string;
  isOwner: boolean;
  onSaved: (view: SettingsView) => void;
}) {
  const t = useSettingsTexts(),
    queries = useQueryClient(),
    { isBusy, failed, run } = useSubmit();
  const change = (work: () => Promise<SettingsView>): void =>
    void run(async () => {
      const saved = await work();
      queries.setQueryData(['settings'], saved);
      onSaved(saved);
      say(t('saved'));
    });
  return (
    <Input.Wrapper
      label={t('logo')}
      labelElement="div"
      description={t('logoHint')}
      classNames={{ root: 's-hint' }}
      data-field="logo"
    >
      <Group gap={12} py={4}>
        {logo !== '' && <img className="s-logo" src={logo} alt={praxisName} />}
        {isOwner && (
          <FileButton
            accept={IMAGE_TYPES.join(',')}
            onChange={(file) => {
              if (file)
                change(() =>
                  call<SettingsView>('/api/settings/logo', {
                    method: 'POST',
                    bytes: file,
                    contentType: IMAGE_TYPES.some((one) => one === file.type)
                      ? file.type
                      : 'application/octet-stream',
                    timeout: LONG_TIMEOUT,
                  }),
                );
            }}
          >
            {(props) => (
              <Button {...props} type="button" variant="default" loading={isBusy}>
                {t(logo === '' ? 'logo.choose' : 'logo.change')}
              </Button>
            )}
          </FileButton>
        )}
        {isOwner && logo !== '' && (
          <Button
            type="button"
            variant="subtle"
            disabled={isBusy}
            onClick={() =>
              change(() =>
                call<SettingsView>('/api/settings/logo', { method: 'DELETE', timeout: TIMEOUT }),
              )
            }
          >
            {t('logo.drop')}
          </Button>
        )}
      </Group>
      {failed !== null && <ErrorNotice error={failed} isSave />}
    </Input.Wrapper>
  );
}
