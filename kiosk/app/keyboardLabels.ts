// Labels of the app's keyboard.

import type { TFunction } from 'i18next';
import type { KeyboardLabels } from '../ui/fields/InAppKeyboard.tsx';

/** Returns the texts of the in-app keyboard. @param t of the namespace `app` */
export const keyboardLabels = (t: TFunction<'app'>): KeyboardLabels => ({
  group: t('keyboard.group'),
  shift: t('keyboard.shift'),
  backspace: t('keyboard.backspace'),
  space: t('keyboard.space'),
  enter: t('keyboard.enter'),
  digits: t('keyboard.digits'),
  letters: t('keyboard.letters'),
  latin: t('keyboard.latin'),
  accents: t('keyboard.accents'),
  close: t('keyboard.close'),
});
