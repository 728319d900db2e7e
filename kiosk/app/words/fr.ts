// All texts of the patients' app in French, by namespace; lazy-loaded as one chunk.

import unsubscribe from '../../unsubscribe/texts.fr.json';
import forms from '../../forms/texts.fr.json';
import app from '../texts.fr.json';
import blank from '../../blank/texts.fr.json';
import documents from '../../documents/texts.fr.json';
import consent from '../../consent/texts.fr.json';
import signature from '../../signature/texts.fr.json';
import tablet from '../../tablet/texts.fr.json';
import takeover from '../../takeover/texts.fr.json';
import task from '../../task/texts.fr.json';

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
