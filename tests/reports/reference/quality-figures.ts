/** Fillings, warranty, documentation and online bookings. */
import { plusDays, plusMonths } from './calendar.ts';
import { sumOf, type Line } from './practice.ts';
import type { Figures, Scope } from './scope.ts';
import { isFilling, statutoryCases } from './services.ts';

const surfacesOf = (l: Line): string => [...new Set(String(l['flaechen'] ?? ''))].sort().join('');

/** Whether a filling carries the warranty: not at milk teeth, the neck, or as 13d. */
const hasWarranty = (l: Line): boolean =>
  l['nr'] !== '13D' &&
  !['5', '6', '7', '8'].includes(String(l['zahn'] ?? '')[0] ?? '') &&
  !surfacesOf(l).includes('z');

/** Checks whether all surfaces were part of the tooth's last filling within two years before. */
function isRepeated(lines: readonly Line[], l: Line): boolean {
  const earlier = lines.filter(
    (o) =>
      o.pat === l.pat &&
      o['system'] === 'BEMA' &&
      /^13[A-H]$/.test(String(o['nr'])) &&
      o['zahn'] === l['zahn'] &&
      String(o['datum']) < String(l['datum']),
  );
  const last = earlier
    .map((o) => String(o['datum']))
    .sort()
    .at(-1);
  const own = earlier
    .filter((o) => o['datum'] === last)
    .map(surfacesOf)
    .sort((x, y) => x.length - y.length || (x < y ? -1 : 1))
    .at(-1);
  return (
    l['zahn'] !== null &&
    surfacesOf(l) !== '' &&
    own !== undefined &&
    surfacesOf(l)
      .split('')
      .every((one) => own.includes(one)) &&
    plusMonths(last!, 24) >= String(l['datum'])
  );
}

/** Adds co-payments, repeated fillings, and fillings per case. */
export function addFillings(scope: Scope, figures: Figures): void {
  const { of, mergedInto, lines, linesInSpan } = scope;
  const fillings = linesInSpan.filter(isFilling);
  const backTeeth = fillings.filter(
    (l) => l['zahn'] !== null && '45678'.includes(String(l['zahn'])[1]!),
  );
  const agreements = of('mkv');
  figures.add(
    'mehrkostenquote',
    backTeeth.filter((l) =>
      agreements.some(
        (m) =>
          mergedInto(m['patid']) === l.pat &&
          (m['zahn'] === null
            ? m['datum'] === l['datum']
            : m['zahn'] === l['zahn'] &&
              String(m['datum']) <= String(l['datum']) &&
              String(m['datum']) >= plusDays(String(l['datum']), -90)),
      ),
    ).length,
    backTeeth.length,
  );
  figures.add(
    'gewaehrleistung',
    fillings.filter((l) => hasWarranty(l) && isRepeated(lines, l)).length,
    fillings.filter(hasWarranty).length,
  );
  figures.add('fuellungenJe100', sumOf(fillings, 'menge'), statutoryCases(linesInSpan), 100);
}

/** Adds gaps of documentation, online bookings, and realised proposals. */
export function addRecords(
  { keptInSpan, visitOf, appointmentsInSpan }: Scope,
  figures: Figures,
): void {
  figures.add(
    'dokumentationsluecke',
    keptInSpan.filter((t) => !visitOf(t.pat, t.tag).hasServiceRow).length,
    keptInSpan.length,
  );
  figures.add(
    'onlineAnteil',
    appointmentsInSpan.filter((t) => t['quelle'] === 'ONLINE').length,
    appointmentsInSpan.length,
  );
  // Proposals are tested in server/analytics/proposals; without any the figure is 0/0.
  figures.add('vorschlagRealisiert', 0, 0);
}
