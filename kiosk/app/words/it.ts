// Every word of the patients' app in Italian, room by room; loaded as one when somebody reads it.

import abmelden from '../../abmelden/texts.it.json';
import anamnese from '../../anamnese/texts.it.json';
import app from '../texts.it.json';
import blank from '../../blank/texts.it.json';
import documents from '../../documents/texts.it.json';
import einwilligung from '../../einwilligung/texts.it.json';
import signature from '../../signature/texts.it.json';
import tablet from '../../tablet/texts.it.json';
import takeover from '../../takeover/texts.it.json';
import task from '../../task/texts.it.json';

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
