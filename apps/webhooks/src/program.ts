import { startFailure } from '#libs/aws-clients';
import type { Program } from '#libs/program';
import { readConfiguration, type Configuration } from './configuration.js';
import { startWebhooks } from './node-host.js';

const STOP_MS = 15_000;

let configuration: Configuration | undefined;

export const webhooks: Program = {
  name: 'webhooks',
  stopWithinMs: STOP_MS,
  async start(host) {
    const say = (line: string) => host.say(`webhooks: ${line}`);
    configuration = readConfiguration(process.env);
    const started = await startWebhooks(configuration, say, { onRefused: host.fail });
    say(`ready at ${started.url}`);
    return {
      url: started.url,
      stop(reason) {
        say(`stopping (${reason})`);
        return started.stop();
      },
    };
  },
  explain(error) {
    const { table = '', dynamodbEndpoint: endpoint } = configuration ?? {};
    return startFailure(error, { table, endpoint });
  },
};
