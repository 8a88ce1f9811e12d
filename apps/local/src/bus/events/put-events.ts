import { randomUUID } from 'node:crypto';
import type { BusEvent, Journal, JournalRecord } from './journal.js';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../state/names.js';
import { validationError } from '../state/wire.js';

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
const MAX_ENTRIES = 10;
/** The maximum size of all entries of one request together; it was 256 KB until the end of 2025. */
const MAX_TOTAL_BYTES = 1024 * 1024;

interface Entry {
  Time?: number | string;
  Source?: string;
  DetailType?: string;
  Detail?: string;
  Resources?: string[];
  EventBusName?: string;
}

interface ResultEntry {
  EventId?: string;
  ErrorCode?: string;
  ErrorMessage?: string;
}

/** PutEvents: each entry is accepted or refused on its own; refused ones are returned inside a successful answer. */
export function putEvents(journal: Journal, busExists: (name: string) => boolean) {
  return async (input: Record<string, unknown>) => {
    const entries = checkedEntries(input['Entries']);
    const accepted: Omit<JournalRecord, 'seq'>[] = [];
    const results = entries.map((entry): ResultEntry => {
      const bus = busName(entry.EventBusName);
      const refusal = refusalOf(entry, busExists(bus));
      if (refusal) return refusal;
      const event = toBusEvent(entry);
      accepted.push({ bus, acceptedAt: Date.now(), event });
      return { EventId: event.id };
    });
    if (accepted.length > 0) await journal.append(accepted);
    return { FailedEntryCount: results.length - accepted.length, Entries: results };
  };
}

/** A bus is identified by its name or its ARN; no name means the default bus. */
export function busName(nameOrArn: string | undefined): string {
  if (!nameOrArn) return 'default';
  return nameOrArn.startsWith('arn:') ? nameOrArn.slice(nameOrArn.lastIndexOf('/') + 1) : nameOrArn;
}

/** The size of an entry, by https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html */
function entrySize(entry: Entry): number {
  const texts = [entry.Source, entry.DetailType, entry.Detail, ...(entry.Resources ?? [])];
  return (
    (entry.Time === undefined ? 0 : 14) + texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
  );
}

function checkedEntries(value: unknown): Entry[] {
  if (!Array.isArray(value) || value.length === 0)
    throw validationError(
      "1 validation error detected: Value at 'entries' failed to satisfy constraint: Member must have length greater than or equal to 1",
    );
  if (value.length > MAX_ENTRIES)
    throw validationError(
      `1 validation error detected: Value at 'entries' failed to satisfy constraint: Member must have length less than or equal to ${MAX_ENTRIES}`,
    );
  const entries = value as Entry[];
  if (entries.reduce((sum, entry) => sum + entrySize(entry), 0) > MAX_TOTAL_BYTES)
    throw validationError('Total size of the entries in the request is over the limit.');
  return entries;
}

function refusalOf(entry: Entry, busIsKnown: boolean): ResultEntry | undefined {
  for (const name of ['Source', 'DetailType', 'Detail'] as const)
    if (!entry[name])
      return {
        ErrorCode: 'InvalidArgument',
        ErrorMessage: `Parameter ${name} is not valid. Reason: ${name} is a required argument.`,
      };
  if (entry.Source?.startsWith('aws.'))
    return {
      ErrorCode: 'NotAuthorizedForSourceException',
      ErrorMessage: `Not authorized for the source ${entry.Source}.`,
    };
  if (!isJsonObject(entry.Detail as string))
    return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  if (!busIsKnown)
    return {
      ErrorCode: 'InvalidArgument',
      ErrorMessage: `Event bus ${busName(entry.EventBusName)} does not exist.`,
    };
  return undefined;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function toBusEvent(entry: Entry): BusEvent {
  // Times in the protocol are in seconds since the epoch.
  const time =
    typeof entry.Time === 'number' ? new Date(entry.Time * 1000) : new Date(entry.Time ?? Date.now());
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': entry.DetailType as string,
    source: entry.Source as string,
    account: LOCAL_ACCOUNT,
    // EventBridge passes times on in whole seconds.
    time: `${time.toISOString().slice(0, 19)}Z`,
    region: LOCAL_REGION,
    resources: entry.Resources ?? [],
    detail: JSON.parse(entry.Detail as string) as unknown,
  };
}
