// All texts of the patients' app in Spanish, by namespace; lazy-loaded as one chunk.

import unsubscribe from '../../unsubscribe/texts.es.json';
import forms from '../../forms/texts.es.json';
import app from '../texts.es.json';
import blank from '../../blank/texts.es.json';
import documents from '../../documents/texts.es.json';
import consent from '../../consent/texts.es.json';
import signature from '../../signature/texts.es.json';
import tablet from '../../tablet/texts.es.json';
import takeover from '../../takeover/texts.es.json';
import task from '../../task/texts.es.json';

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
