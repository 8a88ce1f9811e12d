import { feeder, feedHistories } from './feeder/feeder.js';
import { watchFeeds } from './feeder/watched-feeds.js';
import { storeObjects } from './log/log-objects.js';
import { logRounds } from './log/log-work.js';
import { lambdaProgram } from './lambda-program.js';

export const handler = lambdaProgram((context) => {
  const { signing, objects, directory, streams, dynamodb, table, onNotice } = context;
  const rounds = signing && logRounds(directory, signing, onNotice);
  const logOnce = async () => {
    const done = await rounds?.run();
    await done?.sent;
    return done?.metrics;
  };
  return {
    handle: feeder({ directory, onNotice }),
    async everyMinute(signal) {
      const [feeds, log] = await Promise.all([
        watchFeeds({ directory, streams, dynamodb, table, onNotice, signal }).catch((error: unknown) => {
          onNotice(`The completeness of the feeds is not stated for now: ${String(error)}`);
        }),
        logOnce(),
        objects && storeObjects(directory, objects, { onNotice, signal }),
        feedHistories(directory, onNotice, signal),
      ]);
      return { metrics: { feeds, log } };
    },
  };
});
