// Every word of the patients' app in Romanian, room by room; loaded as one when somebody reads it.

import abmelden from '../../abmelden/texts.ro.json';
import anamnese from '../../anamnese/texts.ro.json';
import app from '../texts.ro.json';
import blank from '../../blank/texts.ro.json';
import documents from '../../documents/texts.ro.json';
import einwilligung from '../../einwilligung/texts.ro.json';
import signature from '../../signature/texts.ro.json';
import tablet from '../../tablet/texts.ro.json';
import takeover from '../../takeover/texts.ro.json';
import task from '../../task/texts.ro.json';

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
