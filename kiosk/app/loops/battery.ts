// Battery of the tablet, where the browser provides it; most do not, and the board then shows
// nothing.

interface Battery {
  level: number;
  charging: boolean;
}
const hasBattery = (n: Navigator): n is Navigator & { getBattery(): Promise<Battery> } =>
  'getBattery' in n && typeof n.getBattery === 'function';

export async function readBattery(): Promise<{ battery?: number; charging?: boolean }> {
  if (!hasBattery(navigator)) return {};
  try {
    const { level, charging } = await navigator.getBattery();
    return { battery: level, charging };
  } catch {
    return {};
  }
}
