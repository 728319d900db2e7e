/** Path and flags of Chromium, and the screens used by the stories. */
import { findChromium } from '../../../scripts/machine.mjs';

/** Chromium must not sandbox as root, nor contact Google while a story counts requests. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The last list counts: features that Playwright switches off, and the spare pages that each
  // window preloads below its address bar, which cost as much as the window itself.
  '--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,WebUIOmniboxPopup,WebUIOmniboxAimPopup,OmniboxPopupInWebUI',
] as const;

/** Returns the path of the browser; throws with instructions if there is none. */
export function chromiumPath(): string {
  const path = findChromium();
  if (path === undefined)
    throw new Error('Chromium is missing: npm test installs it, or CHROMIUM_PATH names it.');
  return path;
}

/** Context options of the screens; a tablet has touch and no hover. */
export const screens = {
  tablet: {
    viewport: { width: 1280, height: 800 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 1,
  },
  tabletPortrait: {
    viewport: { width: 800, height: 1280 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 1,
  },
  phone: {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
  /** A phone of staff, as wide as most are. */
  staffPhone: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 1,
  },
  desk: {
    viewport: { width: 1440, height: 900 },
    hasTouch: false,
    isMobile: false,
    deviceScaleFactor: 1,
  },
} as const;
