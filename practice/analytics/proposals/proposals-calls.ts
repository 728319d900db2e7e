// API calls of the proposal pages.

import type {
  BillingKpis,
  Quarter,
} from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import type {
  OwnRule,
  BacktestResult,
  RuleTrialResult,
} from '../../../shared/analytics/billing/own-rules.schema.ts';
import type { Limits, RuleInput, Rules } from '../../../shared/analytics/billing/rules.schema.ts';
import type { BillingLabel } from '../../../shared/analytics/billing/labels.schema.ts';
import type {
  DecisionResult,
  BulkAnswer,
} from '../../../shared/analytics/billing/decisions.schema.ts';
import type {
  DaySheetData,
  Proposals,
  Proposal,
} from '../../../shared/analytics/billing/proposals.schema.ts';
import type { Sum } from '../../../shared/analytics/billing/wire-values.schema.ts';
import type {
  FilingArea,
  RejectionReason,
  DecisionAction,
} from '../../../shared/analytics/billing/billing.ts';
import { call, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

/** First part of every query key of these pages: a decision invalidates all of them. */
export const KEY = 'abrechnung';
/** Identifies a proposal. */
export type Target = Pick<Proposal, 'patid' | 'tag' | 'regel' | 'zahn'>;
export const targetOf = ({ patid, tag, regel: rule, zahn }: Target): Target => ({
  patid,
  tag,
  regel: rule,
  zahn,
});
export interface Labels {
  items: BillingLabel[];
  labelConfig: Record<string, string[]>;
}
export interface RejectedProposals {
  gefunden: Sum;
  items: Proposal[];
  weiter: string | null;
}

const get = <T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> => {
  const params = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== ''),
  ).toString();
  return call<T>(`/api${path}${params === '' ? '' : `?${params}`}`, { timeout: LONG_TIMEOUT });
};
const send = <T>(
  path: string,
  json: unknown,
  method: 'POST' | 'PUT' | 'PATCH' = 'POST',
): Promise<T> => call<T>(`/api${path}`, { method, json, timeout: TIMEOUT });
const sendOnly = (
  path: string,
  json: unknown,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
): Promise<void> =>
  call<void>(`/api${path}`, {
    method,
    ...(json !== undefined && { json }),
    answer: 'none',
    timeout: TIMEOUT,
  });
const part = encodeURIComponent;

export const getProposals = (query: Readonly<Record<string, string>>): Promise<Proposals> =>
  get('/abrechnungsvorschlaege', query);
export const getRejected = (from: string, to: string, cursor: string): Promise<RejectedProposals> =>
  get(`/abgelehntevorschlaege/${from}/${to}`, { cursor });
export const getDay = (patid: string, tag: string): Promise<DaySheetData> =>
  get(`/abrechnung/tag/${numberInPath(patid)}/${tag}`);

export interface ProposalDecision {
  target: Target;
  rev?: number;
  grund?: RejectionReason;
  comment?: string;
  /** Note it although its billing was submitted. */
  nachtrag?: boolean;
}
const ACTION_PATHS: Readonly<Record<DecisionAction, string>> = {
  vormerken: '/vorschlagvormerken',
  ablehnen: '/vorschlagablehnen',
  zuruecknehmen: '/vorschlagzuruecknehmen',
};
export const sendDecision = (
  action: DecisionAction,
  { target, ...rest }: ProposalDecision,
): Promise<DecisionResult> => send(ACTION_PATHS[action], { ...target, ...rest });
export const decideTogether = (order: {
  tat: DecisionAction;
  regel: string;
  ziele: { patid: string; tag: string; zahn: string; rev?: number }[];
  grund?: RejectionReason;
  comment?: string;
}): Promise<BulkAnswer> => send('/abrechnung/gemeinsam', order);

export const getLabels = (): Promise<Labels> => get('/abrechnungslabels');
export const makeLabel = (label: {
  id: string;
  name: string;
  color: BillingLabel['color'];
}): Promise<void> => sendOnly('/abrechnungslabels', label);
export const changeLabel = (
  id: string,
  change: Partial<Pick<BillingLabel, 'name' | 'color'>>,
): Promise<void> => sendOnly(`/abrechnungslabels/${part(id)}`, change, 'PATCH');
export const dropLabel = (id: string): Promise<void> =>
  sendOnly(`/abrechnungslabels/${part(id)}`, undefined, 'DELETE');
export const bringLabelBack = (id: string): Promise<void> =>
  sendOnly(`/abrechnungslabels/${part(id)}/zurueck`, undefined);
