import { nameOf, typeText, type Schema } from './document.js';
import { TEXTS } from './texts.js';

interface SchemaViewProps {
  schema: Schema | undefined;
  schemas: Record<string, Schema>;
}

/** The fields of an object, one level deep; deeper objects are only named. */
export function SchemaView({ schema, schemas }: SchemaViewProps) {
  const resolved = resolve(schema, schemas);
  const fields = Object.entries(resolved?.properties ?? {});
  if (fields.length === 0) return null;
  return (
    <dl className="divide-y divide-line rounded-md border border-line">
      {fields.map(([name, field]) => (
        <div key={name} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[13rem_1fr]">
          <dt className="min-w-0">
            <code className="font-mono break-all">{name}</code>
            {resolved?.required?.includes(name) && (
              <span className="block text-xs text-faint">{TEXTS.required}</span>
            )}
          </dt>
          <dd className="min-w-0">
            <span className="block font-mono text-xs break-words text-muted">{typeText(field)}</span>
            {field.description}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function resolve(schema: Schema | undefined, schemas: Record<string, Schema>): Schema | undefined {
  const first = schema?.anyOf?.[0] ?? schema?.oneOf?.[0] ?? schema;
  return first?.$ref ? schemas[nameOf(first.$ref)] : first;
}
