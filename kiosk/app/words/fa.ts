// Every word of the patients' app in Persian, room by room; loaded as one when somebody reads it.

import abmelden from '../../abmelden/texts.fa.json';
import anamnese from '../../anamnese/texts.fa.json';
import app from '../texts.fa.json';
import blank from '../../blank/texts.fa.json';
import documents from '../../documents/texts.fa.json';
import einwilligung from '../../einwilligung/texts.fa.json';
import signature from '../../signature/texts.fa.json';
import tablet from '../../tablet/texts.fa.json';
import takeover from '../../takeover/texts.fa.json';
import task from '../../task/texts.fa.json';

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
