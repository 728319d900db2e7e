/** State and methods of one visit of a share, and what a visit needs from outside. */

import type { Clock } from '../../../shared/base/ports.ts';
import type { ShareAddress } from '../../../shared/exchange/share.ts';
import type {
  PortalStep,
  ShareContents,
  ShareItem,
  ShareItemContent,
} from '../../../shared/exchange/share.schema.ts';
import type { ShareCalls } from '../../sync/share-calls.ts';
import type { DateParts } from '../../ui/fields/dateParts.ts';
import type { Place } from '../address.ts';
import type { AnyItem, KeptItems } from '../items.ts';
import type { Practice } from '../openItem.ts';

type Screen =
  | 'enter'
  | 'login'
  | 'code'
  | 'list'
  | 'item'
  | 'finished'
  /** X3; X4; „Neuen Link anfordern“ was pressed. */
  | 'gone'
  | 'locked'
  | 'asked'
  /** R4: the form, done, expired. */
  | 'reset'
  | 'resetDone'
  | 'resetOver';
/** Error of the last press; `offline` and `often` can be retried. */
export type Problem =
  | 'wrong'
  | 'code'
  | 'invalid'
  | 'latin'
  | 'offline'
  | 'often'
  | 'short'
  | 'long'
  | 'easy';

export interface ShareState {
  readonly screen: Screen;
  readonly praxis: Practice | null;
  /** Whether a new link can be requested here. */
  readonly canAsk: boolean;
  /** The required second step. */
  readonly step: PortalStep | null;
  readonly contents: ShareContents | null;
  /** Ids of items that were begun on this device and not sent. */
  readonly begun: readonly string[];
  readonly item: AnyItem | null;
  readonly problem: Problem | null;
  readonly triesLeft: number | null;
  readonly isBusy: boolean;
  /** Whether the session timed out, so that sign-in is required again. */
  readonly isTimedOut: boolean;
  /** A code was requested. */
  readonly isCodeSent: boolean;
}

/** Steps before the list is shown, and the access code. */
export interface SignIn {
  start(): Promise<void>;
  /** R3 without an id. */
  enter(address: ShareAddress): Promise<void>;
  login(firstName: string, birth: DateParts): Promise<void>;
  requestCode(): Promise<void>;
  secondStep(code: string): Promise<void>;
  /** Back from the second step. */
  relogin(): void;
  /** „Neuen Link anfordern“. */
  renew(): Promise<void>;
  reset(code: string): Promise<void>;
}

/** Steps between the list and its items. */
export interface ItemSteps {
  refresh(): Promise<void>;
  open(item: ShareItem): Promise<void>;
  /** Back to the list. */
  close(): Promise<void>;
  download(itemId: string): Promise<Uint8Array>;
  /** X9, of the open item; back to the list. */
  remove(): Promise<void>;
}

export interface ShareVisit extends SignIn, ItemSteps {
  get(): ShareState;
  subscribe(listener: () => void): () => void;
  /** „Fertig“. */
  finish(): Promise<void>;
  /** Called after long idleness. */
  lock(): void;
  /** Visible or online again. */
  again(): void;
  flush(): Promise<void>;
  /** Clears the last error when the person types. */
  forgive(): void;
}

export interface ShareVisitDeps {
  place: Place;
  /** Data rendered into the page by the server. */
  praxis: Practice | null;
  callsOf: (address: ShareAddress) => ShareCalls;
  /** Proof of the link's key; `undefined` without a key, or where the browser cannot create one. */
  proofOf: (address: ShareAddress) => Promise<string | undefined>;
  /** Stores a link's data on this device, and finds it again. */
  remember: (address: ShareAddress) => Promise<ShareAddress>;
  /** Destroys the stored data of the link. */
  dropLink: (address: ShareAddress) => Promise<void>;
  /** `onOver` is called when the server requires sign-in again. */
  openItem: (
    content: ShareItemContent,
    shareId: string,
    calls: ShareCalls,
    onOver: () => void,
  ) => Promise<AnyItem>;
  /** Items whose answers or signatures are on this device. */
  keptIn: (contents: ShareContents, shareId: string) => Promise<KeptItems>;
  clock: Pick<Clock, 'after'>;
}

const FIRST_SCREEN: Readonly<Record<Place['kind'], Screen>> = {
  enter: 'enter',
  wrong: 'gone',
  share: 'login',
  reset: 'reset',
};

/** Returns the state of a page just opened. */
export const firstState = (
  place: Place,
  { praxis, canAsk }: Pick<ShareState, 'praxis' | 'canAsk'>,
): ShareState => ({
  screen: FIRST_SCREEN[place.kind],
  praxis,
  canAsk,
  step: null,
  contents: null,
  begun: [],
  item: null,
  problem: null,
  triesLeft: null,
  isBusy: false,
  isTimedOut: false,
  isCodeSent: false,
});
