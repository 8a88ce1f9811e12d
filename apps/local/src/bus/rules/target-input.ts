import type { Target } from '../state/bus-state.js';
import type { BusEvent } from '../events/journal.js';

export function targetInput(target: Target, event: BusEvent): string {
  if (target.Input !== undefined) return target.Input;
  if (target.InputPath !== undefined) return JSON.stringify(at(target.InputPath, event) ?? null);
  if (target.InputTransformer === undefined) return JSON.stringify(event);
  const { InputPathsMap = {}, InputTemplate } = target.InputTransformer;
  return InputTemplate.replace(/(?<!\\)<([A-Za-z0-9_.-]+)>/g, (whole, name: string, offset: number) => {
    if (name === 'aws.events.event.json' || name === 'aws.events.event') return JSON.stringify(event);
    if (name === 'aws.events.event.ingestion-time') return event.time;
    const path = InputPathsMap[name];
    if (path === undefined) return whole;
    const value = at(path, event);
    return typeof value === 'string' && isQuoted(InputTemplate.slice(0, offset))
      ? value
      : JSON.stringify(value ?? '');
  });
}

/** True if the following value is inside a quoted string of the template: it is then not quoted again. */
function isQuoted(before: string): boolean {
  return (before.match(/(?<!\\)"/g) ?? []).length % 2 === 1;
}

function at(path: string, event: BusEvent): unknown {
  const steps = path.replace(/^\$\.?/, '').match(/[^.[\]]+/g) ?? [];
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | null | undefined)?.[step],
    event,
  );
}
