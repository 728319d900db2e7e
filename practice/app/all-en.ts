// The English texts of the rooms that are loaded with the app; only the language that is spoken comes along.

import agb from '../agb/texts.en.json';
import anamnese from '../anamnese/texts.en.json';
import app from './texts.en.json';
import arbeitsliste from '../arbeitsliste/texts.en.json';
import aufbewahrung from '../aufbewahrung/texts.en.json';
import auth from '../auth/texts.en.json';
import backup from '../backup/texts.en.json';
import bucket from '../bucket/texts.en.json';
import doctosync from '../doctosync/texts.en.json';
import documents from '../documents/texts.en.json';
import einwilligungen from '../einwilligungen/texts.en.json';
import empfang from '../empfang/texts.en.json';
import formulare from '../formulare/texts.en.json';
import freigaben from '../freigaben/texts.en.json';
import konto from '../konto/texts.en.json';
import neues from '../neues/texts.en.json';
import notfall from '../notfall/texts.en.json';
import nutzer from '../nutzer/texts.en.json';
import papier from '../papier/texts.en.json';
import postausgang from '../postausgang/texts.en.json';
import protokoll from '../protokoll/texts.en.json';
import regeln from '../regeln/texts.en.json';
import settings from '../settings/texts.en.json';
import sms from '../sms/texts.en.json';
import stammdaten from '../stammdaten/texts.en.json';
import stuhl from '../stuhl/texts.en.json';
import texte from '../texte/texts.en.json';
import uebergabe from '../uebergabe/texts.en.json';
import ui from '../ui/texts.en.json';
import zugaenge from '../zugaenge/texts.en.json';
import zugriff from '../zugriff/texts.en.json';
import zuordnen from '../zuordnen/texts.en.json';

export default { agb, anamnese, app, arbeitsliste, aufbewahrung, auth, backup, bucket, doctosync, documents, einwilligungen, empfang, formulare, freigaben, konto, neues, notfall, nutzer, papier, postausgang, protokoll, regeln, settings, sms, stammdaten, stuhl, texte, uebergabe, ui, zugaenge, zugriff, zuordnen };
