import { parseArgs } from 'node:util';
import { CALLED } from './called.js';
import { ConfigurationError } from './configuration.js';

export interface StartOptions {
  help: boolean;
  memory: boolean;
  /** A file with what there should be, instead of the demo's account. */
  seed: string | undefined;
  withSubscriber: boolean;
  acceptNewCursorSecret: boolean;
  acceptNewIssuerKey: boolean;
}

export const START_USAGE = `Usage: ${CALLED.startWith} [options]

Runs Rollbook on this machine until Ctrl-C: an engine, the API, the stream processor, an event bus, the webhooks and the
invitation mailer. docs/configuration.md lists the environment variables.

  --memory                    keeps the data in memory, until it ends
  --seed <file>               creates what this YAML file lists and does not exist yet, instead of the demo
  --with-subscriber           runs the example of a downstream service as well
  --accept-new-cursor-secret  continue although the cursor secret is lost
  --accept-new-issuer-key     continue although the development issuer's key is lost
  --help                      shows this help`;

export function readStartOptions(args: string[]): StartOptions {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        help: flag,
        memory: flag,
        seed: { type: 'string' },
        'with-subscriber': flag,
        'accept-new-cursor-secret': flag,
        'accept-new-issuer-key': flag,
      },
    });
    return {
      help: values.help,
      memory: values.memory,
      seed: values.seed,
      withSubscriber: values['with-subscriber'],
      acceptNewCursorSecret: values['accept-new-cursor-secret'],
      acceptNewIssuerKey: values['accept-new-issuer-key'],
    };
  } catch (error) {
    throw new ConfigurationError(`${(error as Error).message}\n\n${START_USAGE}`);
  }
}
