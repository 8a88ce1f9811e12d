import { schemaExample } from './examples/examples.js';
import type { Operation, Schema } from './schema/types.js';

/** What every answer has. */
export const HEADERS: Readonly<Record<string, { description: string; schema: Schema }>> = {
  'X-Request-Id': {
    description: 'Identifies this request in the logs, even if the client sent its own id.',
    schema: { type: 'string' },
  },
  'Server-Timing': {
    description:
      'The time of this request, and its DynamoDB time, calls and capacity units. Units are omitted if nothing has that id: ' +
      'they could reveal what exists in another account.',
    schema: { type: 'string' },
  },
};

export const COMPONENTS = '#/components/schemas/';

const DRY_RUN_SCHEMA: Schema = {
  type: 'object',
  description: 'What a write with dryRun=true would have committed.',
  properties: {
    dryRun: { type: 'boolean', const: true },
    events: { type: 'array', items: { $ref: '#/components/schemas/EventDto' } },
    batch: {
      description: 'For a batch: the result for each row.',
      anyOf: ['BatchResultDto', 'InvitationBatchResultDto'].map((name) => ({
        $ref: `${COMPONENTS}${name}`,
      })),
    },
    left: {
      description:
        'For what takes a way in away: what remains. For the end of a membership only if both have a team.',
      anyOf: ['RemainingPathsDto', 'LeftTeamDto'].map((name) => ({ $ref: `${COMPONENTS}${name}` })),
    },
  },
  required: ['dryRun', 'events'],
  additionalProperties: false,
};

export function dryRunSchema(): Schema {
  return { ...DRY_RUN_SCHEMA, examples: [{ dryRun: true, events: [schemaExample('EventDto')] }] };
}

/**
 * A dry run is a 200, in addition to the ordinary 200. Next to a 201, 202 or 204 it is described as `2XX`: of several successes
 * OpenAPI Generator takes the lowest status for the answer, so a client of its could create nothing.
 */
export function allowDryRun({ responses }: Operation, schemas: Record<string, Schema>): void {
  const dryRun: Schema = { $ref: '#/components/schemas/DryRun' };
  const { 200: ordinary, 202: accepted, '2XX': asked } = responses;
  const content = ordinary?.content?.['application/json'];
  if (ordinary && schemas[content?.schema.$ref?.slice(COMPONENTS.length) ?? '']?.properties?.['dryRun']) {
    if (!accepted) return;
    delete responses['200'];
    responses['2XX'] = ordinary;
  } else if (content) content.schema = { oneOf: [content.schema, dryRun] };
  else {
    const tried = '200, with dryRun=true: what would be committed.';
    const said = asked?.content?.['application/json'];
    responses['2XX'] = {
      description: asked ? `${asked.description} ${tried}` : tried,
      headers: { ...HEADERS, ...asked?.headers },
      content: {
        'application/json': said ? { ...said, schema: { oneOf: [said.schema, dryRun] } } : { schema: dryRun },
      },
    };
  }
}
