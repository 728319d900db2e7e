// The German texts of the rooms that are loaded with the app; only the language that is spoken comes along.

import agb from '../agb/texts.de.json';
import anamnese from '../anamnese/texts.de.json';
import app from './texts.de.json';
import arbeitsliste from '../arbeitsliste/texts.de.json';
import aufbewahrung from '../aufbewahrung/texts.de.json';
import auth from '../auth/texts.de.json';
import backup from '../backup/texts.de.json';
import bucket from '../bucket/texts.de.json';
import doctosync from '../doctosync/texts.de.json';
import documents from '../documents/texts.de.json';
import einwilligungen from '../einwilligungen/texts.de.json';
import empfang from '../empfang/texts.de.json';
import formulare from '../formulare/texts.de.json';
import freigaben from '../freigaben/texts.de.json';
import konto from '../konto/texts.de.json';
import neues from '../neues/texts.de.json';
import notfall from '../notfall/texts.de.json';
import nutzer from '../nutzer/texts.de.json';
import papier from '../papier/texts.de.json';
import postausgang from '../postausgang/texts.de.json';
import protokoll from '../protokoll/texts.de.json';
import regeln from '../regeln/texts.de.json';
import settings from '../settings/texts.de.json';
import sms from '../sms/texts.de.json';
import stammdaten from '../stammdaten/texts.de.json';
import stuhl from '../stuhl/texts.de.json';
import texte from '../texte/texts.de.json';
import uebergabe from '../uebergabe/texts.de.json';
import ui from '../ui/texts.de.json';
import zugaenge from '../zugaenge/texts.de.json';
import zugriff from '../zugriff/texts.de.json';
import zuordnen from '../zuordnen/texts.de.json';

export default { agb, anamnese, app, arbeitsliste, aufbewahrung, auth, backup, bucket, doctosync, documents, einwilligungen, empfang, formulare, freigaben, konto, neues, notfall, nutzer, papier, postausgang, protokoll, regeln, settings, sms, stammdaten, stuhl, texte, uebergabe, ui, zugaenge, zugriff, zuordnen };
