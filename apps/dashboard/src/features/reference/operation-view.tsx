import { useState } from 'react';
import { Badge, type Tone } from '../../components/feedback/badge.js';
import { exampleOf, nameOf, type Operation, type Schema, typeText } from './document.js';
import { TEXTS } from './texts.js';
import { TryIt } from './try-it.js';

const TONES: Record<string, Tone> = {
  GET: 'accent',
  POST: 'good',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'bad',
};

interface OperationViewProps {
  operation: Operation;
  schemas: Record<string, Schema>;
}

/** One route; its parts are rendered when it is opened. */
export function OperationView({ operation, schemas }: OperationViewProps) {
  const [open, setOpen] = useState(false);
  const { id, method, path, summary, description } = operation;
  return (
    <details
      id={id}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="overflow-hidden rounded-lg border border-line bg-surface shadow-sm"
    >
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-hover">
        <Badge tone={TONES[method] ?? 'neutral'}>{method}</Badge>
        <code className="min-w-0 font-mono text-sm break-all">{path}</code>
        <span className="w-full text-sm text-muted">
          <Prose>{summary}</Prose>
        </span>
      </summary>
      {open && (
        <div className="grid gap-5 border-t border-line p-4 text-sm">
          {description && (
            <p className="whitespace-pre-line">
              <Prose>{description}</Prose>
            </p>
          )}
          <Parameters operation={operation} />
          {operation.body && (
            <Part title={TEXTS.body}>
              <SchemaView schema={operation.body.schema} schemas={schemas} />
              <Example text={exampleOf(operation.body)} label={TEXTS.body} />
            </Part>
          )}
          <Answers operation={operation} schemas={schemas} />
          <TryIt operation={operation} />
        </div>
      )}
    </details>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-xs font-semibold tracking-wide text-muted uppercase">{title}</h3>
      {children}
    </section>
  );
}

function Parameters({ operation: { parameters } }: { operation: Operation }) {
  if (parameters.length === 0) return null;
  return (
    <Part title={TEXTS.parameters}>
      <dl className="divide-y divide-line rounded-md border border-line">
        {parameters.map(({ name, in: where, required, description, schema }) => (
          <div key={`${where} ${name}`} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[13rem_1fr]">
            <dt className="min-w-0">
              <code className="font-mono break-all">{name}</code>
              <span className="block text-xs text-faint">
                {where}
                {required && `, ${TEXTS.required}`}
              </span>
            </dt>
            <dd className="min-w-0">
              <span className="block font-mono text-xs break-words text-muted">{typeText(schema)}</span>
              {description && <Prose>{description}</Prose>}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Answers({ operation: { responses }, schemas }: OperationViewProps) {
  return (
    <Part title={TEXTS.answers}>
      <div className="divide-y divide-line rounded-md border border-line">
        {responses.map(({ status, description, content }) => (
          <details key={status} className="px-3 py-2">
            <summary className="min-h-6">
              <code className="font-mono font-semibold">{status}</code>{' '}
              <span className="text-muted">
                <Prose>{description}</Prose>
              </span>
            </summary>
            {content && (
              <div className="mt-2 grid gap-2">
                <SchemaView schema={content.schema} schemas={schemas} />
                <Example text={exampleOf(content)} label={`${status}, ${TEXTS.example}`} />
              </div>
            )}
          </details>
        ))}
      </div>
    </Part>
  );
}

function Example({ text, label }: { text: string | undefined; label: string }) {
  if (text === undefined) return null;
  return (
    <pre
      tabIndex={0}
      aria-label={label}
      role="region"
      className="max-h-80 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs"
    >
      {text}
    </pre>
  );
}

/** Text of the OpenAPI document: text between backticks is code. */
function Prose({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="font-mono text-xs text-ink">
        {part}
      </code>
    ),
  );
}

interface SchemaViewProps {
  schema: Schema | undefined;
  schemas: Record<string, Schema>;
}

/** The fields of an object, one level deep; deeper objects are only named. */
function SchemaView({ schema, schemas }: SchemaViewProps) {
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
