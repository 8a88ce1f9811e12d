import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/button.js';
import { TextField, TextAreaField } from '../../components/controls/field.js';
import { Problem } from '../../components/feedback/problem.js';
import { exampleOf, type Operation } from './document.js';
import { TEXTS } from './texts.js';

const MAX_SHOWN = 20_000;

/** Sends a request with the session of this browser. */
export function TryIt({ operation }: { operation: Operation }) {
  const { method, path, parameters, body } = operation;
  const [values, setValues] = useState<Record<string, string>>({});
  const [text, setText] = useState(() => (body && exampleOf(body)) ?? '');
  const send = useMutation({
    mutationFn: () => request({ method, path, parameters, values, type: body?.type, text }),
  });
  const fields = parameters.filter(({ in: where }) => where !== 'header');
  return (
    <details className="rounded-md border border-line">
      <summary className="min-h-6 px-3 py-2 font-medium">{TEXTS.tryIt}</summary>
      <form
        className="grid gap-3 border-t border-line p-3"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <p className="text-xs text-faint">{TEXTS.tryHint}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          {fields.map(({ name, required }) => (
            <TextField
              key={name}
              label={required ? `${name} (${TEXTS.required})` : name}
              autoComplete="off"
              value={values[name] ?? ''}
              onText={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
        </div>
        {body && (
          <TextAreaField
            label={TEXTS.body}
            rows={6}
            spellCheck={false}
            className="font-mono text-xs"
            value={text}
            onText={setText}
          />
        )}
        <div>
          <Button type="submit" kind="primary" busy={send.isPending}>
            {TEXTS.send}
          </Button>
        </div>
        {send.error && <Problem error={send.error} />}
        {send.data && (
          <div role="status" className="grid gap-2">
            <p className="font-medium">{TEXTS.sent(send.data.status, send.data.ms)}</p>
            <pre tabIndex={0} className="max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs">
              {send.data.text}
            </pre>
          </div>
        )}
      </form>
    </details>
  );
}

interface Request extends Pick<Operation, 'method' | 'path' | 'parameters'> {
  values: Record<string, string>;
  type: string | undefined;
  text: string;
}

async function request({ method, path, parameters, values, type, text }: Request) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: where }) =>
      where === 'query' && values[name] ? [[name, values[name]]] : [],
    ),
  );
  const started = performance.now();
  const answer = await fetch(`${filled}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    ...(type && { headers: { 'content-type': type }, body: text }),
  });
  const received = await answer.text();
  return { status: answer.status, ms: Math.round(performance.now() - started), text: readable(received) };
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MAX_SHOWN);
  } catch {
    return text.slice(0, MAX_SHOWN);
  }
}
