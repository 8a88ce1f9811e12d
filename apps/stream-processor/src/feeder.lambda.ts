import { feeder, feedHistories } from './feeder/feeder.js';
import { watchFeeds } from './feeder/watched-feeds.js';
import { logOnce } from './log/log-work.js';
import { lambdaProgram } from './lambda-program.js';

export const handler = lambdaProgram(({ signing, directory, streams, dynamodb, table, onNotice }) => ({
  handle: feeder({ directory, onNotice }),
  async everyMinute(signal) {
    const [feeds, log] = await Promise.all([
      watchFeeds({ directory, streams, dynamodb, table, onNotice, signal }).catch((error: unknown) => {
        onNotice(`Up to when the feeds are complete is not stated for now: ${String(error)}`);
      }),
      signing && logOnce(directory, signing, onNotice),
      feedHistories(directory, onNotice, signal),
    ]);
    return { metrics: { feeds, log } };
  },
}));
