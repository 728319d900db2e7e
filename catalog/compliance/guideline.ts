// Points of the IT security guideline for dental practices (KZBV, § 390 SGB V), in short words of our
// own. Source: zm 13/2025, pages 68 to 75, read 2026-11-26; pages 69 and 72 were not readable, so the
// list has gaps. The guideline itself decides. In force since 2025-07-02, further points since
// 2026-01-02, renewed every two years.

export const GUIDELINE_READ = '2026-11-26';

/** 1 all practices · 2 from six people · 3 from twenty-one people · 4 large devices · 5 telematics. */
type Annex = 1 | 2 | 3 | 4 | 5;
export interface GuidelinePoint {
  /** Stored with the practice's answers; never changed. */
  id: string;
  annex: Annex;
  /** Number in the annex, or the first and last one. */
  numbers: string;
  de: string;
  en: string;
}
const point = (annex: Annex, numbers: string, de: string, en: string): GuidelinePoint => ({
  id: `a${annex}-${numbers}`,
  annex,
  numbers,
  de,
  en,
});

export const GUIDELINE: readonly GuidelinePoint[] = [
  point(1, '11', 'Firewall am Übergang zum Internet', 'Firewall towards the internet'),
  point(
    1,
    '12',
    'Netzplan ist vorhanden und aktuell',
    'A plan of the network exists and is current',
  ),
  point(
    1,
    '13',
    'Zugang zur Verwaltung von Geräten ist geschützt',
    'Access to the management of devices is protected',
  ),
  point(1, '14', 'Updates werden zeitnah eingespielt', 'Updates are installed promptly'),
  point(
    1,
    '15',
    'Es ist festgelegt, wer Updates einspielt',
    'It is laid down who installs updates',
  ),
  point(
    1,
    '16-17',
    'Software ohne Pflege wird gefunden und ersetzt',
    'Software without upkeep is found and replaced',
  ),
  point(
    1,
    '18',
    'Kamera und Mikrofon sind aus, wenn sie nicht gebraucht werden',
    'Camera and microphone are off while they are not needed',
  ),
  point(
    1,
    '19',
    'Abmelden oder Sperren beim Verlassen des Arbeitsplatzes',
    'Signing off or locking when leaving a workstation',
  ),
  point(1, '30', 'SIM-Karten sind durch eine PIN geschützt', 'SIM cards are protected by a PIN'),
  point(
    1,
    '31',
    'Sichere Grundeinstellungen der Mobilgeräte',
    'Safe basic settings of mobile devices',
  ),
  point(1, '32', 'Komplexer Gerätecode', 'A complex code to unlock devices'),
  point(1, '33', 'Datenschutz-Einstellungen der Mobilgeräte', 'Privacy settings of mobile devices'),
  point(1, '34-35', 'Regeln für Mobiltelefone', 'Rules for mobile phones'),
  point(1, '36-38', 'Umgang mit Wechseldatenträgern', 'Use of removable media'),
  point(
    2,
    '5-10',
    'Mobilgeräte, Wechseldatenträger und Rechte von Apps in größeren Praxen',
    'Mobile devices, removable media and rights of apps in larger practices',
  ),
  point(3, '1', 'Lernerfolg von Schulungen wird gemessen', 'The success of trainings is measured'),
  point(3, '2', 'Das Netz ist in Bereiche getrennt', 'The network is divided into segments'),
  point(
    3,
    '9-12',
    'Zentrale Verwaltung der Mobilgeräte, mit Löschen aus der Ferne',
    'Central management of mobile devices, with remote wipe',
  ),
  point(3, '13-14', 'Datenträger in großen Praxen', 'Media in large practices'),
  point(3, '15-17', 'E-Mail in großen Praxen', 'Mail in large practices'),
  point(4, '4-6', 'Medizinische Großgeräte', 'Large medical devices'),
  point(
    5,
    '1-5',
    'Komponenten der Telematikinfrastruktur',
    'Components of the telematics infrastructure',
  ),
];
