/** The switch Einfache Sprache next to the text size, wherever that can be chosen. */
import type { TFunction } from 'i18next';
import type { SwitchProps } from '../ui/TextSizeMenu.tsx';

export interface PlainChoice {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Returns the switch for plain language. @param t of the namespace `task` */
export const plainOf = (
  plain: PlainChoice | undefined,
  t: TFunction<'task'>,
): SwitchProps | undefined =>
  plain && { ...plain, label: t('size.plain'), hint: t('size.plainHint') };
