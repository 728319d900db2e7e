/**
 * Test disks: an ext4 image on a loop device that can be cut off, a small tmpfs that fills up;
 * inside a mount namespace that ends with the run.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Returns the reason why disks cannot be made here; undefined if they can. */
export function whyNoDisks(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux';
  if (process.env.CHAOS_NAMESPACE !== '1') return 'needs a mount namespace of its own (unshare -m)';
  for (const [program, flag] of [
    ['mkfs.ext4', '-V'],
    ['e2fsck', '-V'],
    ['mount', '-V'],
  ] as const)
    if (spawnSync(program, [flag]).error) return `needs ${program}`;
  return undefined;
}

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

export interface Disk {
  /** Mount point. */
  path: string;
  /** Loop device, such as `loop3`; empty for a tmpfs. */
  device: string;
  unmount(): void;
}

/**
 * Creates a fresh ext4 in a file, with writeback delayed as long as possible, so that a copy of the
 * file lacks unsynced data.
 */
export function makeImage(file: string, megabytes: number): void {
  writeFileSync(file, '');
  truncateSync(file, megabytes * 1024 * 1024);
  run('mkfs.ext4', '-q', '-F', file);
}
export function mountImage(file: string, path: string, options = ''): Disk {
  mkdirSync(path, { recursive: true });
  run('mount', '-o', `loop,commit=300${options}`, file, path);
  const device = basename(run('findmnt', '-no', 'SOURCE', path).trim());
  return {
    path,
    device,
    unmount: () => {
      run('umount', '-l', path);
    },
  };
}
export function mountSmall(path: string, kilobytes: number): Disk {
  mkdirSync(path, { recursive: true });
  run('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', path);
  return {
    path,
    device: '',
    unmount: () => {
      run('umount', '-l', path);
    },
  };
}
/** Makes the kernel report an error and go read-only, as on a failing disk. */
export function turnReadOnly(disk: Disk): void {
  writeFileSync(join('/sys/fs/ext4', disk.device, 'trigger_fs_error'), '1');
}

/**
 * Copies the disk at a power cut: the image without unflushed data.
 * @returns a repaired copy, ready to be mounted
 */
export function cutPower(image: string, copy: string): void {
  rmSync(copy, { force: true });
  run('cp', '--sparse=always', image, copy);
}
/** Replays the journal. @throws if the file system itself is corrupt */
export function repair(image: string): void {
  const { status, stdout, stderr } = spawnSync('e2fsck', ['-f', '-y', image], { encoding: 'utf8' });
  // 1: errors corrected (the replayed journal counts as one).
  if (status !== 0 && status !== 1) throw new Error(`e2fsck ${status}: ${stdout}${stderr}`);
}
