import { CALL_SECONDS, costOfVisits, pricePerMillion } from '../../../apps/cli/src/capacity-plan/costs.js';
import { PRICES } from '../../../apps/cli/src/capacity-plan/prices.js';
import type { Following } from '../../support/streams/what-follows.js';

/** To sign in and see two pages; `test/dashboard/build.spec.ts` has limits for each. */
const VISIT = { files: 15, kilobytes: 200 };

const HEAD = `# What it costs and how long it takes on AWS

Written by \`ROLLBOOK_WRITE_DOCS=1 npm test -- test/e2e/openapi/route-costs\`, which also fails if the routes cost something else.
Each route is called once, as for [route-costs.md](route-costs.md); then the functions on the table's stream do their work
for it alone.

- **In a row**: the table calls that wait for one another, and what they take at 5 ms a call. The function takes some 20 ms more.
- **Units** of the request: read and written, with those of the index.
- **Follows**: the events that are published and their bytes, the calls of the publisher, the feeder and the projector, and the units that
  they use. What a function writes is in the stream too: a count that is written to a group's head calls all once more, for
  nothing. Not included: a job that the request starts, half a read unit of each call of the publisher, which looks for parked
  aggregates, and the folding of search entries, which many changes share.
- **Price**: US dollars for a million requests and all that follows, each by itself, at the list prices of ${PRICES.region}
  (${PRICES.asOf}, on demand): CloudFront, gateway, functions, table, bus with a month of archive, logs, and answers of 4 kB. \`rollbook plan\` has the
  same prices, for a load whose changes share the functions' calls.

## What lowers it

| what | before | now |
| --- | --- | --- |
| the next membership of a user who was given 25 groups by one batch, write units | 34 | 8 |
| an access check of that user, read units | 9 | 6 |
| the batch itself, write units | 172 | 146 |

These are asserted by \`test/regression/cost-of-requests.spec.ts\`; [ADR 45](adr/0045-thin-heads.md) has the reason.

- **Records that arrive together are one call.** Lambda asks each shard four times a second, and passes on what it finds, up to
  \`processors.batchSize\`, so what arrives within 100 ms is one call of the publisher already. A longer window can only be set in
  whole seconds (\`MaximumBatchingWindowInSeconds\`, 0 to 300): the projector, which nobody waits for, has one of a second. A
  \`processors.parallelization\` above 1 makes up to that many calls of one batch: raise it when the publisher falls behind.
- **The feeder** has no window: guards and other copies wait for it. Under load, what arrives between two of the four looks a second is one part
  of a feed: 100 changes a second of one account cost it 0.1 write units each.
- **Event filters** keep from the functions what they would skip: events, claims, receipts, past memberships, counts of accounts.
  A filter sees one image and cannot compare it with the one before, so a head that is written without a new version passes.
- **Memory**: the publisher has 512 MB, by the curve of the part \`lambda\` of \`npm run bench\` in [the benchmarks](benchmarks/README.md).
- **A feed that is followed**: while somebody reads a feed, the feeder's function reads the stream for 50 seconds of each minute, to state up to
  when the feeds are complete ([ADR 52](adr/0052-the-feed-states-how-far-it-is-complete.md)): a month of it, with 512 MB, costs some 15 US dollars,
  and half a dollar for each open shard. While nobody does, it costs one read a minute.
- **The signed log** ([ADR 63](adr/0063-one-signed-log-of-all-accounts.md)), where \`log\` is set: a minute in which something changed takes one signature of KMS, one write and one read of S3, three
  write units, and one more for each account that changed; that is at most 1.70 US dollars a month for the key and its signatures, and some 0.40 for the rest.
- **Provisioned capacity** (\`table.provisioned\`) costs less than on demand where the load is even: \`rollbook plan --provisioned\`.
- **CloudFront** is ${PRICES.cloudFront.millionRequests} US dollar of each price. It serves the dashboard: a thousand visits of browsers that have nothing of it
  yet, each of the page and ${VISIT.files} files of ${VISIT.kilobytes} kB together, compressed, cost ${costOfVisits(VISIT.files, VISIT.kilobytes).toFixed(2)} US dollars; later visits ask for the page alone. The bucket
  holds some megabytes, which cost nothing. A system without a dashboard, or with one in containers, does without (\`api.pages: false\`).
- **Followers** of the feed ask also while nothing happens: every 5 seconds where the API runs as functions, which is 520,000 requests a
  month, about 2 dollars each; as containers, where they wait, next to nothing ([concepts](concepts.md#what-it-costs)).

`;

