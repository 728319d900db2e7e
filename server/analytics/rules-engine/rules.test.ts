// Tests of every proposal of the catalogue on practices of a few days: it fires, it is silent where
// one condition is missing, and it is silent where its exclusion applies.
import { describe, expect, test } from 'vitest';
import { findRule, HOUSE_RULES, WRITTEN_RULES } from '../../../catalog/billing-rules/catalogue.ts';
import { isInStartSet } from '../../../shared/analytics/billing/billing.ts';
import type { ValueKind } from '../../../shared/analytics/billing/proposal.ts';
import { parseTokenTree, tokensIn } from '../../../shared/analytics/billing/parse-token-tree.ts';
import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsValue,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { berlinInstant } from '../../../shared/base/dates.ts';
import { TouchTracker } from '../snapshot/touched-patients.ts';
import { RawData, type RawRow } from '../snapshot/tables/raw-tables.ts';
import {
  snapshotOf,
  finderOf,
  tag,
  zeile,
  type Person,
  type Row,
} from '../../../tests/support/rule-practice.ts';

type Part = Person | Row | readonly Row[];
const D = '2026-03-02',
  d = (...words: string[]): Row[] => tag(D, ...words),
  v = tag;
const PKV: Person = { versicherung: 'PKV' },
  bornDay = (geburtsdatum: string): Person => ({ geburtsdatum });
/** Ages of 18, 33, 42, 72, 122, 179 and 216 months on the day. */
const M18 = bornDay('2024-09-01'),
  M33 = bornDay('2023-06-02'),
  M42 = bornDay('2022-09-01'),
  M72 = bornDay('2020-03-02'),
  M122 = bornDay('2016-01-01'),
  M179 = bornDay('2011-03-03'),
  M216 = bornDay('2008-03-02');
const STATUS = v('2020-01-02', 'befund 18 f', 'befund 28 f', 'befund 38 f', 'befund 48 f'),
  MILK_TOOTH_FINDINGS = v('2025-01-02', 'befund 55 c', 'befund 65 c', 'befund 75 c', 'befund 85 c');
const risk = (word: string): Row => zeile('kariesrisiko', { datum: '2025-01-01', risiko: word }),
  mkv = (patid: string): Row => zeile('mkv', { patid, datum: '2026-02-20', zahn: '36' });
const parCase = (
  createdOn: string,
  approvedOn: string,
  more: Record<string, string | number> = {},
): Row =>
  zeile('parfall', {
    erstelltAm: createdOn,
    genehmigtAm: approvedOn,
    status: 'IN_ARBEIT',
    grad: 'B',
    zaehneEinwurzelig: 10,
    zaehneMehrwurzelig: 6,
    ...more,
  });
const CASE_BASE = parCase('2026-01-05', '2026-01-15'),
  UPT = parCase('2025-01-01', '2025-01-10', { uptVon: '2025-09-01' });
const plan = (values: Record<string, string | number>): Row =>
  zeile(
    'hkp',
    { art: 'ZE', status: 'IN_ARBEIT', erstelltAm: '2026-01-10', gesamt: 120_000, ...values },
    'H1',
  );
const denture = (kind: string): Row => zeile('prothese', { art: kind, eingegliedertAm: D }),
  followUp = (group: string): Row[] => v('2026-12-10', `termin ${group} 10:00 GEPLANT`);
const CARE_LEVEL_2: Person = { pflegegrad: 2 };

