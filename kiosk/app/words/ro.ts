// All texts of the patients' app in Romanian, by namespace; lazy-loaded as one chunk.

import unsubscribe from '../../unsubscribe/texts.ro.json';
import forms from '../../forms/texts.ro.json';
import app from '../texts.ro.json';
import blank from '../../blank/texts.ro.json';
import documents from '../../documents/texts.ro.json';
import consent from '../../consent/texts.ro.json';
import signature from '../../signature/texts.ro.json';
import tablet from '../../tablet/texts.ro.json';
import takeover from '../../takeover/texts.ro.json';
import task from '../../task/texts.ro.json';

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