const COLUMNS = `
| route | in a row | ms | units read, written | events, bytes | publisher, feeder, projector | units that follow | price |
| --- | --- | --- | --- | --- | --- | --- | --- |
`;

const MONTH_S = 30 * 24 * 3_600;
/** How often a guard asks where the API runs as functions, and how long its question waits where it runs as containers. */
const [ASKS_EVERY_S, WAITS_S] = [5, 20];
/** The statement of how far the feeds are, read once a second for all that wait in a process; half a unit each. */
const STATEMENT_UNITS = 0.5;

interface MeasuredRoute {
  name: string;
  inARow: number;
  cost: { reads: number; writes: number };
  follows: Following;
}

/** A 404 does not say what it cost. */
export function awsCostsRow({ name, inARow, cost, follows }: MeasuredRoute): string {
  const ms = `${inARow * CALL_SECONDS * 1000}`;
  const { events, bytes, publisherCalls, feederCalls, projectorCalls, reads, writes, isJob } = follows;
  const calls = [publisherCalls, feederCalls, projectorCalls];
  const functionCalls = calls.reduce((sum, each) => sum + each);
  if (Number.isNaN(cost.reads)) return `| ${name} | ${inARow} | ${ms} | – | – | – | – | – |`;
  const price = pricePerMillion({
    rounds: inARow,
    readUnits: cost.reads + reads,
    writeUnits: cost.writes + writes,
    events,
    functionCalls,
  });
  const follow =
    functionCalls === 0
      ? '– | – | –'
      : `${events}, ${bytes} | ${calls.join(', ')}${isJob ? ', a job' : ''} | ${reads}, ${writes}`;
  return `| ${name} | ${inARow} | ${ms} | ${cost.reads}, ${cost.writes} | ${follow} | ${price.toFixed(2)} |`;
}

/**
 * A month of a guard that follows the feed of an account in which nothing happens.
 * @param look the question that finds nothing new
 */
function waitingGuard({ inARow, cost: { reads } }: MeasuredRoute): string {
  const asks = MONTH_S / ASKS_EVERY_S;
  const functions =
    (asks / 1e6) *
    pricePerMillion({ rounds: inARow, readUnits: reads, writeUnits: 0, events: 0, functionCalls: 0 });
  const looks = (reads * MONTH_S) / WAITS_S;
  const units = (PRICES.dynamodb.millionReadUnits / 1e6) * (looks + STATEMENT_UNITS * MONTH_S);
  return `
A guard that waits, a month of it, while nothing happens:

| the API runs as | asks | read units | US dollars |
| --- | --- | --- | --- |
| functions | every ${ASKS_EVERY_S} s | ${(reads * asks).toLocaleString('en')} | ${functions.toFixed(2)} |
| containers | every ${WAITS_S} s, and waits | ${looks.toLocaleString('en')}, and ${(STATEMENT_UNITS * MONTH_S).toLocaleString('en')} for all guards of a process | ${units.toFixed(2)} |
`;
}

/** @param usual what is done most often, as it is done most often. The last is the question of a guard that finds nothing new. */
export function awsCostsPage(rows: readonly string[], usual: readonly MeasuredRoute[]): string {
  const first = usual.map(awsCostsRow).join('\n');
  return `${HEAD}## What is done most often
${COLUMNS}${first}
${waitingGuard(usual.at(-1)!)}
## Every route
${COLUMNS}${rows.join('\n')}\n`;
}
