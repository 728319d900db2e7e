// Every word of the patients' app in Arabic, room by room; loaded as one when somebody reads it.

import abmelden from '../../abmelden/texts.ar.json';
import anamnese from '../../anamnese/texts.ar.json';
import app from '../texts.ar.json';
import blank from '../../blank/texts.ar.json';
import documents from '../../documents/texts.ar.json';
import einwilligung from '../../einwilligung/texts.ar.json';
import signature from '../../signature/texts.ar.json';
import tablet from '../../tablet/texts.ar.json';
import takeover from '../../takeover/texts.ar.json';
import task from '../../task/texts.ar.json';

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
