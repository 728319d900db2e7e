// Reads a trust list (ETSI TS 119 612, XML): the services that issue certificates or time stamps,
// and the periods in which each was granted.
import { X509Certificate } from 'node:crypto';
import type { TrustLoaded } from '../../../../shared/papers/seal/foreign-signature.ts';
import { readElements, type Element } from './xml-elements.ts';

/** A certificate that vouches for signatures or time stamps of others. */
export type Anchor = {
  readonly certificate: Uint8Array;
  readonly by: 'root' | 'list';
  readonly name: string;
  readonly territory: string;
  readonly isQualified: boolean;
  readonly use: 'signature' | 'time';
  /** Periods of trust (UTC ms); without an end it goes on. */
  readonly periods: readonly { readonly from: number; readonly until: number | null }[];
};
export type TrustList = {
  readonly territory: string;
  /** When it was issued, and when the next one is due, UTC ms. */
  readonly issuedAt: number | null;
  readonly nextUpdate: number | null;
  readonly anchors: readonly Anchor[];
};

/** Reason why a file is no trust list, as the message that aborts the start. */
export class TrustListError extends Error {}

const SERVICES: Readonly<Record<string, Pick<Anchor, 'use' | 'isQualified'>>> = {
  'CA/QC': { use: 'signature', isQualified: true },
  'CA/PKC': { use: 'signature', isQualified: false },
  'TSA/QTST': { use: 'time', isQualified: true },
  TSA: { use: 'time', isQualified: false },
  'TSA/TSS-QC': { use: 'time', isQualified: false },
};
// "Supervision in cessation" ends new certificates, not those issued before.
const GRANTED = new Set([
  'granted',
  'accredited',
  'undersupervision',
  'supervisionincessation',
  'recognisedatnationallevel',
]);

const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((one) => one.name === name);
const all = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((one) => one.name === name) ?? [];
const textOf = (element: Element | undefined): string => element?.text.trim() ?? '';
const lastPart = (uri: string, after: string): string =>
  uri.slice(uri.indexOf(after) + after.length);

/** German name, else English, else the first. */
function nameOf(element: Element | undefined): string {
  const names = all(element, 'Name');
  const found = ['de', 'en'].map((one) => names.find((name) => name.attributes.lang === one));
  return textOf(found.find((one) => one !== undefined) ?? names[0]).slice(0, 200);
}

type Status = { readonly type: string; readonly isGranted: boolean; readonly from: number };

function statusOf(element: Element): Status {
  const status = textOf(child(element, 'ServiceStatus'));
  return {
    type: lastPart(textOf(child(element, 'ServiceTypeIdentifier')), '/Svctype/'),
    isGranted: GRANTED.has(lastPart(status.toLowerCase(), '/svcstatus/')),
    from: Date.parse(textOf(child(element, 'StatusStartingTime'))),
  };
}

/** Periods in which a service was granted: each status lasts until the next one begins. */
function periodsOf(statuses: readonly Status[]): Anchor['periods'] {
  const inOrder = statuses.filter((one) => !Number.isNaN(one.from)).sort((a, b) => a.from - b.from);
  return inOrder.flatMap((one, i) =>
    one.isGranted ? [{ from: one.from, until: inOrder[i + 1]?.from ?? null }] : [],
  );
}

function certificatesOf(service: Element): Uint8Array[] {
  const ids = all(child(service, 'ServiceDigitalIdentity'), 'DigitalId');
  return ids
    .flatMap((one) => all(one, 'X509Certificate'))
    .flatMap((one) => {
      try {
        return [new Uint8Array(new X509Certificate(Buffer.from(textOf(one), 'base64')).raw)];
      } catch {
        return [];
      }
    });
}

function anchorsOf(provider: Element, territory: string): Anchor[] {
  const providerName = nameOf(child(child(provider, 'TSPInformation'), 'TSPName'));
  return all(child(provider, 'TSPServices'), 'TSPService').flatMap((service) => {
    const now = child(service, 'ServiceInformation');
    if (now === undefined) return [];
    const current = statusOf(now);
    const known = SERVICES[current.type];
    if (known === undefined) return [];
    const before = all(child(service, 'ServiceHistory'), 'ServiceHistoryInstance').map(statusOf);
    const name = [providerName, nameOf(child(now, 'ServiceName'))].filter((one) => one !== '');
    const periods = periodsOf([current, ...before.filter((one) => one.type === current.type)]);
    if (periods.length === 0) return [];
    return certificatesOf(now).map((certificate) => ({
      certificate,
      by: 'list' as const,
      name: name.join(', '),
      territory,
      ...known,
      periods,
    }));
  });
}

/**
 * Reads a trust list. Its own signature is not checked: the operator vouches for the file.
 * @throws TrustListError
 */
export function readTrustList(file: Uint8Array): TrustList {
  let root: Element;
  try {
    root = readElements(new TextDecoder('utf-8', { fatal: true }).decode(file));
  } catch {
    throw new TrustListError('die Datei ist kein lesbares XML (UTF-8)');
  }
  const scheme = child(root, 'SchemeInformation');
  if (root.name !== 'TrustServiceStatusList' || scheme === undefined)
    throw new TrustListError('die Datei ist keine Vertrauensliste (TrustServiceStatusList)');
  const territory = textOf(child(scheme, 'SchemeTerritory')).slice(0, 10);
  const anchors = all(child(root, 'TrustServiceProviderList'), 'TrustServiceProvider').flatMap(
    (one) => anchorsOf(one, territory),
  );
  if (anchors.length === 0)
    throw new TrustListError(
      'die Liste nennt keinen Dienst; gemeint ist die Liste eines Landes, nicht die Liste der Listen',
    );
  const instantOf = (element: Element | undefined): number | null => {
    const at = Date.parse(textOf(element));
    return Number.isNaN(at) ? null : at;
  };
  return {
    territory,
    issuedAt: instantOf(child(scheme, 'ListIssueDateTime')),
    nextUpdate: instantOf(child(child(scheme, 'NextUpdate'), 'dateTime')),
    anchors,
  };
}

/** What the operator trusts for signatures of others, and what of it is shown. */
export type ForeignTrust = {
  readonly anchors: readonly Anchor[];
  readonly loaded: TrustLoaded;
};

/** Joins roots and lists. */
export const foreignTrustOf = (
  roots: readonly Uint8Array[],
  lists: readonly TrustList[],
): ForeignTrust => ({
  anchors: [...anchorsOfRoots(roots), ...lists.flatMap((one) => one.anchors)],
  loaded: {
    roots: roots.length,
    lists: lists.map(({ territory, nextUpdate }) => ({ territory, nextUpdate })),
  },
});

/** Returns roots named by the operator as anchors without a period. */
const anchorsOfRoots = (roots: readonly Uint8Array[]): Anchor[] =>
  roots.map((certificate) => ({
    certificate,
    by: 'root',
    name: new X509Certificate(certificate).subject.replaceAll('\n', ', ').slice(0, 200),
    territory: '',
    isQualified: false,
    use: 'signature',
    periods: [{ from: 0, until: null }],
  }));
