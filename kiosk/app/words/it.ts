// All texts of the patients' app in Italian, by namespace; lazy-loaded as one chunk.

import unsubscribe from '../../unsubscribe/texts.it.json';
import forms from '../../forms/texts.it.json';
import app from '../texts.it.json';
import blank from '../../blank/texts.it.json';
import documents from '../../documents/texts.it.json';
import consent from '../../consent/texts.it.json';
import signature from '../../signature/texts.it.json';
import tablet from '../../tablet/texts.it.json';
import takeover from '../../takeover/texts.it.json';
import task from '../../task/texts.it.json';

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
