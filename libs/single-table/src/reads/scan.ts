import type { Connection } from '../connection/connection.js';
import { modelOf } from '../items/item-codec.js';
import { refuseStandstill, SingleTableError } from '../wire/errors.js';
import { differingNames } from '../wire/same-value.js';
import type { EntityModel } from '../model/model.js';
import { ExpressionScope } from '../expressions/expression.js';
import { isAbsent, readItem } from './read-item.js';
import { Scan } from '../transport/transport.js';
import type { WireItem } from '../wire/wire.js';
import type { Capacity } from '../connection/capacity.js';

export interface ScanPage {
  items: WireItem[];
  /** How many were read, those of other entities included. */
  read: number;
  next: WireItem | undefined;
  capacity: Capacity | undefined;
}

export interface SegmentRequest {
  segment: number;
  segments: number;
  start: WireItem | undefined;
  models: readonly EntityModel[];
  consistent?: boolean | undefined;
  pageSize?: number | undefined;
  signal?: AbortSignal | undefined;
}

export async function scanPage(connection: Connection, request: SegmentRequest): Promise<ScanPage> {
  const scope = new ExpressionScope();
  const [first] = request.models;
  const { discriminator } = first ?? {};
  const names = () => request.models.map((model) => scope.value({ S: model.name })).join(', ');
  const { output, capacity } = await connection.call(
    Scan,
    {
      TableName: connection.tableName,
      ...(discriminator !== undefined && {
        FilterExpression: `${scope.name(discriminator)} IN (${names()})`,
      }),
      ...(request.segments > 1 && { Segment: request.segment, TotalSegments: request.segments }),
      ...(request.start && { ExclusiveStartKey: request.start }),
      ...(request.consistent && { ConsistentRead: true }),
      ...(request.pageSize !== undefined && { Limit: request.pageSize }),
      ...scope.toRequest(),
    },
    { entities: request.models.map((model) => model.name), keys: [], signal: request.signal },
  );
  const next = output['LastEvaluatedKey'] as WireItem | undefined;
  if (next && request.start && differingNames(next, request.start).length === 0) refuseStandstill('Scan');
  return {
    items: (output['Items'] as WireItem[] | undefined) ?? [],
    read: (output['ScannedCount'] as number | undefined) ?? 0,
    next,
    capacity,
  };
}

/** DynamoDB accepts 1 to 1,000,000 segments; none would look like an empty table. */
export function checkSegments(operation: string, segments: number): void {
  if (Number.isSafeInteger(segments) && segments >= 1 && segments <= 1_000_000) return;
  throw new SingleTableError('InvalidRequest', 'A table can be read in 1 to 1,000,000 segments.', {
    operation,
  });
}

interface Segment {
  segment: number;
  next: Promise<{ at: Segment; page: ScanPage }> | undefined;
}

/** Every item of some entities, from all segments as their pages arrive. Keeps one page of each in memory. */
export async function* scanTable(
  connection: Connection,
  models: readonly EntityModel[],
  options: { segments?: number; consistent?: boolean; pageSize?: number; signal?: AbortSignal } = {},
): AsyncGenerator<{ entity: string; item: Record<string, unknown> }, void, undefined> {
  const { segments = 1, ...rest } = options;
  checkSegments('Scan', segments);
  const read = (at: Segment, start: WireItem | undefined) =>
    scanPage(connection, { ...rest, segment: at.segment, segments, start, models }).then((page) => ({
      at,
      page,
    }));
  const open = Array.from({ length: segments }, (_, segment): Segment => ({ segment, next: undefined }));
  for (const segment of open) segment.next = read(segment, undefined);
  try {
    while (open.length > 0) {
      const { at, page } = await Promise.race(
        open.map((segment) => segment.next as NonNullable<Segment['next']>),
      );
      if (page.next) at.next = read(at, page.next);
      else open.splice(open.indexOf(at), 1);
      for (const wire of page.items) {
        const model = modelOf(models, wire);
        if (model && !isAbsent(connection, model, wire))
          yield { entity: model.name, item: readItem(connection, model, wire) };
      }
    }
  } finally {
    // A page in flight when the reader stops must not cause an unhandled rejection.
    for (const { next } of open) next?.catch(() => undefined);
  }
}