/** Findings in addition to its own position with quantity 1; then the three cases. */
type RuleCase = readonly [
  ja: readonly Part[],
  knapp: readonly Part[],
  aus: readonly Part[],
  expected?: {
    nr?: string;
    menge?: number;
    cents?: number;
    zahn?: string;
    tag?: string;
    wertArt?: ValueKind;
  },
];
/** Hours of treatment on a Saturday. */
const SATURDAY = zeile('arbeitszeit', {
  behandler: 'B1',
  datum: '2026-02-28',
  von: 480,
  bis: 720,
  typ: 'BEHANDLUNG',
});
/** Hours of treatment on the day of the cases. */
const OPEN = zeile('arbeitszeit', {
  behandler: 'B1',
  datum: '2026-03-02',
  von: 480,
  bis: 1080,
  typ: 'BEHANDLUNG',
});
const CASES: Readonly<Record<string, RuleCase>> = {
  D01: [[d('B:01')], [M179, d('B:01')], [v('2024-04-01', 'B:04'), d('B:01')], { cents: 1536 }],
  D02: [
    [d('B:8', 'termin KONTROLLE')],
    [d('B:8', 'termin SCHMERZ')],
    [v('2025-11-02', 'B:01'), d('B:8', 'termin KONTROLLE')],
  ],
  D03: [
    [d('B:Ä1', 'termin KONTROLLE')],
    [d('B:Ä1', 'termin SCHMERZ')],
    [v('2026-01-05', 'B:01'), d('B:Ä1', 'termin KONTROLLE')],
    { cents: 1000 },
  ],
  D04: [
    [v('2025-12-01', 'B:Ä1'), d('B:8')],
    [v('2025-12-01', 'B:Ä1'), v('2026-02-12', 'B:MHU'), d('B:8')],
    [v('2025-12-01', 'B:Ä1'), d('B:8', 'B:IP1')],
  ],
  D05: [
    [d('B:8', 'termin SCHMERZ 20:00')],
    [d('B:8', 'termin SCHMERZ 19:45')],
    [d('B:8', 'B:03', 'termin SCHMERZ 20:00')],
  ],
  D06: [[d('B:25 36')], [d('B:25')], [v('2026-01-31', 'B:8 36'), d('B:25 36')], { zahn: '36' }],
  D07: [[d('B:47a 38')], [d('B:43 31')], [v('2025-09-02', 'B:Ae_925_a'), d('B:47a 38')]],
  D08: [
    [d('B:8', '"Inzision regio 26"')],
    [d('B:8', '"Kontrolle regio 26"')],
    [d('B:8', 'B:Ae161', '"Inzision regio 26"')],
  ],
  D09: [
    [d('B:8', '"Aphthe behandelt"')],
    [d('B:8', '"Druckstelle entlastet"')],
    [d('B:107', '"Aphthe behandelt"')],
  ],
  D10: [
    [d('B:8', '"Scharfe Kante geglättet"')],
    [d('B:8', '"Kante besprochen"')],
    [d('B:106', '"Scharfe Kante geglättet"')],
  ],
  D11: [
    [v('2025-05-05', 'B:ePA1'), d('B:8', 'epa')],
    [d('B:8', 'epa')],
    [v('2025-05-05', 'B:ePA1'), d('B:8', 'B:ePA2', 'epa')],
  ],
  D12: [[d('B:8', 'epa')], [d('B:8')], [v('2025-05-05', 'B:ePA2'), d('B:8', 'epa')]],
  P01: [
    [d('B:01', '"Zahnstein entfernt"')],
    [d('B:01', '"o. B."')],
    [v('2026-01-07', 'B:107'), d('B:01', '"Zahnstein entfernt"')],
  ],
  P02: [
    [STATUS, d('B:01')],
    [d('B:01')],
    [STATUS, v('2025-03-02', 'G:1040 x28'), d('B:01')],
    { menge: 28 },
  ],
  P03: [
    [STATUS, d('G:1040 x24')],
    [STATUS, d('G:1040 x28')],
    [d('G:1040 x24')],
    { menge: 4, cents: 1448 },
  ],
  P04: [
    [PKV, d('G:1040 x28', '"Mundhygiene-Unterweisung, 25 Min."')],
    [PKV, d('G:1040 x28', '"Mundhygiene-Unterweisung, 24 Min."')],
    [PKV, v('2025-03-02', 'G:1000'), d('G:1040 x28', '"Mundhygiene-Unterweisung, 25 Min."')],
  ],
  P05: [
    [PKV, v('2025-06-02', 'G:1000'), d('G:1040 x28', '"Unterweisung 15 min"')],
    [PKV, v('2025-06-02', 'G:1000'), d('G:1040 x28', '"Unterweisung 14 min"')],
    [PKV, v('2025-06-02', 'G:1000'), d('G:1040 x28', 'G:1010', '"Unterweisung 15 min"')],
  ],
  P06: [
    [PKV, d('G:0010')],
    [{ ...PKV, ...M179 }, d('G:0010')],
    [PKV, v('2025-09-02', 'G:4005'), v('2025-12-02', 'G:4005'), d('G:0010')],
  ],
  K01: [
    [M18, d('B:8')],
    [M33, d('B:8')],
    [M18, v('2025-11-03', 'B:FU1'), d('B:8')],
  ],
  K02: [
    [M18, d('B:FU1')],
    [M33, d('B:FU1')],
    [M18, d('B:FU1', 'B:FU_Pr')],
  ],
  K03: [
    [M42, d('B:8')],
    [M72, d('B:8')],
    [M42, v('2026-01-12', 'B:01'), d('B:8')],
  ],
  K04: [
    [M18, d('B:FU1')],
    [M72, d('B:01')],
    [M18, v('2025-12-02', 'B:FLA'), d('B:FU1')],
  ],
  K05: [
    [M122, d('B:01')],
    [M216, d('B:01')],
    [M122, v('2026-01-05', 'B:IP1'), d('B:01')],
  ],
  K06: [
    [M122, d('B:IP1')],
    [M216, d('B:IP1')],
    [M122, d('B:IP1', 'B:IP_2')],
  ],
  K07: [
    [M122, d('B:IP1')],
    [M216, d('B:IP1')],
    [M122, v('2026-01-05', 'B:IP4'), d('B:IP1')],
  ],
  K08: [
    [M122, risk('HOCH'), v('2026-01-05', 'B:IP4'), v('2026-06-02', 'B:IP1')],
    [M122, risk('MITTEL'), v('2026-01-05', 'B:IP4'), v('2026-06-02', 'B:IP1')],
    [M122, risk('HOCH'), v('2026-03-05', 'B:IP4'), v('2026-06-02', 'B:IP1')],
  ],
  K10: [
    [M42, d('B:Ä1', '"Fluoridlack aufgetragen"')],
    [M42, d('B:Ä1', '"Fluoridlack von Mutter abgelehnt"')],
    [M42, v('2026-01-12', 'B:FLA'), d('B:Ä1', '"Fluoridlack aufgetragen"')],
  ],
  K09: [
    [M122, MILK_TOOTH_FINDINGS, d('B:01')],
    [bornDay('2019-03-03'), MILK_TOOTH_FINDINGS, d('B:01')],
    [
      M122,
      MILK_TOOTH_FINDINGS,
      v('2025-02-02', 'B:IP5 16', 'B:IP5 26', 'B:IP5 36', 'B:IP5 46'),
      d('B:01'),
    ],
    { menge: 4 },
  ],
  F01: [
    [d('B:13b 36', '"Kofferdam"')],
    [d('B:13b 36', '"gelegt"')],
    [d('B:13b 36', 'B:12 36', '"Kofferdam"')],
  ],
  F02: [[d('B:13b 36')], [d('B:13a 36')], [d('B:13b 36', 'B:41a')], { nr: '41a', zahn: '36' }],
  F03: [
    [d('B:13a 36', '"36 Caries profunda"')],
    [d('B:13a 36', '"36 Caries media"')],
    [d('B:13a 36', 'B:25 36', '"36 Caries profunda"')],
  ],
  F04: [
    [mkv('P9'), d('B:13b 36 od', '"Komposit geschichtet"')],
    [mkv('P9'), d('B:13b 11 od', '"Komposit geschichtet"')],
    [mkv('P1'), d('B:13b 36 od', '"Komposit geschichtet"')],
    { nr: '2080', cents: 6192, zahn: '36' },
  ],
  F05: [
    [PKV, d('G:2080 36', '"Kofferdam"')],
    [PKV, d('G:2080 36', '"Watterollen"')],
    [PKV, d('G:2080 36', 'G:2040 36', '"Kofferdam"')],
  ],
  F06: [
    [PKV, d('G:2080 36', 'G:2080 46', '"separiert"')],
    [PKV, d('G:2080 36', '"poliert"')],
    [PKV, d('G:2080 36', 'G:2030 36', '"separiert"')],
    { menge: 2 },
  ],
  F07: [
    [PKV, d('G:2210 36', '"adhäsiv eingesetzt"')],
    [PKV, d('G:2210 36', '"zementiert"')],
    [PKV, d('G:2210 36', 'G:2080 36', '"adhäsiv eingesetzt"')],
  ],
  F08: [
    [PKV, v('2026-02-02', 'G:2080 36'), d('G:0010', '"36 Politur"')],
    [PKV, v('2025-12-01', 'G:2080 36'), d('G:0010', '"36 Politur"')],
    [PKV, v('2026-02-02', 'G:2080 36'), v('2026-02-10', 'G:2130 36'), d('G:0010', '"36 Politur"')],
    { zahn: '36' },
  ],
  F09: [
    [PKV, d('G:0090 36', '"Oberflächenanästhesie"')],
    [PKV, d('G:0090 36', '"Anästhesie"')],
    [PKV, d('G:0090 36', 'G:80', '"Oberflächenanästhesie"')],
  ],
  E01: [
    [v('2026-03-01', 'B:Ä925a 36'), d('B:32 36 x3')],
    [d('B:28 36 x3')],
    [d('B:Ä925a 36', 'B:32 36 x3')],
    { zahn: '36' },
  ],
  E02: [[d('B:35 36 x3')], [d('B:34 36')], [d('B:35 36 x3', 'B:925a')]],
  E03: [
    [d('B:28 36 x2', 'B:32 36 x3')],
    [d('B:28 36 x3', 'B:32 36 x3')],
    [d('B:32 36 x3')],
    { zahn: '36' },
  ],
  E04: [
    [v('2026-02-02', 'B:32 36 x3'), d('B:35 36 x1')],
    [v('2026-02-02', 'B:32 36 x3'), d('B:35 36 x3')],
    [v('2026-02-02', 'B:32 46 x3'), d('B:35 36 x1')],
    { menge: 2 },
  ],
  E05: [
    [d('B:32 36')],
    [
      v('2026-01-02', 'B:34 36'),
      v('2026-01-12', 'B:34 36'),
      v('2026-01-22', 'B:34 36'),
      d('B:32 36'),
    ],
    [d('B:32 36', 'B:35 36')],
  ],
  E06: [[d('B:28 36')], [d('B:29 36')], [d('B:28 36', 'B:41a')], { nr: '41a', zahn: '36' }],
  E07: [
    [v('2026-10-15', 'B:35 36')],
    [v('2026-11-05', 'B:35 36')],
    [v('2026-10-15', 'B:35 36'), v('2026-11-10', 'B:13b 36')],
    { zahn: '36', tag: '2026-10-15' },
  ],
  E08: [
    [PKV, d('G:2410 36 x3', '"Raypex"')],
    [PKV, d('G:2410 36 x3', '"Röntgen"')],
    [PKV, d('G:2410 36 x3', 'G:2400 36', '"Raypex"')],
    { menge: 3 },
  ],
  E09: [
    [PKV, d('G:2410 36', '"Mikroskop"')],
    [PKV, d('G:2410 36', '"Lupe"')],
    [PKV, d('G:2410 36', 'G:0110', '"Mikroskop"')],
    { cents: 2250 },
  ],
  E10: [
    [PKV, d('G:2410 36 x2', '"schallaktiv gespült"')],
    [PKV, d('G:2410 36', '"gespült"')],
    [PKV, d('G:2410 36', 'G:2420', '"schallaktiv gespült"')],
    { menge: 2 },
  ],
  E11: [
    [PKV, d('G:2410 36')],
    [PKV, d('G:2390 36')],
    [PKV, d('G:2410 36', 'G:2440 36')],
  ],
  C01: [
    [d('B:44 36')],
    [d('B:44 36', '"in ITN"')],
    [d('B:44 36', 'B:41a')],
    { nr: '41a', zahn: '36' },
  ],
  C02: [
    [v('2026-02-02', 'B:44 36', 'B:44 46'), d('termin WUNDKONTROLLE', '"Nähte ex, Naht entfernt"')],
    [v('2026-02-20', 'B:44 36'), d('termin WUNDKONTROLLE', '"reizlos"')],
    [v('2026-02-20', 'B:44 36'), d('B:38 36', 'termin WUNDKONTROLLE', '"Naht entfernt"')],
    { menge: 2 },
  ],
  C03: [
    [v('2025-01-02', 'befund 36 k'), d('B:20b 36')],
    [v('2025-01-02', 'befund 36 k'), d('B:44 36')],
    [v('2025-01-02', 'befund 36 k'), v('2026-01-05', 'B:23 36'), d('B:20b 36')],
  ],
  C04: [
    [PKV, d('G:4090 11')],
    [PKV, d('G:3010 36')],
    [PKV, d('G:3030 38', 'G:0500')],
    { cents: 2250 },
  ],
  C05: [
    [PKV, d('G:3040 38')],
    [PKV, d('G:3040 38', 'G:9010 36')],
    [PKV, d('G:3040 38', 'G:0510')],
    { cents: 4218 },
  ],
  C06: [
    [PKV, d('G:4133')],
    [PKV, d('G:4133', 'G:9010 36')],
    [PKV, d('G:4133', 'G:0520')],
    { cents: 7311 },
  ],
  C07: [
    [PKV, d('G:9010 36')],
    [PKV, d('G:9020 36')],
    [PKV, d('G:9010 36', 'G:0530')],
    { cents: 12_373 },
  ],
  C08: [
    [PKV, v('2026-02-20', 'G:3030 38'), d('G:0010', 'termin KONTROLLE')],
    [PKV, v('2026-02-15', 'G:3030 38'), d('G:0010', 'termin KONTROLLE')],
    [PKV, v('2026-02-20', 'G:3030 38'), d('G:3290', 'termin KONTROLLE')],
  ],
  C09: [
    [PKV, d('G:9010 36', '"Bohrschablone"')],
    [PKV, d('G:9010 36', '"freihändig"')],
    [PKV, d('G:9010 36', 'G:9005', '"Bohrschablone"')],
  ],
  C10: [
    [PKV, d('G:9010 36', '"guided surgery, 3D-Bohrschablone"')],
    [PKV, d('G:9010 36', '"Bohrschablone"')],
    [PKV, d('G:9010 36', 'G:9003', '"3D-Bohrschablone"')],
  ],
  A01: [
    [v('2026-02-02', 'B:04', 'psi 1|3|2|2|1|0')],
    [v('2026-02-02', 'B:04', 'psi 1|2|2|2|1|0')],
    [v('2026-02-02', 'B:04', 'psi 1|3|2|2|1|0'), v('2026-02-09', 'B:4')],
    { tag: '2026-02-02' },
  ],
  A02: [
    [parCase('2026-10-01', '2026-10-10', { status: 'GENEHMIGT' })],
    [parCase('2026-10-01', '2026-11-17', { status: 'GENEHMIGT' })],
    [parCase('2026-10-01', '2026-10-10', { status: 'GENEHMIGT' }), v('2026-11-10', 'B:ATG')],
    { tag: '2026-10-10' },
  ],
  A03: [
    [CASE_BASE, d('B:MHU')],
    [parCase('2026-01-05', '2026-03-10'), d('B:MHU')],
    [CASE_BASE, v('2026-02-20', 'B:ATG'), d('B:MHU')],
  ],
  A04: [
    [CASE_BASE, d('B:AITa 11')],
    [d('B:AITa 11')],
    [CASE_BASE, v('2026-02-20', 'B:MHU'), d('B:AITa 11')],
  ],
  A05: [
    [parCase('2026-10-01', '2026-10-10'), v('2026-10-25', 'B:AITa 11', 'B:AITb 16')],
    [parCase('2026-10-01', '2026-10-10'), v('2026-11-10', 'B:AITa 11', 'B:AITb 16')],
    [
      parCase('2026-10-01', '2026-10-10', { zaehneEinwurzelig: 1, zaehneMehrwurzelig: 1 }),
      v('2026-10-25', 'B:AITa 11', 'B:AITb 16'),
    ],
    { menge: 5, tag: '2026-10-25', cents: 32_768 },
  ],
  A06: [
    [parCase('2026-05-01', '2026-05-10'), v('2026-08-20', 'B:AITa 11')],
    [parCase('2026-05-01', '2026-05-10'), v('2026-09-02', 'B:AITa 11')],
    [parCase('2026-05-01', '2026-05-10'), v('2026-08-20', 'B:AITa 11'), followUp('PAR')],
  ],
  A07: [
    [
      parCase('2025-01-01', '2025-01-10', { uptVon: '2026-03-01', uptBis: '2028-03-01' }),
      v('2026-03-01', 'B:UPTa'),
    ],
    [
      parCase('2025-01-01', '2025-01-10', { uptVon: '2026-03-01', uptBis: '2028-03-01' }),
      v('2026-08-15', 'B:UPTa'),
    ],
    [
      parCase('2025-01-01', '2025-01-10', { uptVon: '2026-03-01', uptBis: '2028-03-01' }),
      v('2026-03-01', 'B:UPTa'),
      followUp('UPT'),
    ],
    { tag: '2026-03-01' },
  ],
  A08: [
    [STATUS, d('B:UPTa')],
    [d('B:UPTa')],
    [STATUS, d('B:UPTa', 'B:UPT_c x28')],
    { menge: 28, cents: 10_752 },
  ],
  A09: [[STATUS, d('B:UPTc x24')], [STATUS, d('B:UPTc x28')], [d('B:UPTc x24')], { menge: 4 }],
  A10: [
    [UPT, v('2025-09-01', 'B:UPTa'), d('B:UPTa')],
    [
      parCase('2025-01-01', '2025-01-10', { uptVon: '2025-09-01', grad: 'A' }),
      v('2025-09-01', 'B:UPTa'),
      d('B:UPTa'),
    ],
    [UPT, v('2025-09-01', 'B:UPTa'), d('B:UPTa', 'B:UPTd')],
  ],
  A11: [
    [
      parCase('2024-10-01', '2024-10-10', { uptVon: '2025-03-01' }),
      v('2025-03-01', 'B:UPTa'),
      v('2025-09-01', 'B:UPTa'),
      d('B:UPTa'),
    ],
    [UPT, v('2025-09-01', 'B:UPTa'), d('B:UPTa')],
    [
      parCase('2024-10-01', '2024-10-10', { uptVon: '2025-03-01' }),
      v('2025-03-01', 'B:UPTa'),
      v('2025-09-01', 'B:UPTa'),
      d('B:UPTa', 'B:UPTg'),
    ],
  ],
  A12: [
    [
      parCase('2024-10-01', '2024-10-10', {
        uptVon: '2025-01-15',
        uptBis: '2027-01-15',
        wert: 63_600,
      }),
      v('2026-09-01', 'B:UPTa'),
    ],
    [
      parCase('2024-10-01', '2024-10-10', { uptVon: '2025-02-01', uptBis: '2027-02-01' }),
      v('2026-09-01', 'B:UPTa'),
    ],
    [parCase('2024-10-01', '2024-10-10', { uptVon: '2025-01-15', uptBis: '2027-01-15' })],
    { nr: '', cents: 63_600 },
  ],
  L01: [
    [CARE_LEVEL_2, d('B:01', 'befund 31 zst')],
    [CARE_LEVEL_2, d('B:01')],
    [CARE_LEVEL_2, v('2026-01-05', 'B:107a'), d('B:01', 'befund 31 zst')],
  ],
  L02: [
    [CARE_LEVEL_2, d('B:01')],
    [d('B:01')],
    [CARE_LEVEL_2, v('2026-01-05', 'B:174a'), d('B:01')],
  ],
  L06: [
    [CARE_LEVEL_2, d('B:151', 'termin KONTROLLE')],
    [CARE_LEVEL_2, d('B:151', 'termin SCHMERZ')],
    [CARE_LEVEL_2, v('2026-01-05', 'B:174a'), d('B:151', 'termin KONTROLLE')],
  ],
  L03: [
    [CARE_LEVEL_2, d('B:174a')],
    [CARE_LEVEL_2, d('B:01')],
    [CARE_LEVEL_2, d('B:174a', 'B:174b')],
  ],
  L04: [
    [{ eingliederungshilfe: true }, d('B:151')],
    [d('B:151')],
    [CARE_LEVEL_2, d('B:151', 'B:171a')],
  ],
  L05: [
    [{ kooperationsvertrag: true }, d('B:154')],
    [{ kooperationsvertrag: false }, d('B:154')],
    [{ kooperationsvertrag: true }, d('B:154', 'B:172a')],
  ],
  Z01: [
    [plan({ versorgungsart: 'REGEL', genehmigtAm: '2026-01-20' }), d('B:20a 36 #H1')],
    [plan({ versorgungsart: 'ANDERSARTIG', genehmigtAm: '2026-01-20' }), d('B:20a 36 #H1')],
    [
      plan({ versorgungsart: 'REGEL', genehmigtAm: '2026-01-20' }),
      v('2026-02-01', 'B:19 36'),
      d('B:20a 36 #H1'),
    ],
    { cents: 2250, zahn: '36' },
  ],
  Z02: [
    [v('2026-01-02', 'befund 36 ww'), d('B:20a 36')],
    [v('2026-01-02', 'befund 36 k'), d('B:20a 36')],
    [v('2026-01-02', 'befund 36 ww'), v('2025-06-01', 'B:13b 36'), d('B:20a 36')],
  ],
  Z03: [[d('B:20a 36')], [d('B:20a')], [v('2020-01-01', 'B:35 36'), d('B:20a 36')]],
  Z04: [[d('B:97a')], [d('B:97b')], [d('B:97a', 'B:98b')], { cents: 6751 }],
  Z05: [[d('B:97b')], [d('B:97a')], [d('B:97b', 'B:98c')]],
  Z06: [
    [denture('MODELLGUSS'), d('B:96b')],
    [denture('INTERIM'), d('B:96b')],
    [denture('MODELLGUSS'), d('B:96b', 'B:98g')],
  ],
  Z07: [[d('B:96b', 'B:98g')], [d('B:98g')], [d('B:96b', 'B:98g', 'B:98h/1')]],
  Z08: [
    [plan({ erstelltAm: D, status: 'ENTWURF' }), d('"Situationsmodelle"')],
    [plan({ erstelltAm: D, status: 'ENTWURF' }), d('"Gespräch"')],
    [plan({ erstelltAm: D, status: 'ENTWURF' }), v('2026-01-10', 'B:7b'), d('"Situationsmodelle"')],
  ],
  Z09: [
    [plan({ begonnenAm: '2026-02-20' }), d('B:8', '"Provisorium wieder befestigt"')],
    [
      plan({ begonnenAm: '2026-02-20', eingegliedertAm: '2026-02-25' }),
      d('B:8', '"Provisorium wieder befestigt"'),
    ],
    [plan({ begonnenAm: '2026-02-20' }), d('B:24c', '"Provisorium wieder befestigt"')],
  ],
  Z17: [
    [v('2026-01-10', 'B:K1'), d('B:8', '"Schienenkontrolle, keine Korrektur"')],
    [v('2026-01-10', 'B:K1'), d('B:8', '"Schienenkontrolle, eingeschliffen"')],
    [v('2026-01-10', 'B:K1'), d('B:K7', '"Schienenkontrolle"')],
  ],
  Z10: [
    [v('2026-01-10', 'B:K1'), d('B:8', '"Schiene eingeschliffen"')],
    [v('2024-02-01', 'B:K1'), d('B:8', '"Schiene eingeschliffen"')],
    [v('2026-01-10', 'B:K1'), d('B:K7', '"Schiene eingeschliffen"')],
  ],
  Z11: [
    [plan({ status: 'GENEHMIGT', genehmigtAm: '2026-07-01' })],
    [plan({ status: 'GENEHMIGT', genehmigtAm: '2026-08-01' })],
    [plan({ status: 'EINGEGLIEDERT', genehmigtAm: '2026-07-01', eingegliedertAm: '2026-09-01' })],
    { nr: '', cents: 120_000, tag: '2026-07-01' },
  ],
  Z12: [
    [plan({ status: 'GENEHMIGT', genehmigtAm: '2026-11-01' })],
    [plan({ status: 'GENEHMIGT', genehmigtAm: '2026-11-24' })],
    [plan({ status: 'GENEHMIGT', genehmigtAm: '2026-11-01' }), followUp('ZE')],
    { nr: '', cents: 120_000 },
  ],
  Z13: [
    [PKV, d('G:2210 36')],
    [PKV, d('G:2290 36')],
    [PKV, v('2026-02-02', 'G:2270 x1'), d('G:2210 36')],
  ],
  Z14: [
    [PKV, v('2025-01-02', 'befund 36 k'), d('G:2210 36')],
    [PKV, v('2025-01-02', 'befund 36 fü'), d('G:2210 36')],
    [PKV, v('2025-01-02', 'befund 36 k'), d('G:2210 36', 'G:2290 36')],
  ],
  Z15: [
    [PKV, d('G:2210 36', '"Scan"')],
    [PKV, d('G:2210 36', '"Alginat"')],
    [PKV, d('G:2210 36', 'G:0060', '"Scan"')],
  ],
  Z18: [
    [d('B:91a 24', 'B:91a 26', 'B:92 25', 'B:19 24', 'B:19 26')],
    [d('B:91a 24', 'B:91a 26', 'B:92 25')],
    [d('B:91a 24', 'B:91a 26', 'B:92 25', 'B:19 24', 'B:19 25', 'B:19 26')],
  ],
  Z16: [
    [PKV, plan({ art: 'KVA', erstelltAm: D }), d('G:0010')],
    [PKV, plan({ art: 'ZE', erstelltAm: D }), d('G:0010')],
    [PKV, plan({ art: 'KVA', erstelltAm: D }), d('G:0010', 'G:0030')],
  ],
  V01: [
    [PKV, d('G:0010')],
    [d('G:1040 x28')],
    [PKV, v('2026-02-10', 'O:1'), d('G:0010')],
    { cents: 1072 },
  ],
  V02: [
    [PKV, d('O:1', 'termin KONTROLLE')],
    [PKV, d('O:1', 'termin SCHMERZ')],
    [PKV, d('O:1', 'O:5', 'termin KONTROLLE')],
  ],
  V03: [
    [PKV, d('G:2440 36')],
    [PKV, d('G:2430 36')],
    [PKV, d('G:2440 36', 'O:Ä5000')],
    { cents: 525 },
  ],
  V04: [
    [PKV, d('G:2410 36 f2.3', '"gekrümmte Kanäle"')],
    [PKV, d('G:2410 36 f3.5 !Zeit', '"gekrümmte Kanäle"')],
    [PKV, d('G:2410 36 f2.3', '"gerade Kanäle"')],
    { nr: '2410', cents: 2645 },
  ],
  V05: [
    [PKV, d('G:4080', '"Laser"')],
    [PKV, d('G:4080', '"Skalpell"')],
    [PKV, d('G:4080', 'G:0120', '"Laser"')],
    { cents: 253 },
  ],
  V06: [
    [PKV, v('2026-10-31', 'G:2080 36 ERBRACHT', 'G:2197 36 ERBRACHT')],
    [PKV, v('2026-11-01', 'G:2080 36 ERBRACHT')],
    [PKV, v('2026-10-31', 'G:2080 36 ABGERECHNET')],
    { nr: '', menge: 2, cents: 2000 },
  ],
  F10: [
    [d('B:IP5 16', 'B:IP5 26', '"Versiegelung unter Kofferdam"')],
    [d('B:IP5 16', 'B:IP5 26', '"Versiegelung ohne Kofferdam"')],
    [d('B:IP5 16', 'B:IP5 26', 'B:12 16', '"Versiegelung unter Kofferdam"')],
    { menge: 2 },
  ],
  D13: [
    [d('B:8 36', '"Rö-Aufnahme 36: o. B."')],
    [d('B:8 36', '"Rö-Aufnahme 36 vom Hausarzt mitgebracht"')],
    [d('B:8 36', 'B:Ä925a 36', '"Rö-Aufnahme 36"')],
  ],
  D14: [
    [d('B:01', '"OPG erstellt"')],
    [d('B:01', '"OPG mitgebracht"')],
    [d('B:01', 'B:Ä935d', '"OPG erstellt"')],
  ],
  D15: [
    [d('B:Ä1', '"Krone 46 gereinigt und wiedereingesetzt"')],
    [d('B:Ä1', '"Provisorium 46, Krone nicht wiedereingesetzt"')],
    [d('B:Ä1', 'B:24a 46', '"Krone 46 gereinigt und wiedereingesetzt"')],
  ],
  D16: [
    [d('B:01', '"überempfindliche Zahnhälse touchiert"')],
    [d('B:01', '"überempfindliche Zahnhälse besprochen"')],
    [d('B:01', 'B:10', '"überempfindliche Zahnhälse touchiert"')],
  ],
  A13: [
    [d('B:UPTa', '"36 5 mm: subgingival instrumentiert"')],
    [d('B:UPTa', '"36 5 mm: subgingival nicht instrumentiert"')],
    [d('B:UPTa', 'B:UPTf 36', '"36 5 mm: subgingival instrumentiert"')],
  ],
  A14: [
    [d('B:AITa 11')],
    [d('B:AITa 11', '"AIT ohne Anästhesie"')],
    [d('B:AITa 11', 'B:40 11')],
    { nr: '40' },
  ],
  A15: [
    [v('2026-02-20', 'B:AITa 11'), d('B:8', '"gespült"')],
    [v('2026-01-20', 'B:AITa 11'), d('B:8', '"gespült"')],
    [v('2026-02-20', 'B:AITa 11'), d('B:8', 'B:111', '"gespült"')],
  ],
  L07: [[CARE_LEVEL_2, d('B:152a')], [d('B:152a')], [CARE_LEVEL_2, d('B:152a', 'B:171b')]],
  L08: [
    [{ kooperationsvertrag: true }, d('B:155')],
    [{ kooperationsvertrag: false }, d('B:155')],
    [{ kooperationsvertrag: true }, d('B:155', 'B:172b')],
  ],
  L09: [[CARE_LEVEL_2, d('B:153a')], [d('B:153a')], [CARE_LEVEL_2, d('B:153a', 'B:173a')]],
  L10: [[CARE_LEVEL_2, d('B:153b')], [d('B:153b')], [CARE_LEVEL_2, d('B:153b', 'B:173b')]],
  L11: [
    [v('2026-03-01', 'B:151', 'termin SCHMERZ 11:00')],
    [v('2026-03-01', 'B:151', 'termin SCHMERZ 20:00')],
    [v('2026-03-01', 'B:151', 'B:161e', 'termin SCHMERZ 11:00')],
    { tag: '2026-03-01' },
  ],
  V07: [
    [PKV, d('G:0010', '"OPG angefertigt"')],
    [PKV, d('G:0010', '"OPG liegt vor"')],
    [PKV, d('G:0010', 'O:5004', '"OPG angefertigt"')],
  ],
  V08: [
    [PKV, d('G:0010', '"Zahnfilm 36"')],
    [PKV, d('G:0010', '"kein Zahnfilm"')],
    [PKV, d('G:0010', 'O:5000', '"Zahnfilm 36"')],
  ],
  V09: [
    [PKV, d('G:3010 46')],
    [PKV, d('G:3010 46', '"in Vollnarkose"')],
    [PKV, d('G:3010 46', 'G:0100 46')],
    { nr: '0100', zahn: '46' },
  ],
  V10: [
    [PKV, d('G:2100 26 mod')],
    [PKV, d('G:2100 26 mod', '"ohne Anästhesie"')],
    [PKV, d('G:2100 26 mod', 'G:0090 26')],
    { nr: '0090', zahn: '26' },
  ],
  V11: [
    [PKV, d('O:5', '"Krone 24 gereinigt und wieder einzementiert"')],
    [PKV, d('O:5', '"Krone 24 geplant wieder einzementieren"')],
    [PKV, d('O:5', 'G:2310 24', '"Krone 24 gereinigt und wieder einzementiert"')],
  ],
  V12: [
    [PKV, v('2026-03-01', 'O:1')],
    [PKV, v('2026-02-27', 'O:1')],
    [PKV, v('2026-03-01', 'O:1', 'O:D')],
    { tag: '2026-03-01' },
  ],
  L12: [
    [d('B:151', 'termin SCHMERZ 20:00')],
    [d('B:151', 'termin SCHMERZ 19:45')],
    [d('B:151', 'B:161b', 'termin SCHMERZ 20:00')],
  ],
  L13: [
    [d('B:151', 'termin SCHMERZ 22:00')],
    [d('B:151', 'termin SCHMERZ 21:45')],
    [d('B:151', 'B:161c', 'termin SCHMERZ 22:00')],
  ],
  L14: [
    [v('2026-03-01', 'B:151', 'termin SCHMERZ 20:00')],
    [v('2026-03-01', 'B:151', 'termin SCHMERZ 19:45')],
    [v('2026-03-01', 'B:151', 'B:161e', 'termin SCHMERZ 20:00')],
    { tag: '2026-03-01' },
  ],
  L15: [
    [v('2026-03-01', 'B:151', 'termin SCHMERZ 22:00')],
    [v('2026-03-01', 'B:151', 'termin SCHMERZ 21:45')],
    [v('2026-03-01', 'B:151', 'B:161f', 'termin SCHMERZ 22:00')],
    { tag: '2026-03-01' },
  ],
  L16: [
    [d('B:151', 'termin SCHMERZ 15:00 @11:00')],
    [d('B:151', 'termin SCHMERZ 15:00 @10:59')],
    [d('B:151', 'B:161a', 'termin SCHMERZ 15:00 @11:00')],
  ],
  L17: [
    [d('B:152a', 'termin SCHMERZ 15:00 @11:00')],
    [d('B:152a', 'termin SCHMERZ 15:00 @10:59')],
    [d('B:152a', 'B:162a', 'termin SCHMERZ 15:00 @11:00')],
    { wertArt: 'UNBEKANNT' },
  ],
  L18: [
    [d('B:152a', 'termin SCHMERZ 20:00')],
    [d('B:152a', 'termin SCHMERZ 19:45')],
    [d('B:152a', 'B:162b', 'termin SCHMERZ 20:00')],
    { wertArt: 'UNBEKANNT' },
  ],
  L19: [
    [d('B:152b', 'termin SCHMERZ 22:00')],
    [d('B:151', 'termin SCHMERZ 22:00')],
    [d('B:152b', 'B:162c', 'termin SCHMERZ 22:00')],
    { wertArt: 'UNBEKANNT' },
  ],
  L20: [
    [v('2026-03-01', 'B:155', 'termin SCHMERZ 11:00')],
    [v('2026-03-02', 'B:155', 'termin SCHMERZ 11:00')],
    [v('2026-03-01', 'B:155', 'B:162d', 'termin SCHMERZ 11:00')],
    { tag: '2026-03-01', wertArt: 'UNBEKANNT' },
  ],
  L21: [
    [v('2026-03-01', 'B:152a', 'termin SCHMERZ 20:00')],
    [v('2026-03-01', 'B:152a', 'termin SCHMERZ 19:45')],
    [v('2026-03-01', 'B:152a', 'B:162e', 'termin SCHMERZ 20:00')],
    { tag: '2026-03-01', wertArt: 'UNBEKANNT' },
  ],
  L22: [
    [v('2026-03-01', 'B:155', 'termin SCHMERZ 22:00')],
    [v('2026-03-01', 'B:155', 'termin SCHMERZ 21:45')],
    [v('2026-03-01', 'B:155', 'B:162f', 'termin SCHMERZ 22:00')],
    { tag: '2026-03-01', wertArt: 'UNBEKANNT' },
  ],
  V22: [
    [PKV, d('O:50', 'termin SCHMERZ 15:00 @11:00')],
    [PKV, d('O:50', 'termin SCHMERZ 15:00 @10:59')],
    [PKV, d('O:50', 'O:E', 'termin SCHMERZ 15:00 @11:00')],
  ],
  V23: [
    [PKV, d('O:51', 'termin SCHMERZ 15:00 @11:00')],
    [PKV, d('O:51', 'termin SCHMERZ 15:00 @10:59')],
    [PKV, d('O:51', 'O:E', 'termin SCHMERZ 15:00 @11:00')],
  ],
  V24: [
    [PKV, d('O:50', 'termin SCHMERZ 20:00')],
    [PKV, d('O:50', 'termin SCHMERZ 19:45')],
    [PKV, d('O:50', 'O:F', 'termin SCHMERZ 20:00')],
  ],
  V25: [
    [PKV, d('O:51', 'termin SCHMERZ 20:00')],
    [PKV, d('O:51', 'termin SCHMERZ 19:45')],
    [PKV, d('O:51', 'O:F', 'termin SCHMERZ 20:00')],
  ],
  V26: [
    [PKV, d('O:50', 'termin SCHMERZ 22:00')],
    [PKV, d('O:50', 'termin SCHMERZ 21:45')],
    [PKV, d('O:50', 'O:G', 'termin SCHMERZ 22:00')],
  ],
  V27: [
    [PKV, d('O:51', 'termin SCHMERZ 22:00')],
    [PKV, d('O:51', 'termin SCHMERZ 21:45')],
    [PKV, d('O:51', 'O:G', 'termin SCHMERZ 22:00')],
  ],
  V28: [
    [PKV, v('2026-03-01', 'O:50', 'termin SCHMERZ 11:00')],
    [PKV, v('2026-03-02', 'O:50', 'termin SCHMERZ 11:00')],
    [PKV, v('2026-03-01', 'O:50', 'O:H', 'termin SCHMERZ 11:00')],
    { tag: '2026-03-01' },
  ],
  V29: [
    [PKV, v('2026-03-01', 'O:51', 'termin SCHMERZ 11:00')],
    [PKV, v('2026-03-02', 'O:51', 'termin SCHMERZ 11:00')],
    [PKV, v('2026-03-01', 'O:51', 'O:H', 'termin SCHMERZ 11:00')],
    { tag: '2026-03-01' },
  ],
  V21: [
    [PKV, M42, d('O:5')],
    [PKV, M72, d('O:5')],
    [PKV, M42, d('O:5', 'O:K1')],
  ],
  C18: [
    [d('B:43 31', 'B:43 32', 'B:43 33', 'B:40 31')],
    [d('B:43 31', 'B:43 32', 'B:40 31')],
    [d('B:43 31', 'B:43 32', 'B:43 33', 'B:40 31', 'B:41a 33')],
  ],
  C19: [
    [d('B:44 36', 'B:44 46', 'B:41a 36')],
    [d('B:44 36', 'B:44 37', 'B:41a 36')],
    [d('B:44 36', 'B:44 46', 'B:41a 36', 'B:41a 46')],
  ],
  C20: [
    [d('B:44 16', 'B:44 26', 'B:40 16')],
    [d('B:44 14', 'B:43 13', 'B:40 13')],
    [d('B:44 16', 'B:44 26', 'B:40 16', 'B:40 26')],
  ],
  V13: [
    [PKV, d('G:4100 36', '"Membran eingebracht"')],
    [PKV, d('G:4100 36', '"keine Membran"')],
    [PKV, d('G:4100 36', 'G:4138 36', '"Membran eingebracht"')],
  ],
  V14: [
    [PKV, d('G:5210', '"Abformung mit individuellem Löffel"')],
    [PKV, d('G:5210', '"Abformung ohne individuellen Löffel"')],
    [PKV, d('G:5210', 'G:5170', '"Abformung mit individuellem Löffel"')],
  ],
  V15: [
    [PKV, d('G:8000', '"Zentrikregistrat genommen"')],
    [PKV, d('G:8000', '"Zentrikregistrat geplant"')],
    [PKV, d('G:8000', 'G:8010', '"Zentrikregistrat genommen"')],
  ],
  C11: [
    [PKV, d('G:3040 38', 'G:0500')],
    [PKV, d('G:3030 38', 'G:0500')],
    [PKV, d('G:3040 38', 'G:0500', 'G:0510')],
  ],
  C12: [
    [PKV, d('G:4133 36', 'G:0510')],
    [PKV, d('G:3040 38', 'G:0510')],
    [PKV, d('G:4133 36', 'G:0510', 'G:0520')],
  ],
  V16: [
    [PKV, OPEN, d('O:1', 'termin SCHMERZ 19:00')],
    [PKV, OPEN, d('O:1', 'termin SCHMERZ 11:00')],
    [PKV, OPEN, d('O:1', 'O:A', 'termin SCHMERZ 19:00')],
    { cents: 408 },
  ],
  V17: [
    [PKV, OPEN, d('O:1', 'termin SCHMERZ 20:00')],
    [PKV, OPEN, d('O:1', 'termin SCHMERZ 19:59')],
    [PKV, OPEN, d('O:1', 'O:B', 'termin SCHMERZ 20:00')],
    { cents: 1049 },
  ],
  V19: [
    [PKV, SATURDAY, v('2026-02-28', 'O:1', 'termin KONTROLLE 09:00')],
    [PKV, SATURDAY, v('2026-02-28', 'O:1', 'termin KONTROLLE 13:00')],
    [PKV, SATURDAY, v('2026-02-28', 'O:1', 'O:D', 'termin KONTROLLE 09:00')],
    { cents: 641, tag: '2026-02-28' },
  ],
  V18: [
    [PKV, d('O:1', 'termin SCHMERZ 22:00')],
    [PKV, d('O:1', 'termin SCHMERZ 21:59')],
    [PKV, d('O:1', 'O:C', 'termin SCHMERZ 22:00')],
    { cents: 1865 },
  ],
  F11: [
    [d('B:13b 26 od', '"Pulpa punktförmig eröffnet, direkte Überkappung"')],
    [d('B:13b 26 od', '"indirekte Überkappung"')],
    [d('B:13b 26 od', 'B:26 26', '"direkte Überkappung"')],
  ],
  E12: [
    [d('B:Ä925a 46', '"46 gangränös, Trepanation"')],
    [d('B:Ä925a 46', '"Trepanation geplant"')],
    [d('B:Ä925a 46', 'B:31 46', '"46 gangränös, Trepanation"')],
  ],
  D17: [
    [d('B:01', '"Kältetest 36 +, 37 +"')],
    [d('B:01', '"Kältetest nicht möglich"')],
    [d('B:01', 'B:8', '"Kältetest 36 +"')],
  ],
  C15: [
    [d('B:Ä1', '"Nachblutung 46, Blutstillung mit Tamponade"')],
    [d('B:Ä1', '"keine Nachblutung"')],
    [d('B:Ä1', 'B:36 46', '"Nachblutung 46, Blutstillung mit Tamponade"')],
  ],
  C16: [
    [d('B:44 36', '"36 tief frakturiert, entfernt"')],
    [d('B:44 36', '"36 entfernt"')],
    [d('B:44 36', 'B:45 36', '"36 tief frakturiert, entfernt"')],
    { zahn: '36' },
  ],
  V20: [
    [PKV, d('G:3010 36', '"36 tief zerstört, entfernt"')],
    [PKV, d('G:3010 36', '"36 entfernt"')],
    [PKV, d('G:3010 36', 'G:3020 36', '"36 tief zerstört, entfernt"')],
    { zahn: '36' },
  ],
  Z19: [
    [d('B:Ä1', '"Prothese im UK repariert, ohne Abformung"')],
    [d('B:Ä1', '"Prothese mit Abformung repariert"')],
    [d('B:Ä1', 'B:100a', '"Prothese im UK repariert"')],
  ],
  A16: [
    [CASE_BASE, d('B:ATG', '"Mundhygieneunterweisung durchgeführt"')],
    [d('B:ATG', '"Mundhygieneunterweisung durchgeführt"')],
    [CASE_BASE, d('B:ATG', 'B:MHU', '"Mundhygieneunterweisung durchgeführt"')],
  ],
  C14: [[d('B:43 46')], [d('B:43 45')], [d('B:43 46', 'B:44 46')], { zahn: '46' }],
  C13: [
    [PKV, d('G:9010 36', 'G:0500')],
    [PKV, d('G:3030 38', 'G:0500')],
    [PKV, d('G:9010 36', 'G:0500', 'G:0530')],
  ],
};
/** Checks that name a position; others cannot suppress it. */
const checksFor = (nr: string) =>
  HOUSE_RULES.filter(
    (one) =>
      one.art === 'PRUEFUNG' &&
      isInStartSet(one) &&
      tokensIn(parseTokenTree(one.heuteAlle)).some(({ muster: patterns }) =>
        nr.startsWith(patterns.replace('*', '')),
      ),
  );
