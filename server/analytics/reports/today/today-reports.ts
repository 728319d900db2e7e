/** Reports of a day by path. */
import type { ReportBuilder } from '../report-kind.ts';
import { daySchedule } from './day-schedule.ts';
import { plansOfDay } from './plans-of-day.ts';
import { dayRevenue } from './day-revenue.ts';
import { gapsOfDay } from './gaps-of-day.ts';
import { recallsOfDay } from './recalls-of-day.ts';
import { newPatients } from './new-patients.ts';
import { failedAppointments } from './failed-appointments.ts';
import { unbilledReport } from './unbilled-appointments.ts';
import { teamOfDay } from './team-of-day.ts';

export const todayReports: Readonly<Record<string, ReportBuilder>> = {
  heute: daySchedule,
  'heute/umsatz': dayRevenue,
  'heute/luecken': gapsOfDay,
  'heute/hkp': plansOfDay,
  'heute/recall': recallsOfDay,
  'heute/neupatienten': newPatients,
  'heute/ausfaelle': failedAppointments,
  'heute/unabgerechnet': unbilledReport,
  'heute/team': teamOfDay,
};
