// The package @rollbook/events follows from the definitions of the domain: `npm run contracts` writes it.
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

export const GENERATED = fileURLToPath(new URL('../libs/events/src/generated.ts', import.meta.url));
const HEADER =
  '// Generated from the event definitions of the domain by `npm run contracts`. Changes belong there.\n\n';

/**
 * @param {typeof import('#libs/event-contracts')} contracts
 * @returns {Promise<string>} the source of `libs/events/src/generated.ts`
 */
export async function eventsSource(contracts) {
  const { EVENT_TYPES, ENVELOPE_SCHEMA, PATTERN_EXAMPLES, SENTENCES, PERSONAL_FIELDS } = contracts;
  const schemas = ofEach(EVENT_TYPES, (type) => contracts.dataSchema(type));
  const examples = ofEach(EVENT_TYPES, (type) =>
    contracts.toPublishedEvent(contracts.committedExample(type)),
  );
  const text = [
    HEADER,
    '/** What the data of each type of event has. */',
    await typesOf(schemas),
    stated('JSON Schema (2020-12) of the data of each type.', 'SCHEMAS', schemas),
    stated('JSON Schema of the CloudEvent around it.', 'ENVELOPE_SCHEMA', ENVELOPE_SCHEMA),
    stated('Patterns of EventBridge for common needs.', 'PATTERNS', PATTERN_EXAMPLES),
    stated('A sentence for each type, with the names of fields in braces.', 'SENTENCES', SENTENCES),
    stated('An event of each type, as it could be published.', 'EXAMPLES', examples),
    stated(
      'What stands in the place of what is personal, once it is erased.',
      'PERSONAL_FIELDS',
      PERSONAL_FIELDS,
    ),
    '/** Every type of this version. */',
    'export const EVENT_TYPES = Object.keys(SCHEMAS) as (keyof EventData)[];',
  ].join('\n');
  return format(text, { ...(await resolveConfig(GENERATED)), parser: 'typescript' });
}

const ofEach = (types, of) => Object.fromEntries(types.map((type) => [type, of(type)]));

const stated = (what, name, value) =>
  `/** ${what} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n`;

/** An interface of the properties of a document that has the schemas. */
async function typesOf(schemas) {
  const info = { title: 'Events', version: '1' };
  const named = Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => [type, withoutId(schema)]),
  );
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas: named } };
  const types = astToString(await openapiTypes(document, { silent: true, emptyObjectsUnknown: true }));
  const members = /schemas: (\{[\s\S]*?\n    \});/.exec(types)?.[1];
  if (members === undefined) throw new Error('The types of the events were not found.');
  return `export interface EventData ${members}\n`;
}

/** With it a schema would be looked for where its name leads. */
function withoutId({ $id: _id, $schema: _schema, title: _title, ...schema }) {
  return schema;
}
