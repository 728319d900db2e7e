// Every word of the patients' app in Russian, room by room; loaded as one when somebody reads it.

import abmelden from '../../abmelden/texts.ru.json';
import anamnese from '../../anamnese/texts.ru.json';
import app from '../texts.ru.json';
import blank from '../../blank/texts.ru.json';
import documents from '../../documents/texts.ru.json';
import einwilligung from '../../einwilligung/texts.ru.json';
import signature from '../../signature/texts.ru.json';
import tablet from '../../tablet/texts.ru.json';
import takeover from '../../takeover/texts.ru.json';
import task from '../../task/texts.ru.json';

export const rooms = {
  abmelden,
  anamnese,
  app,
  blank,
  documents,
  einwilligung,
  signature,
  tablet,
  takeover,
  task,
};
