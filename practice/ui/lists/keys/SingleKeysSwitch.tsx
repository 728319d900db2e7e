// Switches the single keys of this workstation on or off.

import { Switch } from '@mantine/core';
import { setSingleKeys, useSingleKeys } from './single-keys.ts';
import { useKeysTexts } from './keys-texts.ts';

export function SingleKeysSwitch() {
  const t = useKeysTexts(),
    isOn = useSingleKeys();
  return (
    <Switch
      mt={16}
      label={t('single')}
      description={t('single.what')}
      checked={isOn}
      onChange={(event) => setSingleKeys(event.currentTarget.checked)}
    />
  );
}
