// All texts of the patients' app in Russian, by namespace; lazy-loaded as one chunk.

import unsubscribe from '../../unsubscribe/texts.ru.json';
import forms from '../../forms/texts.ru.json';
import app from '../texts.ru.json';
import blank from '../../blank/texts.ru.json';
import documents from '../../documents/texts.ru.json';
import consent from '../../consent/texts.ru.json';
import signature from '../../signature/texts.ru.json';
import tablet from '../../tablet/texts.ru.json';
import takeover from '../../takeover/texts.ru.json';
import task from '../../task/texts.ru.json';

export const rooms = {
  unsubscribe,
  forms,
  app,
  blank,
  documents,
  consent,
  signature,
  tablet,
  takeover,
  task,
};