const isPersonPart = (part: Part): part is Person => !Array.isArray(part) && !('entity' in part);
const from = (id: string, parts: readonly Part[]) =>
  finderOf(
    [findRule(id)!, ...checksFor(findRule(id)!.position?.nr ?? '-')],
    snapshotOf(
      Object.assign({}, ...parts.filter(isPersonPart)) as Person,
      parts.filter((one): one is Row | readonly Row[] => !isPersonPart(one)),
    ),
  ).filter((one) => one.regel === id);

describe('proposals of the catalogue', () => {
  const proposals = WRITTEN_RULES.filter((one) => one.art !== 'PRUEFUNG');
  test('each of the 161 proposals has test cases', () => {
    expect(proposals.map((one) => one.id).toSorted()).toEqual(Object.keys(CASES).toSorted());
    expect(proposals).toHaveLength(161);
  });
  test.each(proposals)('$id $titel.en', (rule) => {
    const [ja, knapp, source, expected = {}] = CASES[rule.id]!,
      found = from(rule.id, ja);
    expect(found, 'speaks once').toHaveLength(1);
    expect(found[0]).toMatchObject({
      regel: rule.id,
      art: rule.art,
      patid: 'P1',
      konfidenz: Math.min(
        rule.konfidenz,
        found[0]!.belege.some((one) => one.was === 'notiz') ? 0.6 : 1,
      ),
      nr: rule.position?.nr === '=' ? '2410' : (rule.position?.nr ?? ''),
      menge: 1,
      ...expected,
    });
    // The points of 162a to 162f are not known.
    if (expected.wertArt === 'UNBEKANNT') expect(found[0]!.cents).toBe(0);
    else expect(found[0]!.cents).toBeGreaterThan(0);
    expect(found[0]!.belege.length).toBeGreaterThan(0);
    expect(from(rule.id, knapp), 'one thing is missing').toEqual([]);
    expect(from(rule.id, source), 'excluded').toEqual([]);
  });
});

