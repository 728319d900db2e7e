/** Writes the printable page that explains how tablets trust the practice's own server. */
import QRCode from 'qrcode';

/**
 * @typedef {{ lang: 'de' | 'en', title: string, lead: string, check: string, serve: string, ipad:
 * string[], android: string[], desk: string[], last: string, heads: string[] }} Text
 * @typedef {{ name: string, address: string, spare: string, until: string }} Named all as HTML; spare:
 * the address by number, or empty
 */

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * @param {Text} text
 * @param {{ fingerprint: string, qr: string, fileUrl: string }} facts
 */
function half(text, facts) {
  const list = (/** @type {string[]} */ steps) =>
    `<ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>`;
  return `<section lang="${text.lang}">
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<div class="code">${facts.qr}<div><p><b>${text.heads[0]}</b></p><p class="url">${escape(facts.fileUrl)}</p><p>${text.serve}</p><p>${text.check}</p><p class="print">${facts.fingerprint}</p></div></div>
<h2>${text.heads[1]}</h2>${list(text.ipad)}
<h2>${text.heads[2]}</h2>${list(text.android)}
<h2>${text.heads[3]}</h2><ul>${text.desk.map((way) => `<li>${way}</li>`).join('')}</ul>
<p>${text.last}</p>
</section>`;
}

/** @param {Named} named @returns {Text} */
const german = ({ name, address, spare, until }) => ({
  lang: 'de',
  title: 'Tablet mit dem Server der Praxis verbinden',
  lead: 'Jedes Tablet und jeder Rechner lernt einmal, dem Server dieser Praxis zu vertrauen. Das dauert etwa zwei Minuten und gilt nur im Netz der Praxis.',
  check:
    'Vergleichen Sie vor dem Installieren diesen Fingerabdruck (SHA-256) mit dem, den das Gerät unter „Mehr Details“ zeigt. Stimmt er nicht, brechen Sie ab:',
  serve:
    'Der Code führt zur Datei, solange auf dem Server <code>npm run tls -- --yes --serve</code> läuft.',
  heads: ['Datei der Zertifizierungsstelle', 'iPad', 'Android-Tablet', 'Rechner der Praxis'],
  ipad: [
    'Das iPad ist im WLAN der Praxis. Öffnen Sie die Kamera, scannen Sie den Code und öffnen Sie die Adresse in Safari. Tippen Sie auf „Zulassen“.',
    'Öffnen Sie die Einstellungen. Oben steht „Profil geladen“: Tippen Sie darauf, dann auf „Installieren“, und geben Sie den Gerätecode ein.',
    `Öffnen Sie Einstellungen → Allgemein → Info → Zertifikatsvertrauenseinstellungen und schalten Sie ${name} ein.`,
    `Öffnen Sie ${address} in Safari${spare && ` (wird sie nicht gefunden: ${spare})`}. Tippen Sie auf „Teilen“ → „Zum Home-Bildschirm“ und starten Sie Molar von dort.`,
  ],
  android: [
    'Das Tablet hat eine Bildschirmsperre und ist im WLAN der Praxis. Scannen Sie den Code und laden Sie die Datei.',
    'Öffnen Sie Einstellungen → Sicherheit → Weitere Sicherheitseinstellungen → Verschlüsselung und Anmeldedaten → Zertifikat installieren → CA-Zertifikat (je nach Gerät heißt es etwas anders; die Suche in den Einstellungen findet „CA-Zertifikat“).',
    'Tippen Sie auf „Trotzdem installieren“ und wählen Sie die geladene Datei.',
    `Öffnen Sie ${address} in Chrome${spare && ` (wird sie nicht gefunden: ${spare})`} und wählen Sie im Menü „App installieren“.`,
  ],
  desk: [
    'Windows: Datei öffnen → Zertifikat installieren → Lokaler Computer → „Alle Zertifikate in folgendem Speicher speichern“ → Vertrauenswürdige Stammzertifizierungsstellen.',
    'macOS: Datei öffnen, im Schlüsselbund „System“ ablegen, doppelt anklicken und unter „Vertrauen“ „Immer vertrauen“ wählen.',
  ],
  last: `Das Zertifikat des Servers gilt bis ${until}. Zum Erneuern läuft auf dem Server noch einmal <code>npm run tls</code>; an den Tablets ist dann nichts zu tun.`,
});

