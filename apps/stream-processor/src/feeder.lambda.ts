import { feeder, feedHistories } from './feeder/feeder.js';
import { watchFeeds } from './feeder/watched-feeds.js';
import { lambdaProgram } from './lambda-program.js';

export const handler = lambdaProgram(({ directory, streams, dynamodb, table, onNotice }) => ({
  handle: feeder({ directory, onNotice }),
  async everyMinute(signal) {
    const [feeds] = await Promise.all([
      watchFeeds({ directory, streams, dynamodb, table, onNotice, signal }).catch((error: unknown) => {
        onNotice(`Up to when the feeds are complete is not stated for now: ${String(error)}`);
      }),
      feedHistories(directory, onNotice, signal),
    ]);
    return { metrics: { feeds } };
  },
}));
