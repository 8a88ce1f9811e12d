// log: stores what is appended to the feeds as objects in S3 (docs/log-streams.md).

import type { BucketOfS3 } from '#libs/aws-clients';
import {
  beginObjectsRound,
  FeedNotReadyError,
  forgetDueFeed,
  readEventsOfParts,
  readFeedParts,
  readObjectsPlace,
  storeObjectsPlace,
  type Directory,
  type DueFeed,
} from '#libs/directory';
import { toPublishedEvent, type PublishedEvent } from '#libs/event-contracts';
import { cutObjects, objectKey, writeObject, type FeedObject, type FeedPart } from '#libs/log-forms';
import { inParallel } from '#libs/pacing';

export interface ObjectsSettings {
  bucket: BucketOfS3;
  /** Without: ids only. */
  personalData: boolean;
}

export interface ObjectsOptions {
  onNotice: (line: string) => void;
  signal: AbortSignal;
  everyMs?: number | undefined;
}

const ROUND_EVERY_MS = 55_000;
const LOOK_EVERY_MS = 5_000;
/** Each object is written from memory. */
const ACCOUNTS_AT_ONCE = 2;

/** Stores the objects to which nothing can be added any more. What fails is tried again with the next round, and holds up no other account. */
export async function storeObjects(
  directory: Directory,
  settings: ObjectsSettings,
  { onNotice, signal, everyMs = ROUND_EVERY_MS }: ObjectsOptions,
): Promise<void> {
  try {
    const due = await beginObjectsRound(directory, everyMs);
    if (!due) return;
    await inParallel(due, ACCOUNTS_AT_ONCE, async (feed) => {
      if (!signal.aborted) await storeObjectsOf(directory, settings, feed, signal).catch(retryLater(feed));
    });
  } catch (error) {
    onNotice(`Accounts with new events could not be found, and will be looked for again: ${String(error)}`);
  }
  function retryLater({ scope }: DueFeed) {
    return (error: unknown) => {
      if (!(error instanceof FeedNotReadyError))
        onNotice(`Events of ${scope} could not be stored in S3 and will be retried: ${String(error)}`);
    };
  }
}

async function storeObjectsOf(
  directory: Directory,
  { bucket, personalData }: ObjectsSettings,
  feed: DueFeed,
  signal: AbortSignal,
): Promise<void> {
  const { scope } = feed;
  // Where nothing else reads feeds, that is what makes them complete.
  await directory.feedClock.noteFollower();
  let next = await readObjectsPlace(directory, scope);
  let last = next - 1;
  const { completeTo, parts } = await readFeedParts(directory, scope, next);
  async function* noted(): AsyncGenerator<FeedPart> {
    for await (const part of parts) {
      last = part.sequence;
      yield part;
    }
  }
  for await (const object of cutObjects(noted(), completeTo)) {
    if (signal.aborted) return;
    if (object.events > 0) {
      const content = await writeObject(published(directory, scope, object), { personalData });
      await bucket.put(objectKey(scope, object), content, 'application/gzip');
    }
    next = object.last + 1;
    await storeObjectsPlace(directory, scope, next);
  }
  if (next > last) await forgetDueFeed(directory, feed);
}

async function* published(
  directory: Directory,
  scope: string,
  object: FeedObject,
): AsyncGenerator<PublishedEvent> {
  for await (const event of readEventsOfParts(directory, scope, object)) yield toPublishedEvent(event);
}

/** For as long as the process runs. */
export function startStoringObjects(
  directory: Directory,
  settings: ObjectsSettings,
  { lookEveryMs = LOOK_EVERY_MS, ...options }: Omit<ObjectsOptions, 'signal'> & { lookEveryMs?: number },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async () => {
    while (!signal.aborted) {
      await storeObjects(directory, settings, { ...options, signal });
      await directory.sleep(lookEveryMs, signal);
    }
  };
  const working = work();
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