/** @param {Named} named @returns {Text} */
const english = ({ name, address, spare, until }) => ({
  lang: 'en',
  title: 'Connect a tablet to the practice’s server',
  lead: 'Each tablet and each computer learns once to trust this practice’s server. It takes about two minutes and counts only in the practice’s network.',
  check:
    'Before you install, compare this fingerprint (SHA-256) with the one that the device shows under “More Details”. If they differ, stop:',
  serve:
    'The code leads to the file as long as <code>npm run tls -- --yes --serve</code> runs on the server.',
  heads: [
    'File of the certificate authority',
    'iPad',
    'Android tablet',
    'Computers of the practice',
  ],
  ipad: [
    'The iPad is in the practice’s Wi-Fi. Open the camera, scan the code and open the address in Safari. Tap “Allow”.',
    'Open Settings. At the top it says “Profile Downloaded”: tap it, then “Install”, and enter the device code.',
    `Open Settings → General → About → Certificate Trust Settings and switch on ${name}.`,
    `Open ${address} in Safari${spare && ` (if it is not found: ${spare})`}. Tap “Share” → “Add to Home Screen” and start Molar from there.`,
  ],
  android: [
    'The tablet has a screen lock and is in the practice’s Wi-Fi. Scan the code and download the file.',
    'Open Settings → Security → More security settings → Encryption & credentials → Install a certificate → CA certificate (names differ a little; the search in Settings finds “CA certificate”).',
    'Tap “Install anyway” and choose the downloaded file.',
    `Open ${address} in Chrome${spare && ` (if it is not found: ${spare})`} and choose “Install app” in the menu.`,
  ],
  desk: [
    'Windows: open the file → Install Certificate → Local Machine → “Place all certificates in the following store” → Trusted Root Certification Authorities.',
    'macOS: open the file, put it into the “System” keychain, double-click it and choose “Always Trust” under “Trust”.',
  ],
  last: `The server’s certificate is valid until ${until}. To renew it, run <code>npm run tls</code> on the server again; nothing is to be done on the tablets.`,
});

const STYLE = `body { margin: 0; background: #f5f7f6; color: #16201f; font: 400 17px/1.5 'Noto Sans', system-ui, sans-serif; }
section { max-width: 44rem; margin: 0 auto; padding: 2.5rem 1.5rem; break-after: page; }
section + section { border-top: 1px solid #cfd8d5; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 1.4rem 0 .3rem; }
.lead { color: #465351; margin-top: 0; }
.code { display: flex; gap: 1.5rem; align-items: flex-start; padding: 1.25rem; background: #fff; border-radius: 10px; }
.code svg { width: 11rem; flex: none; }
.code p { margin: 0 0 .4rem; }
.url { overflow-wrap: anywhere; }
.print { font: 600 .95rem/1.7 ui-monospace, monospace; overflow-wrap: break-word; }
li { margin: .35rem 0; }
@media (max-width: 600px) { .code { flex-direction: column; } }
@media print { body { background: #fff; font-size: 11pt; } section { padding: 0; border: 0 !important; } .code { border: 1px solid #6b7976; break-inside: avoid; } h2, li { break-inside: avoid; break-after: avoid; } section:last-child { break-after: auto; } }
`;

/**
 * Renders the page as one self-contained file, German first.
 * @param {{ url: string, spareUrl?: string, fileUrl: string, fingerprint: string, authority: string,
 * notAfter: Date }} facts url: where Molar answers; spareUrl: the same by number; fileUrl: where a
 * tablet loads the authority's file; authority: its name on the tablet
 */
export async function explainInstallation({
  url,
  spareUrl = '',
  fileUrl,
  fingerprint,
  authority,
  notAfter,
}) {
  const qr = await QRCode.toString(fileUrl, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
  const shown = { fingerprint: escape(fingerprint), qr, fileUrl };
  const named = (/** @type {string} */ language) => ({
    name: `<b>${escape(authority)}</b>`,
    address: `<b>${escape(url)}</b>`,
    spare: spareUrl === '' ? '' : `<b>${escape(spareUrl)}</b>`,
    until: new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeZone: 'Europe/Berlin',
    }).format(notAfter),
  });
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Molar: Tablet verbinden</title>
<style>
${STYLE}</style>
</head>
<body>
${half(german(named('de')), shown)}
${half(english(named('en-GB')), shown)}
</body>
</html>
`;
}
