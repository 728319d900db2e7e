// Every word of the patients' app in Turkish, room by room; loaded as one when somebody reads it.

import abmelden from '../../abmelden/texts.tr.json';
import anamnese from '../../anamnese/texts.tr.json';
import app from '../texts.tr.json';
import blank from '../../blank/texts.tr.json';
import documents from '../../documents/texts.tr.json';
import einwilligung from '../../einwilligung/texts.tr.json';
import signature from '../../signature/texts.tr.json';
import tablet from '../../tablet/texts.tr.json';
import takeover from '../../takeover/texts.tr.json';
import task from '../../task/texts.tr.json';

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
