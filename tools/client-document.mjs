// What the generators of clients are given of the OpenAPI document: without what says nothing about types.

/** For identity providers and browsers, not for programs. */
const NOT_FOR_PROGRAMS = ['Scim', 'ScimTeams', 'SignIn', 'Session'];
/** What these do to an answer no type says: a client has a whole one, of what it asked for. */
const OTHER_ANSWERS = ['dryRun', 'fields', 'If-None-Match'];

/** Without examples, headers, and each route's problems, which all have one shape. */
export function forTypes(document) {
  for (const operation of operationsOf(document)) {
    operation.parameters = operation.parameters.map((each) => resolved(document, each));
    for (const status of Object.keys(operation.responses))
      if (Number(status) >= 400) delete operation.responses[status];
    for (const response of Object.values(operation.responses)) {
      delete response.headers;
      // Who selects fields knows which: the types are of the whole.
      for (const media of Object.values(response.content ?? {}))
        media.schema = media.schema.anyOf?.[0] ?? media.schema;
    }
  }
  for (const kind of ['headers', 'parameters', 'responses']) delete document.components[kind];
  for (const name of Object.keys(document.components.schemas))
    if (name.endsWith('Part')) delete document.components.schemas[name];
  return withoutExamples(document);
}

/** Of what `forTypes` leaves: each operation has one type of body and one of answers, and lists name the type of their entries. */
export function forGenerators(document) {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.tags.some((tag) => NOT_FOR_PROGRAMS.includes(tag))) delete item[method];
      operation.parameters = operation.parameters.filter(({ name }) => !OTHER_ANSWERS.includes(name));
      for (const status of Object.keys(operation.responses))
        if (!/^20\d$/.test(status)) delete operation.responses[status];
      if (operation.requestBody) oneContent(operation.requestBody);
      Object.values(operation.responses).forEach(oneContent);
      const entries = entriesOf(document, operation);
      if (entries) operation['x-each'] = entries;
    }
    if (Object.keys(item).length === 0) delete document.paths[path];
  }
  const used = usedSchemas(document);
  for (const name of Object.keys(document.components.schemas))
    if (!used.has(name)) delete document.components.schemas[name];
  Object.values(document.components.schemas).forEach(tellNullFromNothing);
  return document;
}

const GO_TYPES = {
  string: 'string',
  integer: 'int',
  number: 'float64',
  boolean: 'bool',
  object: 'map[string]any',
};

/** What may be left out and may be null is three things, for which Go has no type of its own. Its numbers are short unless something is said. */
function tellNullFromNothing({ properties = {}, required = [] }) {
  for (const [name, schema] of Object.entries(properties)) {
    const kinds = [schema.type ?? schema.anyOf ?? schema.oneOf ?? []].flat();
    if (kinds.includes('number')) schema.format = 'double';
    if (required.includes(name) || !kinds.some((kind) => kind === 'null' || kind.type === 'null')) continue;
    const kind = kinds.find((each) => each !== 'null' && each.type !== 'null');
    const whole = typeof kind === 'string' ? { ...schema, type: kind } : kind;
    schema['x-go-type'] = `nullable.Nullable[${goTypeOf(whole)}]`;
    schema['x-go-type-import'] = { path: 'github.com/oapi-codegen/nullable' };
    schema['x-go-type-skip-optional-pointer'] = true;
  }
}

function goTypeOf({ $ref, type, items }) {
  if ($ref !== undefined) return $ref.split('/').at(-1);
  return type === 'array' ? `[]${goTypeOf(items)}` : GO_TYPES[type];
}

const operationsOf = (document) => Object.values(document.paths).flatMap((item) => Object.values(item));

/** What a reference stands for: types of parameters are read where they are. */
function resolved(document, part) {
  const [kind, name] = part.$ref?.split('/').slice(2) ?? [];
  return kind === undefined ? part : document.components[kind][name];
}

function withoutExamples(value) {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples');
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutExamples(part)]));
}

/** The first; the others have the same schema. What is not JSON is bytes, and no generator needs to know more. */
function oneContent(part) {
  const [first] = Object.entries(part.content ?? {});
  if (!first) return;
  const [type, media] = first;
  // The others are those of a dry run.
  while (media.schema.oneOf) [media.schema] = media.schema.oneOf;
  part.content = /[/+]json$/.test(type)
    ? { [type]: media }
    : { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
}

/** Of a list that goes on with a cursor. */
function entriesOf(document, { operationId, parameters, responses }) {
  const list = responses[200]?.content?.['application/json']?.schema;
  if (!list || !parameters.some(({ name }) => name === 'cursor')) return undefined;
  const entry = resolved(document, list).properties.data?.items.$ref;
  return (
    entry && {
      name: `Each${operationId.replace(/^list|^./, (start) => (start === 'list' ? '' : start.toUpperCase()))}`,
      entry: entry.split('/').at(-1),
    }
  );
}

function usedSchemas(document) {
  const used = new Set();
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return;
    const name = typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined;
    if (name !== undefined && !used.has(name)) {
      used.add(name);
      visit(document.components.schemas[name]);
    }
    Object.values(value).forEach(visit);
  };
  visit(document.paths);
  visit({ $ref: '#/components/schemas/Problem' });
  return used;
}
