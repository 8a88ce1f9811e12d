import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionError, type Schemas } from '#libs/client';
import type { Command } from 'commander';
import type { Api } from '../../api/api.js';

export type Event = Schemas['PublishedEvent'];

const RETRY_MS = 1_000;
const TYPE_WIDTH = 28;
const DATA_WIDTH = 160;

/** @param command that gets the options of {@link TailOptions} */
export function withTailOptions(command: Command): Command {
  return command
    .option('--from-beginning', 'start with the existing events')
    .option('--all-accounts', 'of all accounts, for operators')
    .option('--type <type...>', 'only events of these types')
    .option('--subject <id>', 'only events of this user, service group or account');
}

export interface TailOptions {
  fromBeginning?: boolean;
  /** For operators. */
  allAccounts?: boolean;
  type?: string[];
  subject?: string;
}

export async function tailEvents(api: Api, options: TailOptions): Promise<void> {
  await followEvents(api, options, (event) => {
    console.log(api.json ? JSON.stringify(event) : lineOf(event));
    return Promise.resolve();
  });
}

/** Each event of the feed as it comes, until the process ends. It waits for an API that does not answer, and misses nothing meanwhile. */
export async function followEvents(
  api: Api,
  options: TailOptions,
  take: (event: Event) => Promise<void>,
): Promise<void> {
  const { fromBeginning = false, allAccounts = false, type: types, subject } = options;
  const chosen = {
    ...(!allAccounts && api.path()),
    ...(types && { types }),
    ...(subject !== undefined && { subject }),
  };
  let after = fromBeginning ? undefined : 'now';
  for (let isWaiting = false; ; isWaiting = true)
    try {
      for await (const { data, nextCursor } of api.client.changes({ ...chosen, ...(after && { after }) })) {
        for (const event of data) await take(event);
        after = nextCursor;
        isWaiting = false;
      }
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      if (!isWaiting) console.error(`No answer at ${api.api} yet. Waiting …`);
      await delay(RETRY_MS);
    }
}

export function lineOf({ time, type, subject, sequence, accountid, actor, data }: Event): string {
  const json = JSON.stringify(data);
  const shortened = json.length > DATA_WIDTH ? `${json.slice(0, DATA_WIDTH - 1)}…` : json;
  const what = [time.slice(11).replace('Z', ''), type.padEnd(TYPE_WIDTH), `${subject} #${Number(sequence)}`];
  return [...what, `in ${accountid}`, `by ${actor}`, shortened].join('  ');
}
