// Entry point of the relay: reads the environment, starts it, and ends it in order.

import { createLog } from '../platform/http/log.ts';
import { parseRelaySettings } from './parse-settings.ts';
import { startRelay } from './start-relay.ts';

/** Exits the start with a message instead of a stack trace. */
function refuse(lines: readonly string[]): never {
  process.stderr.write(
    ['Das Relay wurde nicht gestartet:', ...lines.map((line) => `  - ${line}`)].join('\n') + '\n',
  );
  process.exit(1);
}

const { settings, problems } = parseRelaySettings(process.env);
if (settings === undefined) refuse(problems);
else {
  process.umask(0o077);
  const log = createLog({ level: 'info' });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.failure({ code: event, error });
      process.exit(1);
    });
  const relay = await startRelay(settings, log).catch((error: unknown) =>
    refuse([error instanceof Error ? error.message : String(error)]),
  );
  log.note('started', { version: __VERSION__, build: __BUILD__, pin: relay.pin });
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      relay.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
}
