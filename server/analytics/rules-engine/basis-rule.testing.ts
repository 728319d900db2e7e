/** A rule for tests of the engine, and the days of its findings. */
import type { Rule } from '../../../shared/analytics/billing/rule.ts';

/** Proposes the periodontal screening once in eight quarters. */
export const basis: Rule = {
  id: 'T01',
  version: 1,
  gruppe: 'TEST',
  art: 'VERGESSEN',
  titel: { de: '', en: '' },
  grund: { de: '', en: '' },
  kasse: 'GKV',
  alterVonM: null,
  alterBisM: null,
  gueltigVon: null,
  gueltigBis: null,
  heuteEines: ['B:01'],
  heuteAlle: '',
  heuteKeines: ['B:04'],
  historieKeine: ['B:04~8Q'],
  historieNoetig: [],
  zusatz: '',
  position: { system: 'BEMA', nr: '04' },
  menge: '1',
  faktor: null,
  konfidenz: 0.8,
  quelle: '',
  mark: 'derived',
  noetig: { de: '', en: '' },
  dagegen: { de: '', en: '' },
};

/** Returns the days of findings. */
export const days = (findings: readonly { tag: string }[]): string[] =>
  findings.map((one) => one.tag);
