import { eachEventOfAggregate, grantTenant, type Directory } from '#libs/directory';
import type { CommittedEvent } from '#libs/event-contracts';
import type { DeadLetter, DeadLetters, ParkedAggregate } from './dead-letters.js';
import type { EventBusPort } from './event-bus.js';
import { publishPage, RepublishError } from './republish.js';

export interface RedriveResult {
  aggregateId: string;
  published: number;
  /** Why the rest is still parked. */
  stopped?: string;
}

export async function redriveAggregate(
  directory: Directory,
  bus: EventBusPort,
  deadLetters: DeadLetters,
  aggregateId: string,
): Promise<RedriveResult> {
  let published = 0;
  for (;;) {
    const parked = (await deadLetters.parkedAggregates()).find((each) => each.aggregateId === aggregateId);
    for (const letter of await deadLetters.list(aggregateId)) {
      const stopped = await publishLetter(directory, bus, letter);
      if (stopped !== undefined) return { aggregateId, published, stopped };
      await deadLetters.remove(letter);
      published += letter.events;
    }
    if (!parked || (await deadLetters.unpark(parked))) return { aggregateId, published };
  }
}

/** Gives up one letter for good. The letters behind it stay parked until they are redriven. */
export async function discardLetter(
  deadLetters: DeadLetters,
  aggregateId: string,
  version: number,
): Promise<boolean> {
  const parked: ParkedAggregate | undefined = (await deadLetters.parkedAggregates()).find(
    (each) => each.aggregateId === aggregateId,
  );
  const letters = await deadLetters.list(aggregateId);
  if (!letters.some((letter) => letter.version === version)) return false;
  await deadLetters.remove({ aggregateId, version });
  if (letters.length === 1 && parked) await deadLetters.unpark(parked);
  return true;
}

async function publishLetter(
  directory: Directory,
  bus: EventBusPort,
  { aggregateId, accountId, version, events }: DeadLetter,
): Promise<string | undefined> {
  if (accountId === undefined || events < 1)
    return 'its events are unknown; read its stream record and discard it';
  const found: CommittedEvent[] = [];
  const range = [version - events + 1, version] as const;
  for await (const event of eachEventOfAggregate(grantTenant(directory, accountId), aggregateId, ...range))
    found.push(event);
  if (found.length !== events) return `the table has ${found.length} of its ${events} events`;
  try {
    await publishPage(directory, bus, found);
    return undefined;
  } catch (error) {
    if (error instanceof RepublishError) return error.message;
    throw error;
  }
}