describe('surcharge outside office hours', () => {
  const hours = (date: string, from: number, to: number, typ = 'BEHANDLUNG'): Row =>
    zeile('arbeitszeit', { patid: null, behandler: 'B1', datum: date, von: from, bis: to, typ });
  const asked = (day: string, at: string, ...more: Row[]): number =>
    from('D05', [v(day, 'B:8', `termin SCHMERZ ${at}`), more]).length;
  test('D05 is silent within delivered hours of treatment, also early, on a Sunday or a holiday', () => {
    expect([
      asked(D, '07:30'),
      asked(D, '07:30', hours(D, 420, 960)),
      asked(D, '07:30', hours(D, 480, 960)),
      asked(D, '07:30', hours(D, 420, 960, 'VERWALTUNG')),
    ]).toEqual([1, 0, 1, 1]);
    expect([
      asked('2026-03-01', '10:00'),
      asked('2026-03-01', '10:00', hours('2026-03-01', 540, 720)),
      asked('2026-03-01', '13:00', hours('2026-03-01', 540, 720)),
    ]).toEqual([1, 0, 1]);
  });
  test('D05: hours delivered later affect patients with an appointment on their day', () => {
    const rawRows = new RawData();
    const touched = new TouchTracker(rawRows);
    const row = (
      entity: PvsEntity,
      id: string,
      values: Readonly<Record<string, PvsValue>>,
      version = 1,
    ): RawRow => ({
      entity,
      id,
      version,
      hash: version,
      isDeleted: false,
      values: {
        ...Object.fromEntries(PVS_FIELDS[entity].map((field) => [field.name, null])),
        ...values,
      },
    });
    for (const id of ['P1', 'P2']) rawRows.take(row('patient', id, { versicherung: 'GKV' }));
    rawRows.take(row('termin', 'T1', { patid: 'P1', start: berlinInstant(D, '07:30') }));
    rawRows.take(row('termin', 'T2', { patid: 'P2', start: berlinInstant('2026-03-03', '07:30') }));
    touched.take(
      row('arbeitszeit', 'A1', {
        behandler: 'B1',
        datum: D,
        von: 420,
        bis: 960,
        typ: 'BEHANDLUNG',
      }),
    );
    expect(
      [...(touched.result() as ReadonlySet<number>)].map((at) => rawRows.tables.patient.ids[at]),
    ).toEqual(['P1']);
  });
});

