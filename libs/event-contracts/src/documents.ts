import { EVENT_TYPES, schemaVersionOf } from '#libs/domain';
import { asyncApiDocument } from './asyncapi.js';
import { PATTERN_EXAMPLES } from './patterns.js';
import { SENTENCES } from './sentences.js';
import { dataSchema, ENVELOPE_SCHEMA } from './schemas.js';

/** Raised with each release of the contracts. */
const CONTRACTS_VERSION = '1.0.0';

/** The files subscribers take: name and content. `npm run contracts` writes them. */
export function contractDocuments(): Map<string, string> {
  const documents = new Map<string, unknown>([
    ['schemas/cloudevent.json', ENVELOPE_SCHEMA],
    ['asyncapi.json', asyncApiDocument(CONTRACTS_VERSION)],
    ['patterns.json', PATTERN_EXAMPLES],
    ['sentences.json', SENTENCES],
  ]);
  for (const type of EVENT_TYPES)
    documents.set(`schemas/${type}.${schemaVersionOf(type)}.json`, dataSchema(type));
  return new Map([...documents].map(([file, content]) => [file, `${JSON.stringify(content, null, 2)}\n`]));
}
