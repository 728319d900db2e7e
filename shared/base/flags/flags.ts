// Switches of features as data: each with its owner, its end and its default; and the verdict of one
// switch for one practice. Nothing of safety, of patients or of signing in may be switched.

import type { Environment } from '../environment.ts';

interface FlagWords {
  name: string;
  /** What practices lose while it is off. */
  what: string;
}
export interface Flag {
  /** Role at the vendor that decides about the switch. */
  owner: 'administrator' | 'support';
  /** Last day of the switch itself, `YYYY-MM-DD`: then the feature stays, or its code goes. */
  until: string;
  /** Where no rule counts. */
  isOn: boolean;
  de: FlagWords;
  en: FlagWords;
  /** Addresses of the practice app that it switches, without what lies below them. */
  pages: readonly string[];
}

export const FLAGS = {
  shop: {
    owner: 'administrator',
    until: '2027-12-31',
    isOn: true,
    de: {
      name: 'Stifte bestellen',
      what: 'Aus: Praxen sehen weder Artikel noch Bestellungen. Der Hersteller bearbeitet vorhandene Bestellungen weiter.',
    },
    en: {
      name: 'Ordering touch pens',
      what: 'Off: practices see neither products nor orders. The vendor goes on with existing orders.',
    },
    pages: ['/hilfe/stifte'],
  },
  feedback_picture: {
    owner: 'administrator',
    until: '2027-06-30',
    isOn: true,
    de: {
      name: 'Bild in der Rückmeldung',
      what: 'Aus: Rückmeldungen werden ohne Bild gesendet. Gesendete Bilder bleiben sichtbar.',
    },
    en: {
      name: 'Picture in feedback',
      what: 'Off: feedback is sent without a picture. Pictures already sent stay visible.',
    },
    pages: [],
  },
  comparison: {
    owner: 'administrator',
    until: '2027-12-31',
    isOn: true,
    de: {
      name: 'Vergleich mit anderen Praxen',
      what: 'Aus: Die vier Berichte, die mit anderen Praxen vergleichen, sind geschlossen. Alle anderen Berichte bleiben.',
    },
    en: {
      name: 'Comparison with other practices',
      what: 'Off: the four reports that compare with other practices are closed. All other reports stay.',
    },
    pages: [
      '/berichte/benchmark',
      '/berichte/benchmark/leistungen',
      '/berichte/benchmark/behandler',
      '/berichte/benchmark/zeit',
    ],
  },
} as const satisfies Record<string, Flag>;

export type FlagKey = keyof typeof FLAGS;
export const FLAG_KEYS = Object.keys(FLAGS) as readonly FlagKey[];
/** The declaration of a switch, in the form that all switches have. */
export const flagOf = (key: FlagKey): Flag => FLAGS[key];

/** A reason of one word explains nothing. */
export const FLAG_REASON_LEAST = 10;
/** A rule with this share counts for all practices. */
export const WHOLE_SHARE = 100;
/** A stored rule about one switch. */
export interface FlagRule {
  id: string;
  key: FlagKey;
  /** Null: every environment. */
  environment: Environment | null;
  /** Null: every practice. */
  tenant: string | null;
  isOn: boolean;
  /** Percent of the practices, 1 to 100; always 100 for one practice. */
  share: number;
  /** Last day of the rule, `YYYY-MM-DD`. */
  until: string;
  at: number;
}

/** What a verdict rests on, the strongest first. */
export const FLAG_GROUNDS = ['practice', 'share', 'environment', 'everywhere', 'default'] as const;
type FlagGround = (typeof FLAG_GROUNDS)[number];
export interface FlagVerdict {
  isOn: boolean;
  by: FlagGround;
  ruleId: string | null;
}
/** The practice and the server that a verdict is about. */
export interface FlagPlace {
  cid: string;
  environment: Environment;
  /** Berlin day, `YYYY-MM-DD`. */
  day: string;
}

/** Returns the place of a practice within the shares of a switch: 0 to 99, always the same. */
export function bucketOf(key: FlagKey, cid: string): number {
  const text = `${key}|${cid}`;
  // FNV-1a, then a final mix: neighbouring ids must not share a bucket.
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return ((hash ^ (hash >>> 16)) >>> 0) % WHOLE_SHARE;
}

const groundOf = ({ tenant, share, environment }: FlagRule): FlagGround =>
  tenant !== null
    ? 'practice'
    : share < WHOLE_SHARE
      ? 'share'
      : environment !== null
        ? 'environment'
        : 'everywhere';

const counts = (rule: FlagRule, key: FlagKey, { cid, environment, day }: FlagPlace): boolean =>
  rule.key === key &&
  rule.until >= day &&
  (rule.environment === null || rule.environment === environment) &&
  (rule.tenant === null || rule.tenant === cid) &&
  (rule.share >= WHOLE_SHARE || bucketOf(key, cid) < rule.share);

/**
 * Decides whether a feature is on for a practice: a rule for the practice comes before a share, a
 * share before an environment, an environment before a rule for all; of equal ones the newest.
 * Without a rule that counts today the default decides.
 */
export function verdictOf(key: FlagKey, rules: readonly FlagRule[], place: FlagPlace): FlagVerdict {
  const rank = (rule: FlagRule): number => FLAG_GROUNDS.indexOf(groundOf(rule));
  const [best] = rules
    .filter((rule) => counts(rule, key, place))
    .sort((a, b) => rank(a) - rank(b) || b.at - a.at || (a.id < b.id ? 1 : -1));
  return best
    ? { isOn: best.isOn, by: groundOf(best), ruleId: best.id }
    : { isOn: FLAGS[key].isOn, by: 'default', ruleId: null };
}

/** Returns the switch that closes an address of the practice app; undefined for an open one. */
export function offAt(path: string, off: readonly FlagKey[]): FlagKey | undefined {
  const bare = path.replace(/[?#].*$/, '').replace(/(?<=.)\/+$/, '');
  return off.find((key) => flagOf(key).pages.includes(bare));
}