export const assignLabels = (
  target: Target,
  selectedLabels: readonly string[],
  previous: readonly string[],
): Promise<{ labels: string[] }> =>
  send('/abrechnungslabels/assign', { ...target, selectedLabels, vorher: previous });
export const saveLabelConfig = (labelConfig: Record<string, string[]>): Promise<void> =>
  sendOnly('/abrechnungslabels/labelConfig', { labelConfig }, 'PUT');

export const getLimits = (): Promise<Limits> => get('/abrechnung/grenzen');
export const getRules = (): Promise<Rules> => get('/abrechnung/regeln');
export const putRuleSwitch = (ruleId: string, isOn: boolean | null): Promise<void> =>
  sendOnly(`/abrechnung/regeln/${part(ruleId)}`, { istAn: isOn }, 'PUT');
/** Tries a rule of the book on past days, also one that is off. */
export const tryRule = (
  ruleId: string,
  from: string,
  to: string,
  name: string,
): Promise<RuleTrialResult> =>
  call<RuleTrialResult>(`/api/abrechnung/regeln/${part(ruleId)}/rueckrechnung`, {
    method: 'POST',
    json: { von: from, bis: to, probe: name },
    timeout: LONG_TIMEOUT,
  });
/** Reads how far the trial of this name is; `anteil` null where it does not run. */
export const getTrialProgress = (
  ruleId: string,
  name: string,
): Promise<{ anteil: number | null }> =>
  get(`/abrechnung/regeln/${part(ruleId)}/rueckrechnung?probe=${name}`);
export interface SettingsChange {
  rev: number;
  mitVertretung: boolean;
  mitAnderenTraegern: boolean;
  schalter: Record<string, boolean>;
  schwellen: Record<string, number>;
  kzv?: Record<string, string>;
}
export const saveSettings = (change: SettingsChange): Promise<void> =>
  sendOnly('/abrechnung/einstellungen', change, 'PUT');

export const getOwnRules = async (): Promise<OwnRule[]> =>
  (await get<{ items: OwnRule[] }>('/abrechnung/eigeneregeln')).items;
/** Returns the newest version of a rule; undefined where there is none. */
export const newestOf = (all: readonly OwnRule[], ruleId: string): OwnRule | undefined =>
  all.filter((one) => one.regelId === ruleId).sort((a, b) => b.version - a.version)[0];
export const makeOwnRule = (ruleId: string, rule: RuleInput): Promise<void> =>
  sendOnly('/abrechnung/eigeneregeln', { regelId: ruleId, regel: rule });
export const changeOwnRule = (ruleId: string, rev: number, rule: RuleInput): Promise<void> =>
  sendOnly(`/abrechnung/eigeneregeln/${part(ruleId)}`, { rev, regel: rule }, 'PUT');
export const backtest = (
  ruleId: string,
  rev: number,
  from: string,
  to: string,
  name: string,
): Promise<BacktestResult> =>
  call<BacktestResult>(`/api/abrechnung/eigeneregeln/${part(ruleId)}/rueckrechnung`, {
    method: 'POST',
    json: { rev, von: from, bis: to, probe: name },
    timeout: LONG_TIMEOUT,
  });
export const goLive = (ruleId: string, rev: number): Promise<void> =>
  sendOnly(`/abrechnung/eigeneregeln/${part(ruleId)}/freigeben`, { rev });
export const withdraw = (ruleId: string, rev: number): Promise<void> =>
  sendOnly(`/abrechnung/eigeneregeln/${part(ruleId)}/zurueckziehen`, { rev });

export interface NewFiling {
  id: string;
  kzv: string;
  bereich: FilingArea;
  zeitraum: string;
  mitFrueheren: boolean;
}
export const handIn = (filing: NewFiling): Promise<void> => sendOnly('/abrechnung/abgaben', filing);
export const takeBackHandIn = (id: string): Promise<void> =>
  sendOnly(`/abrechnung/abgaben/${part(id)}`, undefined, 'DELETE');

/** Reads the key figures of proposals. @param practitioner one practitioner's id; empty for all */
export const getKpis = (from: string, to: string, practitioner: string): Promise<BillingKpis> =>
  get('/abrechnung/kpis', { von: from, bis: to, behandler: practitioner });
export const getQuarter = (quarter: string, kzv: string): Promise<Quarter> =>
  get('/abrechnung/quartal', { quartal: quarter, kzv });