describe('notes that name treatments not performed', () => {
  /** Rule, services of the day, note; each note matched the words of the rule. */
  const traps: readonly (readonly [string, Person, readonly string[], string])[] = [
    ['F03', {}, ['B:13b 25 od'], 'Karies 25 od exkaviert, keine Caries profunda, F2'],
    ['F01', {}, ['B:13b 26 od'], 'Kofferdam vom Patienten abgelehnt, Watterollen'],
    ['D08', {}, ['B:8'], 'Schwellung vestibulär, keine Inzision'],
    ['D08', {}, ['B:8'], 'Physiotherapie, Lymphdrainage empfohlen'],
    ['D08', {}, ['B:8'], 'Lymphdrainage'],
    ['D09', {}, ['B:8'], 'Schleimhaut gesund, keine Aphthen'],
    ['P01', {}, ['B:01'], 'Mundhygiene gut, Zst: keiner'],
    ['V04', PKV, ['G:2410 36 f2.3'], 'Patient entspannt, keine Angst'],
    ['V05', PKV, ['G:2410 36'], 'DIAGNOdent Laserfluoreszenz 12'],
    ['F05', PKV, ['G:2080 36'], 'Füllung ohne Kofferdam'],
    ['Z15', PKV, ['G:2210 36'], 'DVT-Scan ausgewertet'],
  ];
  test.each(traps)('%s is silent (%#)', (id, person, services, note) => {
    expect(from(id, [person, d(...services, `"${note}"`)])).toEqual([]);
  });
  test('F08 does not mistake teeth polished in a cleaning for a filling', () => {
    const before = v('2026-02-02', 'G:2080 26');
    expect(from('F08', [PKV, before, d('G:1040 x28', '"PZR, Zähne poliert"')])).toEqual([]);
  });
  test.each([
    ['P04', [] as readonly Part[]],
    ['P05', [v('2026-01-12', 'G:1000')]],
  ])('%s rests on the minutes of a note: at most 60 %% certain, shown with them', (id, before) => {
    const note = '"PZR, Unterweisung Mundhygiene 30 min"',
      [found] = from(id, [PKV, ...before, d('G:1040 x28', note)]);
    expect(found?.konfidenz).toBe(0.6);
    expect(found?.belege).toContainEqual(
      expect.objectContaining({ was: 'notiz', text: 'Unterweisung Mundhygiene 30 min' }),
    );
  });
  test('a finding based on a note is at most 60 % certain and shows its clause', () => {
    const note = '"Zst entfernt. Nächste Sitzung: Füllung 36"';
    const [found] = from('P01', [d('B:01', note)]);
    expect(found?.konfidenz).toBe(0.6);
    expect(found?.belege).toContainEqual(
      expect.objectContaining({ was: 'notiz', text: 'Zst entfernt' }),
    );
  });
});

