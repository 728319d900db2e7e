// Languages that patients may select: those supported by the tablet; German and the tablet's own
// language stay.

import { Checkbox, Input } from '@mantine/core';
import { languageName } from '../../../shared/base/language-names.ts';
import { SPOKEN_LANGUAGES } from '../../../shared/base/languages.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useSettingsTexts } from './settings-texts.ts';

interface Props {
  chosen: string[];
  fixed: readonly string[];
  isOwner: boolean;
  error: string | undefined;
  onChange: (languages: string[]) => void;
}
export function Languages({ chosen, fixed, isOwner, error, onChange }: Props) {
  const t = useSettingsTexts(),
    screen = useLanguage();
  // A selected language that is not supported any more stays visible, so that it can be removed.
  const shown = [...SPOKEN_LANGUAGES, ...chosen.filter((one) => !SPOKEN_LANGUAGES.includes(one))];
  return (
    <Input.Wrapper
      data-field="languages"
      label={t('languages')}
      labelElement="div"
      description={t('languagesHint')}
      error={error}
    >
      <div className="s-languages" role="group" aria-label={t('languages')}>
        {shown.map((code) => (
          <Checkbox
            key={code}
            label={languageName(code, screen)}
            checked={chosen.includes(code)}
            disabled={!isOwner || fixed.includes(code)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...chosen, code]
                  : chosen.filter((one) => one !== code),
              )
            }
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
