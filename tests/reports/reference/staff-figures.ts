/** Staff: revenue of a full post, days of illness. */
import { DAY_MS, dayNumber, dayText } from './calendar.ts';
import { isAllowed } from './choice.ts';
import type { Row } from './practice.ts';
import { EURO, type Figures, type Scope } from './scope.ts';

/** Checks whether a person was employed on a day. */
const isEmployed = (person: Row, day: string): boolean =>
  (person['eintritt'] === null || String(person['eintritt']) <= day) &&
  (person['austritt'] === null || String(person['austritt']) >= day);

/** Adds revenue and days of illness per full post. */
export function addStaff({ of, filter, booking }: Scope, figures: Figures): void {
  const staff = of('mitarbeiter').filter((m) => isAllowed(filter.teams, m['team']));
  const days: string[] = [];
  for (let d = dayNumber(filter.von); d <= dayNumber(filter.bis); d += 1) days.push(dayText(d));
  const posts = staff.reduce(
    (sum, m) =>
      sum + (Number(m['fte']) / 100) * (days.filter((d) => isEmployed(m, d)).length / days.length),
    0,
  );
  figures.add('umsatzJeMitarbeiter', booking('betrag') / EURO, posts);
  const isWeekday = (d: string): boolean =>
    ![0, 6].includes(new Date(dayNumber(d) * DAY_MS).getUTCDay());
  const sick = staff.reduce((sum, m) => {
    const own = of('fehlzeit').filter((e) => e['art'] === 'KRANK' && e['mitarbeiter'] === m.id);
    const isSick = (d: string): boolean =>
      own.some((e) => String(e['von']) <= d && String(e['bis']) >= d);
    return sum + days.filter((d) => isWeekday(d) && isEmployed(m, d) && isSick(d)).length;
  }, 0);
  figures.add('krankheitstage', sick, posts);
}