describe('positions that are excluded, included, or owed through another one', () => {
  const kid = bornDay('2020-03-02');
  const crowned = v('2025-01-02', 'befund 36 k');
  /** Rule and the parts of a day on which it is silent. */
  const silent: readonly (readonly [id: string, ...parts: Part[]])[] = [
    ['D02', kid, v('2025-12-20', 'B:FU2'), d('B:8', 'termin KONTROLLE')],
    ['D04', v('2025-12-01', 'B:Ä1'), d('B:151', 'B:8')],
    ['D05', d('B:01', 'termin KONTROLLE 07:30')],
    ['D08', d('B:8', '"Abszess über die Alveole eröffnet"')],
    ['D10', d('B:13b 26 od', '"Kante geglättet und poliert"')],
    ['P01', CARE_LEVEL_2, v('2025-12-20', 'B:107a'), d('B:01', '"Zst entfernt"')],
    ['K03', M42, v('2026-02-10', 'B:FU1'), d('B:8')],
    ['F02', v('2026-02-20', 'B:35 36'), d('B:13b 36 mo')],
    ['F05', d('B:13b 26 od', 'B:12 26', 'G:2080 26', '"Kofferdam"')],
    ['F06', d('B:13b 26 od', 'G:2080 26', '"separiert"')],
    ['C01', d('B:43 55', '"auf Wunsch ohne Anästhesie"')],
    ['C02', v('2026-02-25', 'B:44 46'), d('B:04', '"Wunde reizlos, keine Maßnahme"')],
    ['C03', crowned, v('2026-01-20', 'B:23 36'), d('B:20b 36')],
    ['C03', crowned, d('B:32 36')],
    ['Z14', PKV, crowned, d('G:2410 36')],
    ['C09', PKV, d('G:9010 36', '"guided, 3D-Bohrschablone"')],
    ['A03', CARE_LEVEL_2, CASE_BASE, d('B:AITa 11')],
    ['A04', CARE_LEVEL_2, CASE_BASE, d('B:AITa 11')],
    ['L01', CARE_LEVEL_2, d('B:151')],
    ['L02', CARE_LEVEL_2, d('B:151', 'B:Ä161 36', 'termin SCHMERZ')],
    ['Z09', plan({ begonnenAm: '2026-02-20' }), d('B:19 24', '"Provisorium befestigt"')],
    ['Z10', v('2026-01-10', 'B:K1'), d('B:8', '"Schienenkontrolle, keine Korrektur"')],
  ];
  test.each(silent.map(([id, ...parts]) => ({ id, parts })))('$id is silent (%#)', (one) => {
    expect(from(one.id, one.parts)).toEqual([]);
  });
});
