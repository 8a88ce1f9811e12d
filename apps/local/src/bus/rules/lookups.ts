import type { KeptState, Rule } from '../state/bus-state.js';
import { optionalText, requiredText, type Input } from '../state/inputs.js';
import { busName } from '../events/put-events.js';
import { BusError, notFound } from '../state/wire.js';

export const MAX_NAME = 64;

export function limitExceeded(): BusError {
  return new BusError('LimitExceededException', 'The requested resource exceeds the maximum number allowed.');
}

export function existingBus(state: KeptState, input: Input, field = 'EventBusName'): string {
  const name = busName(optionalText(input, field, 1_600));
  if (!state.buses.includes(name)) throw notFound(`Event bus ${name} does not exist.`);
  return name;
}

export function findRule(state: KeptState, bus: string, name: string): Rule | undefined {
  return state.rules.find((rule) => rule.EventBusName === bus && rule.Name === name);
}

export function existingRule(state: KeptState, input: Input, field = 'Name'): Rule {
  const bus = existingBus(state, input);
  const name = requiredText(input, field, MAX_NAME);
  const rule = findRule(state, bus, name);
  if (!rule) throw notFound(`Rule ${name} does not exist on EventBus ${bus}.`);
  return rule;
}
