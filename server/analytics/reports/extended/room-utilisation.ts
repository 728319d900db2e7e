/** Report of how full the rooms are. */
import { forEachAppointment, forEachHours } from '../../snapshot/selection/walk-appointments.ts';
import { STATUS } from '../../snapshot/snapshot.ts';
import { forEachGap } from '../../metrics/gaps.ts';
import {
  type ReportBuilder,
  column,
  entityName,
  idOfRow,
  kpisOf,
  ratioOf,
} from '../report-kind.ts';
import { sumsPer } from '../revenue/revenue-sums.ts';

export const roomUtilisation: ReportBuilder = (k) => {
  const { appointments, workingHours } = k.a.snapshot,
    rows = new Map<number, { open: number; occupied: number; cents: number; gaps: number }>(),
    of = (z: number) => {
      let row = rows.get(z);
      if (!row) rows.set(z, (row = { open: 0, occupied: 0, cents: 0, gaps: 0 }));
      return row;
    };
  forEachHours(k.a, (i) => {
    if (workingHours.zimmer[i]! >= 0)
      of(workingHours.zimmer[i]!).open += workingHours.roomMinutes[i]!;
  });
  forEachAppointment(k.a, (i) => {
    if (appointments.zimmer[i]! >= 0 && appointments.status[i] === STATUS.WAHRGENOMMEN)
      of(appointments.zimmer[i]!).occupied += appointments.dauer[i]!;
  });
  for (const [z, sum] of sumsPer(k.a, 'zimmer')) if (z >= 0) of(z).cents += sum.umsatz;
  forEachGap(k.a, 30, (l) => {
    if (l.zimmer >= 0) of(l.zimmer).gaps += 1;
  });
  const lines = [...rows]
    .map(([z, row]) => ({
      id: idOfRow(k.a.snapshot, 'zimmer', z),
      zimmer: entityName(k.a.snapshot, 'zimmer', z),
      offeneMin: row.open,
      belegteMin: row.occupied,
      auslastung: ratioOf(row.occupied, row.open),
      umsatzProStunde: ratioOf(row.cents / 100, row.open / 60, 2),
      luecken30: row.gaps,
    }))
    .sort((x, y) => x.zimmer.localeCompare(y.zimmer, 'de'));
  return {
    kpis: kpisOf(
      k,
      'stuhlauslastung',
      'umsatzJeZimmerstunde',
      'auslastung',
      'auslastungErbracht',
      'freieZeit',
    ),
    columns: [
      column('zimmer', 'Zimmer', 'text'),
      column('offeneMin', 'Offen', 'minuten'),
      column('belegteMin', 'Belegt', 'minuten'),
      column('auslastung', 'Auslastung', 'anteil'),
      column('umsatzProStunde', 'Umsatz je Stunde', 'eur'),
      column('luecken30', 'Lücken ab 30 Minuten', 'zahl'),
    ],
    rows: lines,
    series: (['belegteMin', 'offeneMin'] as const).map((name) => ({
      name,
      punkte: lines.map((z) => ({ x: z.zimmer, y: z[name] })),
    })),
  };
};
