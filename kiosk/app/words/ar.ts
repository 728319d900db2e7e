// All texts of the patients' app in Arabic, by namespace; lazy-loaded as one chunk.

import unsubscribe from '../../unsubscribe/texts.ar.json';
import forms from '../../forms/texts.ar.json';
import app from '../texts.ar.json';
import blank from '../../blank/texts.ar.json';
import documents from '../../documents/texts.ar.json';
import consent from '../../consent/texts.ar.json';
import signature from '../../signature/texts.ar.json';
import tablet from '../../tablet/texts.ar.json';
import takeover from '../../takeover/texts.ar.json';
import task from '../../task/texts.ar.json';

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
